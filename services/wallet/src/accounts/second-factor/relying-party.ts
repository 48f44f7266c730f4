import { isIP } from 'node:net'
import { forbidden } from '@satchel/http/service-error'

/** The host that a passkey is permanently bound to: it does not work under another name. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * Browsers require a host name, not an IP address; loopback addresses become `localhost`. Undefined = passkeys cannot
 * be used here.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const url = new URL(publicUrl)
  const address = url.hostname.replaceAll(/[[\]]/g, '')
  if (isIP(address) === 0) return { id: url.hostname, origin: url.origin }
  if (address !== '::1' && !address.startsWith('127.')) return undefined
  url.hostname = 'localhost'
  return { id: 'localhost', origin: url.origin }
}

export function requireRelyingParty(publicUrl: string): RelyingParty {
  const party = relyingPartyOf(publicUrl)
  if (party !== undefined) return party
  throw forbidden('Passkeys need a name, not an address, in SERVICE_PUBLIC_URL.', { code: 'passkeys_unavailable' })
}
