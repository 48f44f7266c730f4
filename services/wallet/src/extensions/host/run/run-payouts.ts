import type { UnverifiedInvoice } from '@satchel/bolt11/invoice'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import type { Intent, PayOptions } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { findPayable } from '@satchel/lnurl/find-payable'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { newOrderedId } from '../../../base/ids.ts'
import { findAvailable } from '../../../ledger/ledger.ts'
import type { NewIntent } from '../stores/commit-run.ts'
import { type Destination, findIntentByKey, toExtensionIntent } from '../stores/intent-store.ts'
import { requireSpending } from '../stores/spend-grant-store.ts'
import { maxFeeMsat } from './max-fee.ts'
import { requireEnabledAccount, requireOpenWallet } from './require-open-wallet.ts'
import { openRunBudgets } from './run-budgets.ts'
import { boundedJson, type RunParts } from './run-parts.ts'
import { openRunShares } from './run-shares.ts'
import { sayInRun } from './run-words.ts'
import { isByOutsider } from './trigger.ts'

/**
 * Outgoing payments. An intent is committed with the rows that allow it, below the item's ceiling and only if the item
 * is unchanged. So of two runs that would together exceed the ceiling, one runs again and is rejected (rule A8).
 */
export function openRunPayouts(parts: RunParts, intents: NewIntent[], lock: (name: string) => Promise<void>) {
  const { deps, extension, wallets, rows, demand } = parts
  const extId = extension.manifest.id
  const spentByItem = new Map<string, bigint>()
  const shares = openRunShares(parts)
  const needsBudget = deps.needsBudget(extId)
  const budgets = openRunBudgets(parts, lock)

  const requireCeiling = async (itemId: string, cost: { amountMsat: bigint; maxFeeMsat: bigint }): Promise<void> => {
    const now = await rows.touch('items', itemId)
    const item = rows.before('items', itemId) ?? now
    // A package's own ceiling is not asked: its code is waiting for this call, and its answer proves nothing.
    const ceilingSat = needsBudget ? 0 : ((await extension.spendCeiling?.(rows.valuesOf(item) as never)) ?? 0)
    // The receipt of this run may be forwarded; only more than that counts against the item's ceiling.
    const ofReceived = await shares.pay(itemId, cost)
    if (needsBudget) return
    const ownMsat = cost.amountMsat > ofReceived ? cost.amountMsat - ofReceived : 0n
    const spent = (spentByItem.get(itemId) ?? 0n) + ownMsat
    const ceiling = BigInt(Math.floor(ceilingSat)) * 1000n
    if (spent > ceiling) throw reject('The amount is more than this item may spend.')
    spentByItem.set(itemId, spent)
  }

  const pay = async (order: PayOptions): Promise<Intent> => {
    const { to } = demand('spend')
    const known = await findIntentByKey(deps.db, extId, order.key)
    if (known !== undefined) return toExtensionIntent(known)
    const twice = intents.find(({ key }) => key === order.key)
    if (twice !== undefined) return toFresh(twice)
    const amountMsat = amountOf(order)
    const from = wallets.walletOf(order.from)
    await requireOpenWallet(deps.db, from.walletId)
    if (isByOutsider(parts.trigger)) await requireEnabledAccount(deps.db, from.walletId)
    await requireSpending(deps.db, extId, from.walletId)
    await requireBalance(parts, from.walletId, amountMsat)
    const destination = toDestination(parts, order, from.userId)
    if (to === 'own' && !('walletId' in destination)) throw new Error(`${extId} may pay own wallets only`)
    const maxFeeMsat = await boundFee(parts, order, destination)
    await requireCeiling(order.itemId, { amountMsat, maxFeeMsat })
    if (needsBudget) await budgets.require(from.walletId, { amountMsat, maxFeeMsat })
    const intent: NewIntent = {
      id: newOrderedId(deps.clock()),
      key: order.key,
      itemId: order.itemId,
      ...from,
      purpose: order.purpose,
      amountMsat,
      maxFeeMsat,
      destination: JSON.stringify(destination),
      bolt11: 'bolt11' in destination ? destination.bolt11 : null,
      memo: await sayInRun(parts, order.memo ?? '', from.userId),
      data: boundedJson(order.data),
      extra: order.extra === undefined ? null : boundedJson({ ...order.extra }, MAX_EXTRA_BYTES),
      origin: parts.trigger.by === 'settlement' ? parts.trigger.checkingId : null,
    }
    intents.push(intent)
    return toFresh(intent)
  }

  const intent = async (key: string): Promise<Intent | null> => {
    const known = await findIntentByKey(deps.db, extId, key)
    if (known !== undefined) return toExtensionIntent(known)
    const own = intents.find((one) => one.key === key)
    return own === undefined ? null : toFresh(own)
  }
  return { calls: { pay, intent, reserve: shares.reserve }, share: shares.share }
}

