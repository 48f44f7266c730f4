/**
 * The network of a service that does not name it: that of its known addresses; elsewhere the one that the configuration
 * demands, or the one with the money.
 */
export const hostedNetwork = (
  known: Readonly<Record<string, string>>,
  url: string,
  demanded: string | undefined,
): string => known[new URL(url).hostname] ?? demanded ?? 'bc'
