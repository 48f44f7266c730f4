import { ServiceError } from '@satchel/http/service-error'
import { sat, satToMsat } from '@satchel/money/units'
import { unixSeconds } from '../../../base/clock.ts'
import type { Database } from '../../../db/database.ts'
import type { Actor } from '../../../events/audit-log.ts'
import type { FetchDeps } from '../../../lnurl/fetch-answer.ts'
import { createInvoice } from '../../../payments/receiving/create-invoice.ts'
import type { PaymentDeps } from '../../../payments/states/payment-deps.ts'
import { statusOf } from '../../../payments/states/payment-states.ts'
import { findInvoice } from '../../../payments/states/payment-store.ts'
import type { Fee } from '../packages/package-schema.ts'
import { askForPayment, noteExtensionPaid } from '../stores/account-commands.ts'
import {
  type ExtensionPayment,
  findAsked,
  findEnableProof,
  findInstallProof,
  listAsked,
} from '../stores/extension-payment-store.ts'
import type { OwnPrice } from '../stores/instance-store.ts'
import { askIfPaid, askPayee, payeeOf } from './ask-payee.ts'

export interface PayDeps {
  readonly db: Database
  readonly payments: PaymentDeps
  readonly lnurl: FetchDeps
}

/** The amount due: to a publisher, or to a wallet of this service. */
export type Due =
  | { readonly to: 'publisher'; readonly fee: Fee }
  | { readonly to: 'operator'; readonly price: OwnPrice }

export interface PaymentNeed {
  readonly extId: string
  readonly kind: 'install' | 'enable'
  readonly userId: string
  readonly actor: Actor
  readonly due: Due
  /** The hash that the caller claims to have paid: checked first, and only if this caller got that invoice. */
  readonly paymentHash?: string | undefined
}

/** At most this many issued invoices are checked, newest first. */
const MAX_LOOKED_AT = 3
const EXPIRY_SECONDS = 3600

/**
 * Returns the payment's hash if it has ever been paid for. Otherwise 402 with an invoice, which the caller pays from
 * any wallet: the service itself never pays (rule X7).
 */
export async function requirePaid(deps: PayDeps, need: PaymentNeed): Promise<string> {
  const asked = await listOwnAsked(deps.db, need)
  const paid = await findPaid(deps, need, asked)
  if (paid !== undefined) return paid
  const now = unixSeconds(deps.payments.clock)
  const [payee, amount] = [payeeIn(need.due), amountOf(need.due)]
  const open = asked.find((one) => one.expiresAt > now && one.payee === payee && one.amountSat === amount)
  throw paymentDue(open ?? (await ask(deps, need)))
}

/** Whether it has been paid for; issues no invoice. */
export const isPaid = async (deps: PayDeps, need: PaymentNeed): Promise<boolean> =>
  (await findPaid(deps, need, await listOwnAsked(deps.db, need))) !== undefined

/** A stored proof, or one that the payee returns now. */
async function findPaid(
  deps: PayDeps,
  need: PaymentNeed,
  asked: readonly ExtensionPayment[],
): Promise<string | undefined> {
  const proof = await findProof(deps.db, need)
  if (proof !== undefined) return proof
  for (const one of asked) {
    const preimage = await findPreimage(deps, one)
    if (preimage === undefined) continue
    const at = unixSeconds(deps.payments.clock)
    await deps.db.transact(noteExtensionPaid, { asked: one, preimage, actor: need.actor, at })
    return one.paymentHash
  }
  return undefined
}

const findProof = (db: Database, { extId, kind, userId, due }: PaymentNeed): Promise<string | undefined> =>
  kind === 'install' ? findInstallProof(db, extId, payeeIn(due)) : findEnableProof(db, extId, userId)

async function listOwnAsked(db: Database, need: PaymentNeed): Promise<ExtensionPayment[]> {
  const { extId, kind, userId, paymentHash } = need
  const newest = await listAsked(db, { extId, kind, userId, limit: MAX_LOOKED_AT })
  const named = paymentHash === undefined ? undefined : await findAsked(db, paymentHash.toLowerCase())
  const own = named?.userId === userId && named.extId === extId && named.kind === kind
  return own ? [named, ...newest.filter((one) => one.paymentHash !== named.paymentHash)] : newest
}

async function findPreimage({ db, lnurl }: PayDeps, asked: ExtensionPayment): Promise<string | undefined> {
  const { verifyUrl, paymentHash } = asked
  if (verifyUrl !== undefined) return askIfPaid(lnurl, { verifyUrl, paymentHash })
  const payment = await findInvoice(db, paymentHash)
  return payment !== undefined && statusOf(payment.state) === 'success' ? (payment.preimage ?? '') : undefined
}

async function ask(deps: PayDeps, { extId, kind, userId, due }: PaymentNeed): Promise<ExtensionPayment> {
  const invoice =
    due.to === 'publisher' ? await askPayee(deps.lnurl, due.fee) : await askOurselves(deps, extId, due.price)
  const asked: ExtensionPayment = {
    ...invoice,
    extId,
    kind,
    userId,
    payee: payeeIn(due),
    amountSat: amountOf(due),
    description: due.to === 'publisher' ? due.fee.description : due.price.description,
    createdAt: unixSeconds(deps.payments.clock),
  }
  await deps.db.transact(askForPayment, asked)
  return asked
}

async function askOurselves({ payments }: PayDeps, extId: string, price: OwnPrice) {
  const payment = await createInvoice(payments, {
    walletId: price.walletId,
    amountMsat: satToMsat(sat(price.amountSat)),
    memo: price.description,
    expirySeconds: EXPIRY_SECONDS,
    extra: JSON.stringify({ tag: 'extension', extension: extId }),
    tag: 'extension',
  })
  const { bolt11: paymentRequest, paymentHash, expiresAt } = payment
  return { paymentRequest, paymentHash, expiresAt, verifyUrl: undefined }
}

const payeeIn = (due: Due): string => (due.to === 'publisher' ? payeeOf(due.fee) : `wallet:${due.price.walletId}`)

const amountOf = (due: Due): number => (due.to === 'publisher' ? due.fee.amount : due.price.amountSat)

const paymentDue = (asked: ExtensionPayment): ServiceError => {
  const payment = {
    amount: asked.amountSat,
    description: asked.description,
    payment_request: asked.paymentRequest,
    payment_hash: asked.paymentHash,
    expires_at: asked.expiresAt,
  }
  const detail = `${asked.amountSat} sat are due: pay the invoice, then ask again.`
  return new ServiceError({
    status: 402,
    code: 'extension_must_be_paid',
    detail,
    params: { amount_sat: asked.amountSat },
    fields: { payment },
  })
}
