import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { PeerNode, PeerPayment } from '../../peer-parts/peer-node.ts'
import type { PeerCall, PeerReply } from '../../peer-parts/peer-server.ts'
import { failure, streamFailure } from './lnd-peer-failure.ts'

/** `POST /v2/router/send`: an invoice that has expired by LND's own clock is rejected before anything is begun. */
export async function sendPayment(
  node: PeerNode,
  { call, reply, nowSeconds }: { call: PeerCall; reply: PeerReply; nowSeconds: number },
): Promise<void> {
  const asked = JSON.parse(call.text) as Record<string, string | undefined>
  const bolt11 = String(asked['payment_request'])
  if (bolt11.length < 8) return reply.send(500, streamFailure(2, `invalid bech32 string length ${bolt11.length}`))
  const { paymentHash, timestamp, expirySeconds } = readInvoice(bolt11)
  const validUntil = timestamp + expirySeconds
  if (nowSeconds > validUntil) {
    const until = new Date(validUntil * 1000).toISOString()
    return reply.send(500, streamFailure(2, `invoice expired. Valid until ${until}`))
  }
  const earlier = node.payments.get(paymentHash)
  if (earlier?.state === 'settled') return reply.send(409, streamFailure(6, 'invoice is already paid'))
  if (earlier?.state === 'pending') return reply.send(409, streamFailure(6, 'payment is in transition'))
  const payment = node.pay({
    bolt11,
    amountMsat: asked['amt_msat'] === undefined ? undefined : BigInt(asked['amt_msat']),
    feeLimitMsat: BigInt(asked['fee_limit_msat'] ?? 0),
  })
  await tellEnd(node, payment, reply)
}

/** `GET /v2/router/track/{hash}` */
export async function trackPayment(node: PeerNode, reply: PeerReply, paymentHash: string): Promise<void> {
  const payment = node.payments.get(paymentHash)
  if (payment === undefined) return reply.send(404, streamFailure(5, "payment isn't initiated"))
  if (payment.state === 'pending') reply.line({ result: paymentToWire(payment) })
  await tellEnd(node, payment, reply)
}

/**
 * `GET /v1/payments`, by index: one that is tried again has a new index and is not listed under its old one.
 * `unwritten`: hashes whose payment has its index, and is not written down yet.
 */
export function listPayments(
  node: PeerNode,
  { call, reply, unwritten }: { call: PeerCall; reply: PeerReply; unwritten: ReadonlySet<string> },
): void {
  const { query } = call
  const offset = Number(query.get('index_offset') ?? 0)
  const isReversed = query.get('reversed') === 'true'
  if (query.get('include_incomplete') !== 'true') return reply.send(400, failure(3, 'the peer lists all or nothing'))
  const listed = [...node.payments.values()]
    .filter(({ paymentHash }) => !unwritten.has(paymentHash))
    .filter((one) => (isReversed && offset > 0 ? numberOf(one) < offset : isReversed || numberOf(one) > offset))
    .toSorted((one, other) => (isReversed ? numberOf(other) - numberOf(one) : numberOf(one) - numberOf(other)))
    .slice(0, Number(query.get('max_payments') ?? 100))
    .toSorted((one, other) => numberOf(one) - numberOf(other))
  reply.send(200, {
    payments: listed.map(paymentToWire),
    first_index_offset: String(listed[0] === undefined ? 0 : numberOf(listed[0])),
    last_index_offset: String(Math.max(0, ...listed.map(numberOf))),
    total_num_payments: '0',
  })
}

async function tellEnd(node: PeerNode, payment: PeerPayment, reply: PeerReply): Promise<void> {
  await node.untilFinal(payment, reply.gone).catch(() => undefined)
  reply.line({ result: paymentToWire(payment) })
  reply.end()
}

const numbers = new WeakMap<PeerPayment, number>()
const numberOf = (payment: PeerPayment): number => numbers.get(payment) ?? payment.index

/** Its payments move to SQL: they are numbered from 1 on. */
export function renumber({ payments }: PeerNode): void {
  const inOrder = [...payments.values()].toSorted((one, other) => numberOf(one) - numberOf(other))
  for (const [at, payment] of inOrder.entries()) numbers.set(payment, at + 1)
}

/**
 * With its payments in SQL: the number after the greatest that is left, which may be that of the record it replaces.
 */
export function numberAsSql({ payments }: PeerNode, payment: PeerPayment): void {
  const others = [...payments.values()].filter((one) => one !== payment)
  numbers.set(payment, Math.max(0, ...others.map(numberOf)) + 1)
}

const PAYMENT_STATES = { pending: 'IN_FLIGHT', settled: 'SUCCEEDED', failed: 'FAILED' } as const

const REASONS = {
  'no-route': 'FAILURE_REASON_NO_ROUTE',
  rejected: 'FAILURE_REASON_INCORRECT_PAYMENT_DETAILS',
} as const

const paymentToWire = (payment: PeerPayment): object => ({
  payment_hash: payment.paymentHash,
  payment_request: payment.bolt11,
  value_msat: String(payment.amountMsat),
  fee_msat: String(payment.feeMsat),
  payment_preimage: payment.state === 'settled' ? payment.preimage : '0'.repeat(64),
  status: PAYMENT_STATES[payment.state],
  failure_reason: payment.state === 'failed' ? REASONS[payment.failure] : 'FAILURE_REASON_NONE',
  // LND gives no two payments the same time.
  creation_time_ns: `${payment.createdAt}${String(payment.index).padStart(9, '0')}`,
  payment_index: String(numberOf(payment)),
  htlcs: [],
})
