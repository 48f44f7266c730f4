import type { Outbound } from '@satchel/outbound/outbound'

export interface FetchTrustedDeps {
  readonly outbound: Outbound
  /** Whether answers from the URL can be trusted: https, or http if an operator allows it. */
  readonly isTrusted: (url: string) => boolean
}

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3

/**
 * Fetches a catalogue, a list of releases or an archive through the outbound guard, with limits of time and size.
 * Throws the reason on failure.
 */
export async function fetchTrusted(deps: FetchTrustedDeps, url: string, maxBytes: number): Promise<Buffer> {
  let next = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (!deps.isTrusted(next)) throw new Error('it must be an https URL')
    const answer = await deps.outbound.request({ method: 'GET', url: next, timeoutMs: TIMEOUT_MS, maxBytes })
    if (answer.kind === 'blocked') throw new Error(answer.message)
    if (answer.kind === 'failed') throw new Error(`the server did not answer: ${answer.message}`)
    const { status, headers, body } = answer
    if (status >= 200 && status < 300) return body
    const target = headers['location'] ?? ''
    if (status < 300 || status >= 400 || !URL.canParse(target, next)) throw new Error(`the server answered ${status}`)
    next = new URL(target, next).href
  }
  throw new Error('the server redirects without end')
}
