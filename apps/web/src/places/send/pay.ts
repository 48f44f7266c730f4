import { ApiError, isRefusal } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { lastPayment } from '../../api/live.ts'
import { limitLeftMs } from '../../api/rate-limit.ts'
import type { AnswerOf } from '../../api/routes.ts'
import type { ReadyDraft } from './draft.ts'

type Seen = AnswerOf<'GET /api/v1/payments/{checking_id}'>
export type SuccessAction = AnswerOf<'POST /api/v1/payments/lnurl'>['success_action']

export type End =
  | { readonly kind: 'paid'; readonly payment: Seen; readonly action: SuccessAction }
  /** `final`: the service has said no, and another attempt needs another key. */
  | { readonly kind: 'not-paid'; readonly error: unknown; readonly final: boolean }

/** What one question has brought. */
type News =
  | { readonly kind: 'named'; readonly checkingId: string; readonly action: SuccessAction }
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The request may have been carried out. */
  | { readonly kind: 'unclear'; readonly error: unknown }
  | { readonly kind: 'seen'; readonly payment: Seen }
  | { readonly kind: 'absent' }

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 10_000
/** Long after the last request: what the service does not know after two answers, this far apart, was never ordered. */
const ABSENT_TWICE_MS = 3000
const ANSWER_MS = 40_000
/** From then on an invoice is asked for by its hash, while its request still waits for an answer. */
const FIRST_ANSWER_MS = 5000
/** After that no request is on its way any more, and a repeat could surprise: the person has long gone on. */
const REPEAT_WITHIN_MS = 10 * 60_000
/** The service answers, and says that it cannot. */
const MAX_ANSWERED_ERRORS = 3

/** Requests on the way, also of a screen that was left and entered again. */
const running = new Map<string, Promise<News>>()

/**
 * Pays, or finds out what became of a payment that was ordered before: until the service says paid or not paid. If the
 * answer is lost, an invoice is asked for by its hash. What the service does not know may still be on its way to it: it
 * is ordered again under the same key, which the service counts once.
 */
export async function seeThrough(
  draft: ReadyDraft,
  isNew: boolean,
  onNamed: (checkingId: string) => void,
  signal: AbortSignal,
): Promise<End> {
  let checkingId = draft.checkingId
  let action: SuccessAction = null
  let isFirst = isNew
  let absentSince: number | undefined
  let answeredErrors = 0
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(MAX_WAIT_MS, wait * 1.5)) {
    const news = await ask(draft, checkingId, isFirst)
    signal.throwIfAborted()
    if (news.kind === 'named') {
      ;({ checkingId, action } = news)
      onNamed(checkingId)
      continue
    }
    if (news.kind === 'refused' && (isFirst || isVerdict(news.error)))
      return { kind: 'not-paid', error: news.error, final: isVerdict(news.error) }
    isFirst = false
    if (news.kind === 'seen') {
      const end = endOf(news.payment, action)
      if (end !== undefined) return end
      absentSince = undefined
    } else if (news.kind === 'absent') {
      absentSince ??= Date.now()
      if (Date.now() - absentSince >= ABSENT_TWICE_MS) return { kind: 'not-paid', error: undefined, final: false }
    } else if (news.kind === 'unclear') {
      answeredErrors = isAnswered(news.error) ? answeredErrors + 1 : 0
      if (answeredErrors >= MAX_ANSWERED_ERRORS && draft.target.kind === 'link')
        return { kind: 'not-paid', error: news.error, final: false }
    }
    await pause(wait, signal)
  }
}

/** The one request that moves money is sent for a new draft, and again while the service does not know it. */
async function ask(draft: ReadyDraft, checkingId: string | undefined, isFirst: boolean): Promise<News> {
  if (checkingId !== undefined) return look(draft, checkingId)
  const { target } = draft
  const under = running.get(draft.key)
  if (target.kind === 'invoice') {
    if (isFirst) return Promise.race([order(draft), unclearAfter(FIRST_ANSWER_MS)])
    const news = await look(draft, target.hash)
    if (!isUnknown(news, draft)) return news
    // It still waits for its answer.
    if (under !== undefined) return { kind: 'unclear', error: undefined }
    return isRecent(draft) ? order(draft) : { kind: 'absent' }
  }
  if (isFirst || under !== undefined) return under ?? order(draft)
  return isRecent(draft) ? order(draft) : findInList(draft)
}

