import { parseInvoice } from '@satchel/bolt11/read-invoice'
import type { LndAnswer, LndCalls, StreamRequest } from '@satchel/lightning/backends/lnd/lnd-calls'
import type { LndRefusal } from '@satchel/lightning/backends/lnd/lnd-refusal'
import type { LndTry, TryPlan } from './lnd-records.ts'
import type { NodeLine } from './node-line.ts'
import type { SimulatedLnd } from './simulated-lnd.ts'

export interface LndCallsDeps {
  readonly line: NodeLine
  readonly lnd: SimulatedLnd
  /** The attempt whose pay call is in flight. For checks only: LND does not know it. */
  readonly attemptOf: (paymentHash: string) => string | undefined
  readonly plan: () => TryPlan
}

/** `at`: the node's clock when it answered. */
type Heard = {
  readonly at: number
  readonly fields?: Readonly<Record<string, unknown>>
  readonly refusal?: LndRefusal
  readonly known?: LndTry
}

/** LND's REST interface as far as payments use it. */
export function createSimulatedLndCalls({ line, lnd, attemptOf, plan }: LndCallsDeps): LndCalls {
  const send = (request: StreamRequest): Promise<Heard> => {
    const body = request.body as { payment_request: string; fee_limit_msat: string; amt_msat?: string }
    const invoice = parseInvoice(body.payment_request)
    const { paymentHash } = invoice
    // The attempt is determined when the request leaves, however late it arrives.
    const attemptId = attemptOf(paymentHash)
    const what = `pay ${paymentHash.slice(0, 8)}`
    return line.follow(
      what,
      (answer) => {
        const begun = lnd.pay(
          {
            paymentHash,
            amountMsat: invoice.amountMsat ?? BigInt(body.amt_msat ?? 0),
            feeLimitMsat: BigInt(body.fee_limit_msat),
            expiresAt: invoice.timestamp + invoice.expirySeconds,
            attemptId,
          },
          plan(),
        )
        if (!('index' in begun)) return answer({ at: lnd.nowSeconds(), refusal: { status: 200, ...begun } })
        lnd.onEnd(begun, () => answer({ at: lnd.nowSeconds(), fields: toFields(begun, lnd) }))
      },
      { ...request, isPay: true },
    )
  }
  const track = (request: StreamRequest): Promise<Heard> => {
    const encoded = request.path.split('/').at(-1) ?? ''
    const paymentHash = Buffer.from(encoded, 'base64url').toString('hex')
    return line.follow(
      `track ${paymentHash.slice(0, 8)}`,
      (answer) => {
        const known = lnd.lastTry(paymentHash)
        const at = lnd.nowSeconds()
        if (known !== undefined) return answer({ at, fields: toFields(known, lnd), known })
        answer({ at, refusal: { status: 200, code: 5, message: "payment isn't initiated" } })
      },
      request,
    )
  }
  const ask = (_method: 'GET' | 'POST', path: string): Promise<LndAnswer> => line.call(path, () => answerTo(lnd, path))
  return {
    ask,
    askIfAllowed: async () => undefined,
    async require(method, path) {
      const answer = await ask(method, path)
      if ('refusal' in answer) throw new Error(`LND refuses ${path.split('?')[0]}: ${answer.refusal.message}`)
      return answer.fields
    },
    async follow(request, onResult) {
      const answer = await (request.path === '/v2/router/send' ? send(request) : track(request))
      request.onDate?.(answer.at)
      if (answer.fields?.['status'] === 'IN_FLIGHT' && answer.known !== undefined) answer.known.reports += 1
      if (answer.fields !== undefined) onResult(answer.fields)
      return answer.refusal
    },
  }
}

const STATES = { in_flight: 'IN_FLIGHT', settled: 'SUCCEEDED', failed: 'FAILED' } as const

const toFields = (attempt: LndTry, lnd: SimulatedLnd): Readonly<Record<string, unknown>> => ({
  payment_hash: attempt.paymentHash,
  status: STATES[attempt.state],
  value_msat: String(attempt.amountMsat),
  fee_msat: String(attempt.feeMsat),
  payment_preimage: attempt.state === 'settled' ? lnd.preimageOf(attempt.paymentHash) : '',
  failure_reason: attempt.state === 'failed' ? `FAILURE_REASON_${attempt.reason.toUpperCase()}` : 'FAILURE_REASON_NONE',
  payment_index: String(attempt.index),
  creation_time_ns: String(attempt.beganNs),
  creation_date: String(attempt.beganNs / 1_000_000_000n),
})

function answerTo(lnd: SimulatedLnd, path: string): LndAnswer {
  const [route, query = ''] = path.split('?')
  if (route !== '/v1/payments') return { refusal: { status: 404, code: 5, message: 'Not Found' } }
  const asked = new URLSearchParams(query)
  const offset = Number(asked.get('index_offset') ?? 0)
  const max = Number(asked.get('max_payments') ?? 100)
  const all = lnd.listTries()
  const reversed = asked.get('reversed') === 'true'
  const withFailed = asked.get('include_incomplete') === 'true'
  const wanted = all.filter(({ index, state }) => {
    if (!withFailed && state !== 'settled') return false
    return reversed ? offset === 0 || index < offset : index > offset
  })
  const page = reversed ? wanted.slice(-max) : wanted.slice(0, max)
  return {
    fields: {
      payments: page.map((attempt) => toFields(attempt, lnd)),
      first_index_offset: String(page[0]?.index ?? 0),
      last_index_offset: String(page.at(-1)?.index ?? 0),
    },
  }
}
