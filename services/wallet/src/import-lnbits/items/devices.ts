import { hash as digestOf, randomUUID } from 'node:crypto'
import {
  toBool,
  toInteger,
  toJson,
  toList,
  toNumber,
  toObject,
  toSeconds,
  toText,
  type Value,
} from '../reading/values.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { isoTime, orNone, toCurrency, toMoney } from './parts.ts'

const int = (value: Value): number => Number(toInteger(value) ?? 0n)

interface KnownCard {
  readonly wallet: OwnWallet
  readonly values: Record<string, unknown>
}

/** Cards with their keys and counters: what was tapped once is not taken again. */
export async function importBoltcards(items: Items): Promise<void> {
  const cards = new Map<string, KnownCard>()
  for await (const row of items.rows('cards')) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    const uid = toText(row['uid']).toLowerCase()
    if (wallet === undefined) items.leave('its wallet is deleted', id)
    else if (!/^[0-9a-f]{14}$/.test(uid)) items.leave('its uid is none', id)
    else {
      const [most, daily] = [int(row['tx_limit']), int(row['daily_limit'])]
      const keys = Object.fromEntries(
        ['k0', 'k1', 'k2', 'prev_k0', 'prev_k1', 'prev_k2'].map((name) => [name, keyOf(row[name])]),
      )
      if (most < 1 || daily < 1) items.change('a limit of 0 paid nothing: the card is switched off', id)
      const values = {
        card_name: toText(row['card_name']),
        uid,
        tx_limit: Math.max(most, 1),
        daily_limit: Math.max(daily, most, 1),
        enable: toBool(row['enable']) && most >= 1 && daily >= 1,
        timezone: 'UTC',
        ...keys,
        external_id: toText(row['external_id']),
        counter: int(row['counter']),
      }
      cards.set(id, { wallet, values })
    }
  }
  await importHits(items, cards)
  for (const [id, { wallet, values }] of cards) items.put('items', { id, wallet, values, at: undefined })
}

/** Zeros are no key. */
const keyOf = (value: Value): string | undefined => {
  const key = toText(value).toLowerCase()
  return /^[0-9a-f]{32}$/.test(key) && !/^0+$/.test(key) ? key : undefined
}

async function importHits(items: Items, cards: ReadonlyMap<string, KnownCard>): Promise<void> {
  const today = isoTime(items.now).slice(0, 10)
  const paid = new Set(
    items.staged
      .all<{ hit: string | null }>(
        `SELECT json_extract(extra, '$.hit') AS hit FROM payments WHERE dir = 'out' AND status = 'success' AND tag = 'boltcard'
         UNION SELECT json_extract(extra, '$.hit') FROM payments WHERE dir = 'out' AND status = 'success' AND extra LIKE '%"hit"%'`,
      )
      .map(({ hit }) => String(hit)),
  )
  const refunds = new Map<string, number>()
  for await (const row of items.rows('refunds')) {
    const hit = toText(row['hit_id'])
    refunds.set(hit, (refunds.get(hit) ?? 0) + int(row['refund_amount']))
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
    // The amount is there also when the payment failed.
    const isPaid = toBool(row['spent']) && paid.has(id)
    const day = isoTime(at).slice(0, 10)
    const amount = isPaid ? int(row['amount']) : 0
    const values = {
      item: itemId,
      old_counter: int(row['old_ctr']),
      new_counter: int(row['new_ctr']),
      amount,
      refunded: refunds.get(id) ?? 0,
      state: isPaid ? 'paid' : 'failed',
      day,
    }
    if (!items.put('hits', { id, wallet: card.wallet, values, at }) || day !== today) continue
    const spent = Number(card.values['spent_today'] ?? 0)
    Object.assign(card.values, { spent_today: spent + amount, spent_on: today })
  }
}

export async function importBitcoinswitch(items: Items): Promise<void> {
  for await (const row of items.rows('switch')) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    if (wallet === undefined) {
      items.leave('its wallet is deleted', id)
      continue
    }
    const currency = toCurrency(row['currency'])
    const pins = new Set<number>()
    const switches = toList(toJson(row['switches'])).flatMap((one) => {
      const { pin, amount, duration, comment, variable, label } = toObject(one)
      const number = int(pin as Value)
      if (pins.has(number) || number < 0 || number > 255) {
        items.change('a switch with the pin of another one is left out', id)
        return []
      }
      pins.add(number)
      const text = orNone(label as Value)
      return [
        {
          pin: number,
          amount: Math.max(toMoney(amount as Value, currency), currency === 'sat' ? 1 : 0.01),
          duration: Math.min(Math.max(int(duration as Value), 1), 3_600_000),
          comment: comment === true,
          variable: variable === true,
          ...(text !== undefined && { label: text.slice(0, 64) }),
        },
      ]
    })
    const values = {
      title: toText(row['title']),
      currency,
      switches,
      password: orNone(row['password']),
      disabled: toBool(row['disabled']),
      require_device: true,
      // Devices of LNbits know no token.
      open_socket: true,
      disposable: row['disposable'] === undefined || row['disposable'] === null || toBool(row['disposable']),
    }
    items.put('items', { id, wallet, values, at: toSeconds(row['created_at']) })
  }
}

interface KnownMachine {
  readonly wallet: OwnWallet
  readonly values: Record<string, unknown>
  claimed: number
  largest: number
}

/** Machines and the slips that were claimed; what was never seen works by the key. */
export async function importFossa(items: Items): Promise<void> {
  const machines = new Map<string, KnownMachine>()
  for await (const row of items.rows('fossa')) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    if (wallet === undefined) {
      items.leave('its wallet is deleted', id)
      continue
    }
    const values = {
      title: toText(row['title']),
      currency: toCurrency(row['currency']),
      profit: toNumber(row['profit']) ?? 0,
      enabled: true,
      key: toText(row['key']),
    }
    machines.set(id, { wallet, values, claimed: 0, largest: 0 })
  }
  for await (const row of items.rows('fossa_payment')) await importClaim(items, machines, row)
  for (const [id, { wallet, values, claimed, largest }] of machines) {
    const most = Math.max(largest * 2, 100_000)
    items.change(
      `max_claim and daily_limit are new here: twice the largest slip (${most} sat), and ten times that a day`,
      id,
    )
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
  const sats = int(row['amount'])
  const text = toText(row['id']).replaceAll('-', '+').replaceAll('_', '/')
  const payload = digestOf('sha256', `${itemId}:${Buffer.from(text, 'base64').toString('hex')}`, 'hex')
  const hash = toText(row['payment_hash']).toLowerCase()
  machine.largest = Math.max(machine.largest, sats)
  // LNbits marks a slip before it pays and never takes the mark off: what is marked is not paid a second time.
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