const isRecent = ({ sentAt = 0 }: ReadyDraft): boolean => Date.now() - sentAt < REPEAT_WITHIN_MS

/** The service knows no payment of the draft: none of the invoice, or only a former attempt. */
const isUnknown = (news: News, { target }: ReadyDraft): boolean =>
  news.kind === 'absent' ||
  (news.kind === 'seen' && target.kind === 'invoice' && target.failedBefore === news.payment.details.checking_id)

const unclearAfter = (ms: number): Promise<News> =>
  new Promise((resolve) => setTimeout(() => resolve({ kind: 'unclear', error: undefined }), ms))

function order(draft: ReadyDraft): Promise<News> {
  const sent = send(draft).finally(() => running.delete(draft.key))
  running.set(draft.key, sent)
  return sent
}

async function send({ target, key, walletId, amountMsat, comment = '', note = '' }: ReadyDraft): Promise<News> {
  const query = { wallet_id: walletId }
  const options = { idempotencyKey: key, signal: AbortSignal.timeout(ANSWER_MS) }
  try {
    if (target.kind === 'link') {
      const body = { lnurl: target.lnurl, amount: amountMsat, ...(comment !== '' && { comment }) }
      const { checking_id, success_action } = await call('POST /api/v1/payments/lnurl', { query, body }, options)
      return { kind: 'named', checkingId: checking_id, action: success_action }
    }
    const body = {
      out: true,
      bolt11: target.bolt11,
      ...(target.amountMsat === null && { amount: amountMsat / 1000 }),
      ...(note !== '' && { memo: note }),
    }
    const { checking_id } = await call('POST /api/v1/payments', { query, body }, options)
    return { kind: 'named', checkingId: checking_id, action: null }
  } catch (error) {
    return error instanceof ApiError && isRefusal(error) ? { kind: 'refused', error } : { kind: 'unclear', error }
  }
}

async function look({ walletId }: ReadyDraft, id: string): Promise<News> {
  try {
    const input = { path: { checking_id: id }, query: { wallet_id: walletId } }
    return { kind: 'seen', payment: await call('GET /api/v1/payments/{checking_id}', input) }
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? { kind: 'absent' } : { kind: 'unclear', error }
  }
}

/** Long after an LNURL was ordered: a payment of this amount to this domain since then. */
async function findInList({ target, walletId, amountMsat, sentAt = 0 }: ReadyDraft): Promise<News> {
  try {
    const query = {
      wallet_id: walletId,
      direction: 'out',
      tag: ['lnurl'],
      from: Math.floor(sentAt / 1000) - 60,
    } as const
    const found = (await call('GET /api/v1/payments', { query })).find(
      ({ extra, amount_msat }) =>
        amount_msat === -amountMsat && (extra as { lnurl_domain?: unknown }).lnurl_domain === domainOf(target),
    )
    return found === undefined ? { kind: 'absent' } : { kind: 'named', checkingId: found.checking_id, action: null }
  } catch (error) {
    return { kind: 'unclear', error }
  }
}

const domainOf = (target: ReadyDraft['target']): string | undefined =>
  target.kind === 'link' ? target.domain : undefined

/** It stays like that, however often the request is repeated. */
const isVerdict = ({ status }: ApiError): boolean => status === 400 || status === 404 || status === 422

const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.status >= 500

function endOf(payment: Seen, action: SuccessAction): End | undefined {
  if (payment.status === 'success') return { kind: 'paid', payment, action: action ?? actionOf(payment) }
  return payment.status === 'failed' ? { kind: 'not-paid', error: undefined, final: true } : undefined
}

/** As it is stored with the payment, for a screen that was opened again. */
const actionOf = ({ details }: Seen): SuccessAction =>
  (details.extra as { lnurl_success_action?: SuccessAction }).lnurl_success_action ?? null

/** Until the time is over, or there is news of some payment, or the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const end = (): void => {
      ended.abort()
      clearTimeout(timer)
      unsubscribe()
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }
    const timer = setTimeout(end, Math.max(ms, limitLeftMs()))
    const unsubscribe = lastPayment.subscribe(end)
    addEventListener('online', end, { signal: ended.signal })
    signal.addEventListener('abort', end, { signal: ended.signal })
  })
}