/**
 * The payment's `extra` has them besides the marks of the extension. A little more than the 3,000 bytes that apps of
 * Nostr Wallet Connect may send: `{"metadata":…}` is around them.
 */
const MAX_EXTRA_BYTES = 3100

function feeOf({ maxFeeSat }: PayOptions): bigint | null {
  if (maxFeeSat === undefined) return null
  if (!Number.isSafeInteger(maxFeeSat) || maxFeeSat < 0) throw reject('The maximum fee is no number of satoshis.')
  return BigInt(maxFeeSat) * 1000n
}

/** A committed payment counts with its maximum fee, so that fee is known before the payment starts. */
async function boundFee({ deps }: RunParts, order: PayOptions, destination: Destination): Promise<bigint> {
  if ('walletId' in destination) return 0n
  const payee = 'bolt11' in destination ? destination.bolt11 : destination.target
  return maxFeeMsat(deps, payee, amountOf(order), feeOf(order))
}

/** An early rejection only; the reservation at payment time decides. */
async function requireBalance({ deps }: RunParts, walletId: string, amountMsat: bigint): Promise<void> {
  if ((await findAvailable(deps.db, walletId)) < amountMsat) throw reject('The wallet does not hold enough.')
}

function amountOf({ sat, msat }: PayOptions): bigint {
  const amount = msat ?? (sat ?? Number.NaN) * 1000
  if (!Number.isSafeInteger(amount) || amount < 1) throw reject('The amount is less than 1 satoshi, or too much.')
  return BigInt(amount)
}

/** A wallet must be of the payer's own account; an invoice must be for the amount. */
function toDestination({ wallets }: RunParts, order: PayOptions, userId: string): Destination {
  if ('wallet' in order.to) {
    const { walletId, userId: theirs } = wallets.walletOf(order.to.wallet)
    if (theirs !== userId) throw reject('The wallet belongs to another account.', 403)
    return { walletId }
  }
  if ('target' in order.to) return { target: order.to.target }
  const { bolt11, amountMsat: asked } = readPayout(order.to.bolt11)
  if (asked !== undefined && asked !== amountOf(order)) throw reject('The invoice is for another amount.')
  return { bolt11 }
}

function readPayout(text: string): Pick<UnverifiedInvoice, 'bolt11' | 'amountMsat'> {
  try {
    return parseInvoice(findPayable(text).text)
  } catch (error) {
    if (error instanceof InvoiceError || error instanceof LnurlError)
      throw reject(`Not a payable invoice: ${error.message}`)
    throw error
  }
}

const toFresh = (intent: NewIntent): Intent => ({
  id: intent.id,
  key: intent.key,
  purpose: intent.purpose,
  itemId: intent.itemId,
  state: 'reserved',
  sat: Number(intent.amountMsat / 1000n),
  msat: Number(intent.amountMsat),
  data: JSON.parse(intent.data) as Intent['data'],
})
