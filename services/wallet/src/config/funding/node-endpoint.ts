import { readFileSync } from 'node:fs'
import type { Reader } from '@satchel/http/environment'

export interface EndpointRules {
  readonly problems: string[]
  /** Used when the variable is not set; without one the variable is required. */
  readonly fallback?: string
  /** For a websocket: ws and wss are as good, and are read as http and https. */
  readonly socket?: boolean
}

/** Base URL of a node, http or https, without a slash at its end. `host:port` alone means https. */
export function readNodeUrl(read: Reader, name: string, { problems, fallback, socket }: EndpointRules): string {
  const given = read.optional(name) ?? fallback
  const text = socket === true ? given?.replace(/^ws(?=s?:)/i, 'http') : given
  if (text === undefined) {
    problems.push(`${name}: must be set for this SERVICE_FUNDING_SOURCE`)
    return ''
  }
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.username !== '') {
    problems.push(`${name}: must be an http or https URL without user and query`)
    return ''
  }
  return withScheme.replace(/\/+$/, '')
}

/** A secret this source cannot do without. */
export function readRequired(read: Reader, name: string, problems: string[]): string {
  const value = read.optional(name)
  if (value === undefined) problems.push(`${name}: must be set for this SERVICE_FUNDING_SOURCE`)
  return value ?? ''
}

/** A certificate given as PEM text, as base64 of it, or as the path of its file; undefined when not set. */
export function readCertificate(read: Reader, name: string, problems: string[]): string | undefined {
  const value = read.optional(name)
  if (value === undefined) return undefined
  const text = [() => value, () => Buffer.from(value, 'base64').toString(), () => readFileSync(value, 'utf8')]
    .map((as) => attempt(as))
    .find((pem) => pem?.includes('-----BEGIN CERTIFICATE-----'))
  if (text === undefined) problems.push(`${name}: must be a PEM certificate, or the path of a file with one`)
  return text?.replaceAll('\\n', '\n')
}

function attempt(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
