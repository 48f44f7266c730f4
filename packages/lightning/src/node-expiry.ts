import type { X509Certificate } from 'node:crypto'
import { backendOf, type SourceConfig } from './all-backends.ts'
import { shownCertificate } from './net/shown-certificate.ts'

/** The parts of a configured node that expire. */
export interface NodeExpiry {
  /**
   * Reads the certificate that its operator must renew; undefined = without TLS, or of a company that renews its own.
   */
  readonly certificate: (() => Promise<X509Certificate>) | undefined
  /** Unix seconds: the earliest of its credentials; undefined = none has an expiry. */
  readonly credentialEndsAt: number | undefined
}

/** From the configuration alone; only `certificate` connects to the node. */
export function nodeExpiry(source: SourceConfig): NodeExpiry {
  const backend = backendOf(source.kind)
  const ends = backend.credentialEnds(source).filter((end) => end !== undefined)
  const url = 'url' in source && !backend.facts.hosted && source.url.startsWith('https:') ? source.url : undefined
  return {
    certificate: url === undefined ? undefined : () => shownCertificate(url),
    credentialEndsAt: ends.length === 0 ? undefined : Math.min(...ends),
  }
}
