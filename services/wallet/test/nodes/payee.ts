import { hash as digest, randomBytes } from 'node:crypto'
import { eventually } from '../campaigns/eventually.ts'
import type { LndNode } from './lnd-node.ts'

/** Another operator's node at the other end of the network, which receives payments from the service and pays it. */
export interface Payee {
  invoice(amountMsat: bigint | undefined, more?: { readonly expirySeconds: number }): Promise<ForeignInvoice>
  /** Holds what arrives until it is settled or cancelled. */
  holdInvoice(amountMsat: bigint): Promise<ForeignHold>
  cancel(paymentHash: string): Promise<void>
  /** 0 until it is settled. */
  receivedMsat(paymentHash: string): Promise<bigint>
  /** Resolves when the payment is final. `chosenMsat`: for an invoice without an amount. */
  pay(bolt11: string, chosenMsat?: bigint): Promise<PaidEnd>
  /** Without an invoice. */
  keysend(nodeKey: string, amountMsat: bigint): Promise<PaidEnd>
  /** Pays an AMP invoice, or a node without an invoice. */
  payAmp(to: { readonly bolt11: string } | { readonly nodeKey: string }, amountMsat: bigint): Promise<PaidEnd>
}

export interface ForeignInvoice {
  readonly bolt11: string
  readonly paymentHash: string
}

export interface ForeignHold extends ForeignInvoice {
  untilHeld(): Promise<void>
  settle(): Promise<void>
  cancel(): Promise<void>
}

export interface PaidEnd {
  readonly status: 'SUCCEEDED' | 'FAILED'
  readonly reason: string
  /** For AMP, the id of its set. */
  readonly paymentHash: string
}

const HELD_MS = 30_000
const PAY_SECONDS = 30
/** Longer than any story holds a payment. */
const SILENCE_MS = 300_000
const FEE_LIMIT_MSAT = '100000'

export function createPayee(node: Pick<LndNode, 'calls'>): Payee {
  const findInvoice = (paymentHash: string) => node.calls.require('GET', `/v1/invoice/${paymentHash}`)
  const send = async (order: object): Promise<PaidEnd> => {
    // Resets mission control: LND would avoid a channel that failed once for a while.
    await node.calls.require('POST', '/v2/router/mc/reset', {})
    let last: Readonly<Record<string, unknown>> = {}
    const body = { ...order, fee_limit_msat: FEE_LIMIT_MSAT, timeout_seconds: PAY_SECONDS }
    const refusal = await node.calls.follow(
      { method: 'POST', path: '/v2/router/send', body, silenceMs: SILENCE_MS },
      (fields) => {
        last = fields
      },
    )
    const { status, failure_reason: reason, payment_hash: paymentHash } = last
    if (status !== 'SUCCEEDED' && status !== 'FAILED') throw new Error(refusal?.message ?? `no end: ${String(status)}`)
    return { status, reason: String(reason), paymentHash: String(paymentHash) }
  }
  const cancel = async (paymentHash: string): Promise<void> => {
    await node.calls.require('POST', '/v2/invoices/cancel', { payment_hash: base64(paymentHash) })
  }
  return {
    async invoice(amountMsat = 0n, { expirySeconds } = { expirySeconds: 3600 }) {
      const asked = { value_msat: String(amountMsat), expiry: String(expirySeconds) }
      const { payment_request: bolt11, r_hash: hash } = await node.calls.require('POST', '/v1/invoices', asked)
      return { bolt11: String(bolt11), paymentHash: Buffer.from(String(hash), 'base64').toString('hex') }
    },
    async holdInvoice(amountMsat) {
      const preimage = randomBytes(32)
      const paymentHash = digest('sha256', preimage)
      const asked = { hash: base64(paymentHash), value_msat: String(amountMsat) }
      const { payment_request: bolt11 } = await node.calls.require('POST', '/v2/invoices/hodl', asked)
      return {
        bolt11: String(bolt11),
        paymentHash,
        async untilHeld() {
          await eventually(
            'the payee holds the payment',
            async () => (await findInvoice(paymentHash))['state'] === 'ACCEPTED',
            HELD_MS,
          )
        },
        async settle() {
          await node.calls.require('POST', '/v2/invoices/settle', { preimage: preimage.toString('base64') })
        },
        cancel: () => cancel(paymentHash),
      }
    },
    cancel,
    receivedMsat: async (paymentHash) => BigInt(String((await findInvoice(paymentHash))['amt_paid_msat'])),
    pay: (bolt11, chosenMsat) =>
      send({ payment_request: bolt11, ...(chosenMsat !== undefined && { amt_msat: String(chosenMsat) }) }),
    keysend(nodeKey, amountMsat) {
      const preimage = randomBytes(32)
      return send({
        dest: base64(nodeKey),
        amt_msat: String(amountMsat),
        payment_hash: digest('sha256', preimage, 'base64'),
        dest_custom_records: { [KEYSEND_RECORD]: preimage.toString('base64') },
      })
    },
    payAmp(to, amountMsat) {
      const whom = 'bolt11' in to ? { payment_request: to.bolt11 } : { dest: base64(to.nodeKey) }
      return send({ ...whom, amt_msat: String(amountMsat), amp: true })
    },
  }
}

/** Carries the preimage of a keysend to its payee. */
const KEYSEND_RECORD = 5_482_373_484

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
