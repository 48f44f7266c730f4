import type { X509Certificate } from 'node:crypto'
import { jwtEndsAt } from './adapter-parts/jwt-ends-at.ts'
import { readRuneFile } from './backends/cln/read-cln.ts'
import { runeEndsAt } from './backends/cln/rune-ends-at.ts'
import { macaroonEndsAt } from './backends/lnd/macaroon-ends-at.ts'
import { readMacaroonFile } from './backends/lnd/read-lnd.ts'
import { readAgain } from './config/setting.ts'
import { shownCertificate } from './net/shown-certificate.ts'
import type { SourceConfig } from './read-funding.ts'

/** What of a configured node expires. */
export interface NodeExpiry {
  /** Reads the certificate that its operator has to renew; undefined = without TLS, or of a company that renews its own. */
  readonly certificate: (() => Promise<X509Certificate>) | undefined
  /** Unix seconds: the earliest of its credentials; undefined = none of them says. */
  readonly credentialEndsAt: number | undefined
}

/** From the configuration alone; only `certificate` connects to the node. */
export function nodeExpiry(source: SourceConfig): NodeExpiry {
  const ends = credentialEnds(source).filter((end) => end !== undefined)
  const url = 'url' in source && !HOSTED.has(source.kind) && source.url.startsWith('https:') ? source.url : undefined
  return {
    certificate: url === undefined ? undefined : () => shownCertificate(url),
    credentialEndsAt: ends.length === 0 ? undefined : Math.min(...ends),
  }
}

const HOSTED: ReadonlySet<SourceConfig['kind']> = new Set(['blink', 'opennode', 'strike', 'nwc'])

function credentialEnds(source: SourceConfig): readonly (number | undefined)[] {
  switch (source.kind) {
    case 'lnd':
      return [macaroonEndsAt(readAgain(source.macaroon, readMacaroonFile))]
    case 'cln':
      return Object.values(source.runes).map((rune) => runeEndsAt(readAgain(rune, readRuneFile)))
    case 'lnbits':
      return [source.adminKey, source.invoiceKey].map(({ value }) => jwtEndsAt(value))
    case 'opennode':
      return [source.invoiceKey, source.payKey].map((key) => key && jwtEndsAt(key.value))
    case 'blink':
      return [jwtEndsAt(source.token)]
    case 'strike':
      return [jwtEndsAt(source.apiKey)]
    case 'eclair':
    case 'phoenixd':
      return [jwtEndsAt(source.password)]
    case 'ldk-server':
    case 'nwc':
    case 'simulated':
      return []
  }
}
