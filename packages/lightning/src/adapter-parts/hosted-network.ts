/**
 * The network of a service that does not report one: by its known addresses, else as the configuration demands, else
 * mainnet.
 */
export const hostedNetwork = (
  known: Readonly<Record<string, string>>,
  url: string,
  demanded: string | undefined,
): string => known[new URL(url).hostname] ?? demanded ?? 'bc'
