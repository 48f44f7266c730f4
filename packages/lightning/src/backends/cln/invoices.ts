import { hash as digest, randomBytes } from 'node:crypto'
import { toJson } from '@satchel/money/units'
import { requireOwnInvoice } from '../../adapter-parts/require-own-invoice.ts'
import type { CreatedInvoice, FundingSource, IncomingStatus, InvoiceOrder } from '../../port/funding-source.ts'
import type { ClnRest } from './cln-rest.ts'
import { describeInvoice } from './describe-invoice.ts'
import type { HoldInvoice, HoldInvoices } from './hold-invoices.ts'
import type { KnownNode } from './know-node.ts'
import { type Fields, isFields, listOf, msatOf, textOf } from './read-fields.ts'

export interface InvoicesDeps {
  readonly rest: ClnRest
  readonly node: KnownNode
  readonly holds: HoldInvoices
}

type Invoices = Pick<FundingSource, 'createInvoice' | 'closeInvoice' | 'incomingStatus'>

/**
 * Number of deleted invoices that are kept here, because the node forgets them: a query soon after the deletion is
 * still answered.
 */
const REMEMBERED = 10_000

/** The label contains the hash: an invoice made before a crash is found again, and never made twice. */
export function createInvoices({ rest, node, holds }: InvoicesDeps): Invoices {
  const deleted = new Set<string>()
  const remember = (paymentHash: string): void => {
    deleted.add(paymentHash)
    for (const oldest of deleted) {
      if (deleted.size <= REMEMBERED) return
      deleted.delete(oldest)
    }
  }
  const findHold = async (paymentHash: string): Promise<HoldInvoice | undefined> =>
    node.now()?.hold === true ? holds.find(paymentHash) : undefined

  return {
    async createInvoice(request) {
      const { amountMsat, holdHash, descriptionHash } = request
      const own = (bolt11: string, paymentHash: string): CreatedInvoice =>
        requireOwnInvoice({ bolt11, paymentHash, amountMsat }, node.now()?.identity)
      if (holdHash !== undefined) {
        if (amountMsat === undefined) throw new Error('a hold invoice needs an amount')
        return own(await holds.create({ ...request, amountMsat }, holdHash), holdHash)
      }
      const preimage = request.preimage ?? randomBytes(32).toString('hex')
      const paymentHash = digest('sha256', Buffer.from(preimage, 'hex'))
      if (descriptionHash !== undefined && node.now()?.signs !== true) {
        throw new Error('this node cannot sign a description hash')
      }
      const bolt11 = await createOrFind(rest, request, preimage, labelOf(paymentHash))
      return own(descriptionHash === undefined ? bolt11 : await describeInvoice(rest, bolt11, request), paymentHash)
    },

    async closeInvoice(paymentHash) {
      const answer = await rest.ask('invoice', 'delinvoice', { label: labelOf(paymentHash), status: 'unpaid' })
      if (answer.is === 'result') remember(paymentHash)
      if (answer.is === 'result') return 'closed'
      if (answer.is === 'refused') throw new Error(answer.reason)
      if (answer.code !== UNKNOWN_LABEL) return whyNotDeleted(answer.fields)
      const hold = await findHold(paymentHash)
      if (hold === undefined || hold.state === 'cancelled') return 'closed'
      if (hold.state !== 'unpaid') return 'paid'
      return (await holds.cancelHold(paymentHash)) === 'cancelled' ? 'closed' : 'paid'
    },

    async incomingStatus(paymentHash) {
      const found = listOf(await rest.demand('read', 'listinvoices', { payment_hash: paymentHash }), 'invoices')[0]
      if (found !== undefined) return toIncomingStatus(found)
      const hold = await findHold(paymentHash)
      if (hold !== undefined) return toHoldStatus(hold)
      return { status: deleted.has(paymentHash) ? 'closed' : 'unknown' }
    },
  }
}

const labelOf = (paymentHash: string): string => `satchel-${paymentHash}`

const LABEL_EXISTS = 900
const UNKNOWN_LABEL = 905
const OTHER_STATUS = 906

async function createOrFind(rest: ClnRest, request: InvoiceOrder, preimage: string, label: string): Promise<string> {
  const answer = await rest.ask('invoice', 'invoice', {
    amount_msat: request.amountMsat === undefined ? 'any' : toJson(request.amountMsat),
    label,
    description: request.descriptionHash === undefined ? request.memo : '',
    expiry: request.expirySeconds,
    preimage,
  })
  if (answer.is === 'result') return textOf(answer.fields, 'bolt11')
  if (answer.is === 'refused') throw new Error(answer.reason)
  if (answer.code !== LABEL_EXISTS) throw new Error(`invoice: ${answer.code} ${answer.message}`)
  const made = listOf(await rest.demand('read', 'listinvoices', { label }), 'invoices')[0]
  if (made === undefined || textOf(made, 'status') !== 'unpaid') throw new Error('the invoice was made before')
  return textOf(made, 'bolt11')
}

/** `expired` is as good as closed: the node takes no payment of it any more. */
function whyNotDeleted(error: Fields): 'closed' | 'paid' | 'refused' {
  const { code, data } = error
  const status = code === OTHER_STATUS && isFields(data) ? data['current_status'] : undefined
  if (status === 'paid') return 'paid'
  return status === 'expired' ? 'closed' : 'refused'
}

export function toIncomingStatus(invoice: Fields): IncomingStatus {
  const status = textOf(invoice, 'status')
  switch (status) {
    case 'unpaid':
      return { status: 'open' }
    case 'paid':
      return { status: 'settled', amountMsat: msatOf(invoice, 'amount_received_msat') }
    case 'expired':
      return { status: 'closed' }
    default:
      throw new Error(`the node has an invoice that is ${status}`)
  }
}

function toHoldStatus({ state, receivedMsat }: HoldInvoice): IncomingStatus {
  switch (state) {
    case 'unpaid':
      return { status: 'open' }
    case 'accepted':
      return { status: 'held', amountMsat: receivedMsat }
    case 'paid':
      return { status: 'settled', amountMsat: receivedMsat }
    case 'cancelled':
      return { status: 'closed' }
  }
}
