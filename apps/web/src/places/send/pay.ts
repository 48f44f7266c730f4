import { lastPayment } from '../../api/live.ts'
import { limitLeftMs } from '../../api/rate-limit.ts'
import type { ReadyDraft } from './draft.ts'
import { afterAnswer, type PayAnswer, type Paying } from './pay-states.ts'

/** What the service is asked; `payService` asks it. */
export interface PayService {
  /** The one request that moves money. The service counts a key once, however often it is sent. */
  order(draft: ReadyDraft): Promise<PayAnswer>
  /** By its checking id, or by the hash of its invoice. */
  findPayment(draft: ReadyDraft, id: string): Promise<PayAnswer>
  /** A payment of an LNURL, whose hash only the service knows. */
  findInList(draft: ReadyDraft): Promise<PayAnswer>
}

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 10_000
/** From then on an invoice is looked up by its hash, while its order still waits for an answer. */
const FIRST_ANSWER_MS = 5000
/** After that no order is in flight, and the person does not expect one any more. */
const REPEAT_WITHIN_MS = 10 * 60_000

/** Orders in flight, also those of a screen that was left. */
const inFlight = new Map<string, Promise<PayAnswer>>()

/**
 * Orders a new payment, or follows one that was ordered before, until it has an end. Where the answer is lost it is
 * looked up; if the service does not know it, the order may still be on its way and is repeated under the same key.
 */
export async function pay(
  service: PayService,
  draft: ReadyDraft,
  isNew: boolean,
  onNamed: (checkingId: string) => void,
  signal: AbortSignal,
): Promise<Paying> {
  const { checkingId } = draft
  let paying: Paying = checkingId === undefined ? { state: isNew ? 'new' : 'sent' } : { state: 'named', checkingId }
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(MAX_WAIT_MS, wait * 1.5)) {
    const answer = await ask(service, draft, paying)
    signal.throwIfAborted()
    paying = afterAnswer(paying, answer, Date.now())
    const { state } = paying
    if (state === 'paid' || state === 'failed' || state === 'unpaid') return paying
    if (answer.event !== 'named') await pause(wait, signal)
    else if (answer.checkingId !== undefined) onNamed(answer.checkingId)
  }
}

async function ask(service: PayService, draft: ReadyDraft, { state, checkingId }: Paying): Promise<PayAnswer> {
  if (checkingId !== undefined) return service.findPayment(draft, checkingId)
  const { target, key, sentAt = 0 } = draft
  const order = (): Promise<PayAnswer> => inFlight.get(key) ?? sendOrder(service, draft)
  const isRecent = Date.now() - sentAt < REPEAT_WITHIN_MS
  if (target.kind === 'link')
    return state === 'new' || isRecent || inFlight.has(key) ? order() : service.findInList(draft)
  if (state === 'new') return Promise.race([order(), unansweredAfter(FIRST_ANSWER_MS)])
  const found = await service.findPayment(draft, target.hash)
  const isFormer = target.failedBefore !== undefined && found.payment?.details.checking_id === target.failedBefore
  if (found.event !== 'absent' && !isFormer) return found
  if (inFlight.has(key)) return { event: 'unanswered' }
  return isRecent ? order() : { event: 'absent' }
}

function sendOrder(service: PayService, draft: ReadyDraft): Promise<PayAnswer> {
  const sent = service.order(draft).finally(() => inFlight.delete(draft.key))
  inFlight.set(draft.key, sent)
  return sent
}

const unansweredAfter = (ms: number): Promise<PayAnswer> =>
  new Promise((resolve) => setTimeout(() => resolve({ event: 'unanswered' }), ms))

/** Until the time is over, a payment is reported, or the network is back. */
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
