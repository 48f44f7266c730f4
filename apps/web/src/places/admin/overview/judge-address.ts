export type AddressProblem = 'other-address' | 'only-here' | 'no-https' | 'proxy-not-trusted'

export interface AddressFacts {
  /** As configured. */
  readonly publicUrl: string
  /** Of this page. */
  readonly origin: string
  /** The service ignores the headers of the proxy before it. */
  readonly isProxyIgnored: boolean
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Why people cannot use the service at its address as they should; undefined: they can. */
export function judgeAddress({ publicUrl, origin, isProxyIgnored }: AddressFacts): AddressProblem | undefined {
  const [configured, here] = [new URL(publicUrl), new URL(origin)]
  // An operator may look through a tunnel.
  if (configured.origin !== here.origin && !LOOPBACK.test(here.hostname)) return 'other-address'
  if (LOOPBACK.test(configured.hostname)) return 'only-here'
  // The onion network encrypts.
  if (configured.protocol !== 'https:' && !configured.hostname.endsWith('.onion')) return 'no-https'
  return isProxyIgnored ? 'proxy-not-trusted' : undefined
}

/** What the address is compared with. Links are never made from it. */
export const ownOrigin = (): string => location.origin
