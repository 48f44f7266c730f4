import { hash as digestOf, randomUUID } from 'node:crypto'
import { toBool, toNumber, toSeconds, toText, type Value } from '../reading/values.ts'
import { groupByItem, type OpenInvoice } from './open-invoices.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { isKnown, isoTime, toCurrency, toInt } from './parts.ts'

interface KnownCard {
  readonly wallet: OwnWallet
  readonly values: Record<string, unknown>
}

/** Cards with their keys and counters, so that old taps are rejected. */
export async function importBoltcards(items: Items): Promise<void> {
  const cards = new Map<string, KnownCard>()
  for await (const row of items.rows('cards')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['card_name'])
    const uid = toText(row['uid']).toLowerCase()
    if (wallet === undefined) continue
    if (!/^[0-9a-f]{14}$/.test(uid)) items.leave('its uid is none', id)
    else {
      const [most, daily] = [toInt(row['tx_limit']), toInt(row['daily_limit'])]
      const keys = Object.fromEntries(
        ['k0', 'k1', 'k2', 'prev_k0', 'prev_k1', 'prev_k2'].map((name) => [name, keyOf(row[name])]),
      )
      if (most < 1 || daily < 1) items.change('a limit of 0 paid nothing: the card is switched off', id)
      else if (most > daily) items.change('one tap may pay no more than a day: its limit is that of the day', id)
      const values = {
        card_name: toText(row['card_name']),
        uid,
        // The import must not raise a limit.
        tx_limit: Math.max(Math.min(most, daily), 1),
        daily_limit: Math.max(daily, 1),
        enable: toBool(row['enable']) && most >= 1 && daily >= 1,
        timezone: 'UTC',
        ...keys,
        external_id: toText(row['external_id']),
        counter: toInt(row['counter']),
      }
      cards.set(id, { wallet, values })
    }
  }
  const open = openRefunds(items)
  await importHits(items, cards, open)
  for (const [id, { wallet, values }] of cards) items.put('items', { id, wallet, values, at: undefined })
}

/** Invoices that pay a tap back, by its id. LNbits tags them with nothing. */
const openRefunds = (items: Items): Map<string, OpenInvoice[]> => groupByItem(items.openInvoices(''), 'refund')

/** Zeros are no key. */
const keyOf = (value: Value): string | undefined => {
  const key = toText(value).toLowerCase()
  return /^[0-9a-f]{32}$/.test(key) && !/^0+$/.test(key) ? key : undefined
}

async function importHits(
  items: Items,
  cards: ReadonlyMap<string, KnownCard>,
  open: ReadonlyMap<string, readonly OpenInvoice[]>,
): Promise<void> {
  const today = isoTime(items.now).slice(0, 10)
  // Payments in flight count against the daily limit.
  const paid = new Set(
    items.staged
      .all<{ wallet: string; hit: string | null }>(
        `SELECT wallet, json_extract(extra, '$.hit') AS hit FROM payments
         WHERE dir = 'out' AND (status = 'success' OR how = 'pending') AND (tag = 'boltcard' OR extra LIKE '%"hit"%')`,
      )
      .map(({ wallet, hit }) => `${wallet} ${String(hit)}`),
  )
  const refunds = new Map<string, number>()
  for await (const row of items.rows('refunds')) {
    const hit = toText(row['hit_id'])
    refunds.set(hit, (refunds.get(hit) ?? 0) + toInt(row['refund_amount']))
  }
  for await (const row of items.rows('hits')) {
    const id = toText(row['id'])
    const itemId = toText(row['card_id'])
    const card = cards.get(itemId)
    if (card === undefined) {
      items.leave('taps of cards that are gone')
      continue
    }
    const at = toSeconds(row['time']) ?? items.now
    // The amount is also there if the payment failed.
    const isPaid = toBool(row['spent']) && paid.has(`${card.wallet.id} ${id}`)
    const day = isoTime(at).slice(0, 10)
    const amount = isPaid ? toInt(row['amount']) : 0
    const values = {
      item: itemId,
      old_counter: toInt(row['old_ctr']),
      new_counter: toInt(row['new_ctr']),
      amount,
      refunded: refunds.get(id) ?? 0,
      state: isPaid ? 'paid' : 'failed',
      day,
    }
    if (!items.put('hits', { id, wallet: card.wallet, values, at })) continue
    for (const invoice of open.get(id) ?? [])
      items.follow(invoice, { id: itemId, wallet: card.wallet, data: { hit: id } })
    if (day !== today) continue
    const spent = Number(card.values['spent_today'] ?? 0)
    Object.assign(card.values, { spent_today: spent + amount, spent_on: today })
  }
}

