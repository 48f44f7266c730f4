import { randomUUID } from 'node:crypto'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import { toBool, toJson, toNumber, toSeconds, toText } from '../reading/values.ts'
import { type Items, OF_A_GUEST, type OwnWallet } from './open-items.ts'
import { isoTime, orNone, toCurrency, toHttps, toInt } from './parts.ts'

/** The data of a charge for tips that were paid by it, or can still be. */
interface Charge {
  readonly paid: boolean
  readonly hash: string
  readonly at: number
  /** No payment has arrived, and only its invoice can still be paid. */
  readonly waits: boolean
  readonly isOnchain: boolean
}

function readCharge(items: Items, row: ForeignRow): Charge {
  const balance = toInt(row['balance'])
  const paid = row['paid'] === undefined || row['paid'] === null ? balance >= toInt(row['amount']) : toBool(row['paid'])
  const isOnchain = orNone(row['onchainwallet']) !== undefined
  const waits = !paid && balance === 0 && !isOnchain
  const hash = toText(row['payment_hash']).toLowerCase()
  return { paid, hash, at: toSeconds(row['timestamp']) ?? items.now, waits, isOnchain }
}

export async function importSatspay(items: Items): Promise<void> {
  const network = await networksOf(items)
  for await (const row of items.rows('charges')) {
    const id = toText(row['id'])
    const { paid, hash, at } = readCharge(items, row)
    const [amountSat, balance] = [toInt(row['amount']), toInt(row['balance'])]
    const invoice = items.openInvoice(hash)
    if (invoice !== undefined && items.isFollowed(invoice)) {
      items.leave('open charges of tips: the tip jar waits for their payment', id)
      continue
    }
    if (items.isShared(row['lnbitswallet'])) {
      items.leave(OF_A_GUEST, `${toText(row['description'])} (${id})`)
      continue
    }
    const wallet = items.walletOf(row['lnbitswallet']) ?? items.oldestOf(row['user'])
    if (wallet === undefined) {
      items.leave('its account has no wallet', id)
      continue
    }
    const minutes = Math.min(Math.max(toInt(row['time']), 1), 43_200)
    const currency = toCurrency(items, row['currency'], id)
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
      onchain_network: onchain === undefined ? undefined : network(onchain),
      balance,
      pending: toInt(row['pending']),
      paid,
      overpaid: balance > amountSat,
      expires_at: isoTime(until),
      status,
    }
    const isOpen = status === 'open' || status === 'partial'
    if (isOpen && onchain !== undefined)
      items.change('an open charge with an address on the chain: check it by hand', id)
    // Its payment belongs to the charge.
    if (items.put('items', { id, wallet, values, at }) && !paid && invoice !== undefined) {
      items.follow(invoice, { id, wallet })
    }
  }
  if (items.has('themes')) for await (const _ of items.rows('themes')) items.leave('themes of charge pages')
}

/** The network of a watch-only wallet: its own, else the one of all charges. */
async function networksOf(items: Items): Promise<(onchain: string) => string> {
  const nameOf = (row: ForeignRow): string => (/^testnet/i.test(toText(row['network'])) ? 'testnet' : 'mainnet')
  const networks = new Map<string, string>()
  let usual = 'mainnet'
  for await (const row of items.rows('settings')) usual = nameOf(row)
  for await (const row of items.rowsOf('watchonly', 'wallets')) networks.set(toText(row['id']), nameOf(row))
  return (onchain) => networks.get(onchain) ?? usual
}

export async function importTipjar(items: Items): Promise<void> {
  const jars = new Map<string, { wallet: OwnWallet; values: Record<string, unknown>; count: number; sum: number }>()
  for await (const row of items.rows('tipjar')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['name'])
    if (wallet !== undefined) {
      const values = {
        name: toText(row['name']),
        webhook_url: orNone(row['webhook']),
        onchain: orNone(row['onchain']),
        onchain_limit: toInt(row['onchain_limit']),
      }
      jars.set(id, { wallet, values, count: 0, sum: 0 })
    }
  }
  const charges = new Map<string, Charge>()
  for await (const row of items.rowsOf('satspay', 'charges')) charges.set(toText(row['id']), readCharge(items, row))
  for await (const row of items.rows('tip')) {
    const id = toText(row['id'])
    const jarId = toText(row['tipjar'])
    const jar = jars.get(jarId)
    const charge = charges.get(id)
    const note = { name: toText(row['name']), message: toText(row['message']) }
    if (jar === undefined) items.leave('tips of jars that are gone, or stay behind')
    else if (charge === undefined) items.leave('tips whose charge is gone: whether they were paid is unknown')
    else if (charge.waits && followTip(items, jar.wallet, { jarId, hash: charge.hash, note })) continue
    else if (!charge.paid && charge.isOnchain)
      items.leave('unpaid tips that may come on the chain: look whether they have', `${note.name} (${id})`)
    else if (charge.paid) {
      const sats = toInt(row['sats'])
      const paymentHash = charge.hash === '' ? id : charge.hash
      const values = { item: jarId, payment_hash: paymentHash, ...note, sats, time: charge.at, hidden: false }
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

interface OpenTip {
  readonly jarId: string
  readonly hash: string
  readonly note: { readonly name: string; readonly message: string }
}

/** A tip that can still be paid: its invoice now belongs to the jar, not to the charge. */
function followTip(items: Items, wallet: OwnWallet, { jarId, hash, note }: OpenTip): boolean {
  const invoice = items.openInvoice(hash)
  if (invoice === undefined) return false
  const data = { name: note.name.slice(0, 64), message: note.message.slice(0, 300) }
  return items.follow(invoice, { id: jarId, wallet, data })
}
