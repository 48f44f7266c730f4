import type { InsideAnswer } from '@satchel/http/inside-door'
import { badRequest, rateLimited, ServiceError } from '@satchel/http/service-error'
import { type JsonAnswer, readJsonAnswer } from '@satchel/lnurl/json-answer'
import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { failure } from '@satchel/outbound/describe-failure'
import { allowKey, hostOf, parseAllowList } from '@satchel/outbound/destination-rules'
import type { Outbound, OutboundAnswer } from '@satchel/outbound/outbound'
import type { OutboundConfig } from '../config/config.ts'
import type { OwnLinks } from './own-links.ts'
import { readingLnurl } from './reading-lnurl.ts'

export interface FetchDeps {
  readonly outbound: Outbound
  readonly rules: Pick<OutboundConfig, 'allowPrivate' | 'allow'>
  /** For all redirects together; default: as long as a payer or payee should wait. */
  readonly timeoutMs?: number | undefined
  /** Answers links of this installation; unset = they are requested over HTTP like others. */
  readonly ownLinks?: Pick<OwnLinks, 'ask'> | undefined
  /** Asks for payouts: own links answer them without limits for visitors. */
  readonly isPayout?: boolean | undefined
}

export interface Question {
  readonly url: string
  /** Whether to follow redirects, only for requests without effect; each redirect is checked like the first address. */
  readonly redirects: 'follow' | 'refuse'
  /** The requesting account; undefined = the service itself, which requests even its own links over HTTP. */
  readonly accountId?: string | undefined
}

const TIMEOUT_MS = 10_000
/** Metadata may contain a picture. */
const MAX_BYTES = 256 * 1024
const MAX_REDIRECTS = 3

/**
 * Sends a GET to a service that a user has named, through the outbound guard, with limits of time and size. A link of
 * this installation is answered in this process. Throws 400 with the reason, the service's own included, and
 * 429 when the account requests our own links too often; nothing has been paid then.
 */
export async function fetchAnswer(deps: FetchDeps, question: Question): Promise<JsonAnswer> {
  const { url, redirects, accountId } = question
  const deadline = performance.now() + (deps.timeoutMs ?? TIMEOUT_MS)
  let next = url
  for (let hop = 0; hop <= (redirects === 'follow' ? MAX_REDIRECTS : 0); hop += 1) {
    requireHttps(deps.rules, next)
    const timeoutMs = Math.max(1, deadline - performance.now())
    const own = accountId === undefined ? undefined : await askOwn(deps, { url: next, accountId, timeoutMs })
    const answered = own ?? (await askOutside(deps, next, timeoutMs))
    if (answered.kind === 'blocked') throw badRequest(answered.message, { code: 'lnurl_blocked' })
    if (answered.kind === 'failed')
      throw badRequest(`The service did not answer: ${answered.message}.`, { code: 'lnurl_no_answer' })
    const { status, headers, body } = answered
    if (status < 300 || status >= 400) return readAnswer(status, body.toString('utf8'))
    const target = headers['location'] ?? ''
    if (!URL.canParse(target, next))
      throw badRequest('The service redirects to an invalid URL.', { code: 'lnurl_bad_answer' })
    next = new URL(target, next).href
  }
  throw badRequest('The service redirects, or redirects too often.', { code: 'lnurl_bad_answer' })
}

/** LUD-01 ignores the HTTP status, but it explains an answer that is not JSON. */
function readAnswer(status: number, body: string): JsonAnswer {
  try {
    return readingLnurl(() => readJsonAnswer(body))
  } catch (error) {
    const isUnknown = status === 404 && error instanceof ServiceError && error.code === 'lnurl_bad_answer'
    throw isUnknown ? badRequest(error.detail, { code: 'lnurl_unknown' }) : error
  }
}

const askOutside = ({ outbound }: FetchDeps, url: string, timeoutMs: number): Promise<OutboundAnswer> =>
  outbound.request({ method: 'GET', url, headers: { accept: 'application/json' }, timeoutMs, maxBytes: MAX_BYTES })

/** Undefined: no link of this installation. */
async function askOwn(
  { ownLinks, isPayout }: FetchDeps,
  { url, accountId, timeoutMs }: { readonly url: string; readonly accountId: string; readonly timeoutMs: number },
): Promise<OutboundAnswer | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<OutboundAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'failed', status: undefined, ...failure('timeout') }), timeoutMs)
  })
  try {
    const answer = await Promise.race([ownLinks?.ask(url, { accountId, isPayout }), late])
    if (answer === undefined || 'kind' in answer) return answer
    if (answer.status === 429) throw tooOften(answer)
    return { kind: 'answered', ...answer }
  } finally {
    clearTimeout(timer)
  }
}

/** Our own link's limit is passed on as 429, so that the caller retries. */
function tooOften({ headers, body }: InsideAnswer): ServiceError {
  const { detail } = JSON.parse(body.toString('utf8')) as { detail: string }
  return rateLimited(detail, { headers: { 'Retry-After': headers['retry-after'] ?? '60' } })
}

/** LUD-01: https, except for hosts that have no certificates, and for those an operator has allowed (rule S602). */
function requireHttps({ allowPrivate, allow }: FetchDeps['rules'], text: string): void {
  const url = new URL(text)
  if (url.protocol !== 'http:' || allowPrivate || plainHttpHost(url.hostname)) return
  if (parseAllowList(allow).has(allowKey(hostOf(url), Number(url.port || 80)))) return
  throw badRequest('The URL of an LNURL must use https.', { code: 'lnurl_not_https' })
}
