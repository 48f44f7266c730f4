import { randomUUID } from 'node:crypto'
import { toBool, toInteger, toJson, toNumber, toSeconds, toText, type Value } from '../reading/values.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { isoTime, orNone, toCurrency, toHttps } from './parts.ts'

const int = (value: Value): number => Number(toInteger(value) ?? 0n)

/** What a charge is for tips that were paid by it. */
interface Charge {
  readonly paid: boolean
  readonly hash: string
  readonly at: number
}

const charges = new WeakMap<Items['staged'], Map<string, Charge>>()

export async function importSatspay(items: Items): Promise<void> {
  const known = new Map<string, Charge>()
  charges.set(items.staged, known)
  for await (const row of items.rows('charges')) {
    const id = toText(row['id'])
    const at = toSeconds(row['timestamp']) ?? items.now
    const [amountSat, balance] = [int(row['amount']), int(row['balance'])]
    const paid = row['paid'] === undefined || row['paid'] === null ? balance >= amountSat : toBool(row['paid'])
    const hash = toText(row['payment_hash']).toLowerCase()
    known.set(id, { paid, hash, at })
    const wallet = items.walletOf(row['lnbitswallet']) ?? items.oldestOf(row['user'])
    if (wallet === undefined) {
      items.leave('its account has no wallet', id)
      continue
    }
    const minutes = Math.min(Math.max(int(row['time']), 1), 43_200)
    const currency = toCurrency(row['currency'])
    const fiat = toNumber(row['currency_amount']) ?? 0
    const priced = currency !== 'sat' && fiat > 0 ? { amount: fiat, currency } : { amount: amountSat, currency: 'sat' }
    const until = at + minutes * 60
    const onchain = orNone(row['onchainwallet'])
    const status = paid ? 'paid' : until <= items.now ? 'expired' : balance > 0 ? 'partial' : 'open'
    const values = {
      name: orNone(row['name']),
      description: toText(row['description']),
      ...priced,
      time: minutes,
      lightning: hash !== '',
      onchain,
      zeroconf: toBool(row['zeroconf']),
      webhook_url: orNone(row['webhook']),
      completelink: toHttps(row['completelink']),
      completelink_text: orNone(row['completelinktext']),
      extra: toJson(row['extra']),
      amount_sat: amountSat,
      payment_request: orNone(row['payment_request']),
      payment_hash: hash === '' ? undefined : hash,
      onchain_address: orNone(row['onchainaddress']),
      onchain_network: onchain === undefined ? undefined : 'mainnet',
      balance,
      pending: int(row['pending']),
      paid,
      overpaid: balance > amountSat,
      expires_at: isoTime(until),
      status,
    }
    const isOpen = status === 'open' || status === 'partial'
    if (isOpen && onchain !== undefined)
      items.change('an open charge with an address on the chain: check it by hand', id)
    if (items.put('items', { id, wallet, values, at }) && isOpen) followInvoice(items, wallet, { id, hash, until })
  }
  if (items.has('themes')) for await (const _ of items.rows('themes')) items.leave('themes of charge pages')
}

/** The invoice of an open charge: its payment is the charge's. */
function followInvoice(
  items: Items,
  wallet: OwnWallet,
  { id, hash, until }: { id: string; hash: string; until: number },
): void {
  const open = items.staged.first<{ id: string }>(
    `SELECT id FROM payments WHERE hash = ? AND dir = 'in' AND how = 'open' AND wallet = ?`,
    [hash, wallet.id],
  )
  if (open !== undefined) items.follow({ checkingId: open.id, hash, itemId: id, walletId: wallet.id, expiresAt: until })
}

export async function importTipjar(items: Items): Promise<void> {
  const jars = new Map<string, { wallet: OwnWallet; values: Record<string, unknown>; count: number; sum: number }>()
  for await (const row of items.rows('tipjar')) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    if (wallet === undefined) items.leave('its wallet is deleted', id)
    else {
      const values = {
        name: toText(row['name']),
        webhook_url: orNone(row['webhook']),
        onchain: orNone(row['onchain']),
        onchain_limit: int(row['onchain_limit']),
      }
      jars.set(id, { wallet, values, count: 0, sum: 0 })
    }
  }
  const paid = charges.get(items.staged)
  for await (const row of items.rows('tip')) {
    const jarId = toText(row['tipjar'])
    const jar = jars.get(jarId)
    const charge = paid?.get(toText(row['id']))
    if (jar === undefined) items.leave('tips of jars that are gone')
    else if (charge === undefined) items.leave('tips whose charge is gone: whether they were paid is unknown')
    else if (charge.paid) {
      const sats = int(row['sats'])
      const values = {
        item: jarId,
        payment_hash: charge.hash === '' ? toText(row['id']) : charge.hash,
        name: toText(row['name']),
        message: toText(row['message']),
        sats,
        time: charge.at,
        hidden: false,
      }
      if (items.put('tips', { id: randomUUID(), wallet: jar.wallet, values, at: charge.at })) {
        jar.count += 1
        jar.sum += sats
      }
    }
  }
  for (const [id, { wallet, values, count, sum }] of jars) {
    items.put('items', { id, wallet, values: { ...values, tip_count: count, tip_total: sum }, at: undefined })
  }
}