/** The maximum of a code if only small ones were seen. */
const MIN_CLAIM = 100_000

interface KnownMachine {
  readonly wallet: OwnWallet
  readonly values: Record<string, unknown>
  claimed: number
  largest: number
}

/** Machines and the claimed slips; other slips work by the key. */
export async function importFossa(items: Items): Promise<void> {
  const machines = new Map<string, KnownMachine>()
  for await (const row of items.rows('fossa')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['title'])
    if (wallet === undefined) continue
    const currency = toCurrency(items, row['currency'], id)
    const values = {
      title: toText(row['title']),
      currency,
      // Its firmware counts hundredths of every currency.
      digits: currency === 'sat' ? 0 : 2,
      profit: toNumber(row['profit']) ?? 0,
      enabled: isKnown(currency),
      key: toText(row['key']),
    }
    machines.set(id, { wallet, values, claimed: 0, largest: 0 })
  }
  for await (const row of items.rows('fossa_payment')) await importClaim(items, machines, row)
  for (const [id, { wallet, values, claimed, largest }] of machines) {
    const most = Math.max(largest * 2, MIN_CLAIM)
    const why =
      most > MIN_CLAIM
        ? `twice the largest slip, which was ${largest} sat`
        : `no slip was larger than ${MIN_CLAIM / 2} sat`
    items.change(`max_claim and daily_limit are new here: ${most} sat (${why}), and ten times that a day`, id)
    const limits = { max_claim: most, daily_limit: most * 10, claimed_total: claimed }
    items.put('items', { id, wallet, values: { ...values, ...limits }, at: undefined })
  }
}

async function importClaim(
  items: Items,
  machines: ReadonlyMap<string, KnownMachine>,
  row: Readonly<Record<string, Value>>,
): Promise<void> {
  const itemId = toText(row['fossa_id'])
  const machine = machines.get(itemId)
  if (machine === undefined) return items.leave('slips of machines that are gone')
  const at = toSeconds(row['timestamp']) ?? items.now
  const sats = toInt(row['amount'])
  const text = toText(row['id']).replaceAll('-', '+').replaceAll('_', '/')
  const payload = digestOf('sha256', `${itemId}:${Buffer.from(text, 'base64').toString('hex')}`, 'hex')
  const hash = toText(row['payment_hash']).toLowerCase()
  machine.largest = Math.max(machine.largest, sats)
  // LNbits marks a slip before it pays and never removes the mark: do not pay a marked slip again.
  if (hash === '') return
  const isPaid = /^[0-9a-f]{64}$/.test(hash)
  if (!isPaid)
    items.change(
      'slips that LNbits left pending count as paid: look them up before you pay one by hand',
      toText(row['id']).slice(0, 20),
    )
  const values = {
    item: itemId,
    payload,
    amount: sats,
    sats,
    state: 'paid',
    priced_until: at,
    opened_at: at,
    payment_hash: isPaid ? hash : undefined,
    day: isoTime(at).slice(0, 10),
    at,
  }
  if (items.put('claims', { id: randomUUID(), wallet: machine.wallet, values, at }))
    machine.claimed += isPaid ? sats : 0
}
