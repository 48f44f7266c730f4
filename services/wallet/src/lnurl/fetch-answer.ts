import { ServiceError } from '@satchel/http/service-error'
import { type JsonAnswer, readJsonAnswer } from '@satchel/lnurl/json-answer'
import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { allowKey, hostOf, parseAllowList } from '@satchel/outbound/destination-rules'
import type { Outbound } from '@satchel/outbound/outbound'
import type { OutboundConfig } from '../config.ts'
import { readingLnurl } from './reading-lnurl.ts'

export interface FetchDeps {
  readonly outbound: Outbound
  readonly rules: Pick<OutboundConfig, 'allowPrivate' | 'allow'>
  /** For all redirects together; default: as long as somebody who pays or is paid after it should wait. */
  readonly timeoutMs?: number | undefined
}

const TIMEOUT_MS = 10_000
/** Metadata may have a picture in them. */
const MOST_BYTES = 256 * 1024
const MOST_REDIRECTS = 3

/**
 * Asks a service that a user named: GET, through the guard, so long and so much at most. `redirects`: only where asking
 * changes nothing; each is judged like the first address. Throws `bad_request` with what was wrong, the service's own
 * reason included: nothing has been paid then.
 */
export async function fetchAnswer(deps: FetchDeps, url: string, redirects: 'follow' | 'refuse'): Promise<JsonAnswer> {
  const deadline = performance.now() + (deps.timeoutMs ?? TIMEOUT_MS)
  let next = url
  for (let hop = 0; hop <= (redirects === 'follow' ? MOST_REDIRECTS : 0); hop += 1) {
    requireHttps(deps.rules, next)
    const answered = await deps.outbound.request({
      method: 'GET',
      url: next,
      headers: { accept: 'application/json' },
      timeoutMs: Math.max(1, deadline - performance.now()),
      maxBytes: MOST_BYTES,
    })
    if (answered.kind === 'blocked') throw refused(answered.message)
    if (answered.kind === 'failed') throw refused(`The service did not answer: ${answered.message}.`)
    const { status, headers, body } = answered
    if (status < 300 || status >= 400) return readingLnurl(() => readJsonAnswer(body.toString('utf8')))
    const target = headers['location'] ?? ''
    if (!URL.canParse(target, next)) throw refused('The service redirects to nowhere.')
    next = new URL(target, next).href
  }
  throw refused('The service redirects to somewhere else.')
}

/** LUD-01: https, but for hosts that have no certificates, and for those an operator has let in (decisions §6). */
function requireHttps({ allowPrivate, allow }: FetchDeps['rules'], text: string): void {
  const url = new URL(text)
  if (url.protocol !== 'http:' || allowPrivate || plainHttpHost(url.hostname)) return
  if (parseAllowList(allow).has(allowKey(hostOf(url), Number(url.port || 80)))) return
  throw refused('An LNURL must lead to https.')
}

const refused = (detail: string): ServiceError => new ServiceError('bad_request', detail)
