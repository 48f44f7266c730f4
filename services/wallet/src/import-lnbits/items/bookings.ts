import { randomUUID } from 'node:crypto'
import {
  textOf,
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
import { isoTime, orNone, toCurrency, toDay, toHttps, toMoney } from './parts.ts'

const int = (value: Value): number => Number(toInteger(value) ?? 0n)

interface KnownEvent {
  readonly wallet: OwnWallet
  readonly values: Record<string, unknown>
  readonly end: string
  readonly at: number | undefined
  received: number
}

export async function importEvents(items: Items): Promise<void> {
  const events = new Map<string, KnownEvent>()
  const today = isoTime(items.now).slice(0, 10)
  for await (const row of items.rows('events')) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    if (wallet === undefined) items.leave('its wallet is deleted', id)
    else events.set(id, readEvent(items, id, wallet, row))
  }
  for await (const row of items.rows('ticket')) {
    const itemId = toText(row['event'])
    const event = events.get(itemId)
    if (!toBool(row['paid'])) continue
    if (event === undefined) {
      items.leave('tickets of events that are gone')
      continue
    }
    const id = toText(row['id'])
    const at = toSeconds(row['time']) ?? items.now
    const extra = toObject(toJson(row['extra']))
    const sat = toNumber(extra['sats_paid'] as Value) ?? paidFor(items, id)
    const buyer = { name: toText(row['name']) || '-', email: toText(row['email']) }
    const order = { item: itemId, stage: 'paid', ...buyer, quantity: 1, payment_hash: id, expires_at: at, asked: false }
    const canReturn = event.end >= today && extra['refunded'] !== true && sat > 0
    const ticket = {
      item: itemId,
      order: id,
      ...buyer,
      sat,
      refund_address: orNone(extra['refund_address'] as Value),
      registered_at: toBool(row['registered']) ? (toSeconds(row['reg_timestamp']) ?? at) : undefined,
      refundable: canReturn ? itemId : undefined,
      tries: 0,
      failures: 0,
    }
    items.put('orders', { id, wallet: event.wallet, values: order, at })
    if (items.put('tickets', { id, wallet: event.wallet, values: ticket, at })) event.received += sat
  }
  for (const [id, { wallet, values, at, received }] of events) {
    items.put('items', { id, wallet, values: { ...values, received_sat: received }, at })
  }
}

function readEvent(items: Items, id: string, wallet: OwnWallet, row: Readonly<Record<string, Value>>): KnownEvent {
  const extra = toObject(toJson(row['extra']))
  const waves = toList(extra['ticket_waves']).map(toObject)
  const isoDay = isoTime(items.now).slice(0, 10)
  const wave = waves.find((one) => textOf(one['closing_date']) >= isoDay) ?? waves.at(-1)
  // Without waves LNbits 1.6 writes one, which is the whole event.
  if (waves.length > 1) items.change('prices in waves: the wave of today counts for all', id)
  const currency = toCurrency((wave?.['currency'] as Value) ?? row['currency'])
  const sold = int(row['sold'])
  const left =
    waves.length > 0
      ? waves.reduce((sum, one) => sum + int(one['amount_tickets'] as Value), 0)
      : int(row['amount_tickets'])
  const end = toDay(row['event_end_date']) ?? toDay(row['event_start_date']) ?? isoDay
  const codes = toList(extra['promo_codes'])
    .map(toObject)
    .filter(({ active }) => active !== false)
  const promo = codes.flatMap(({ code, discount_percent: discount }) => {
    const percent = Math.round(toNumber(discount as Value) ?? 0)
    return percent >= 1 && percent <= 100
      ? [{ code: toText(String(code)).slice(0, 40), discount_percent: percent }]
      : []
  })
  const least = int(extra['min_tickets'] as Value)
  return {
    wallet,
    end,
    at: toSeconds(row['time']),
    received: 0,
    values: {
      name: toText(row['name']),
      info: toText(row['info']) || '-',
      closing_date: toDay(row['closing_date']) ?? end,
      event_start_date: toDay(row['event_start_date']) ?? end,
      event_end_date: end,
      timezone: 'UTC',
      // LNbits counts down what is left.
      amount_tickets: Math.max(left + sold, 1),
      sold,
      currency,
      price_per_ticket: toMoney((wave?.['price_per_ticket'] as Value) ?? row['price_per_ticket'], currency),
      banner: toHttps(row['banner']),
      promo_codes: promo,
      conditional: extra['conditional'] === true && least > 0,
      min_tickets: least > 0 ? least : undefined,
      canceled: toBool(row['canceled']),
      decision: extra['conditional'] === true && least > 0 && end >= isoDay ? 'open' : 'none',
    },
  }
}

const paidFor = (items: Items, hash: string): number =>
  Math.floor(
    (items.staged.first<{ amount: number }>(
      `SELECT amount FROM payments WHERE hash = ? AND dir = 'in' AND status = 'success'`,
      [hash],
    )?.amount ?? 0) / 1000,
  )

/** LNbits has no limit. */
const MAX_WORDS = 5000

export async function importLnticket(items: Items): Promise<void> {
  const forms = new Map<
    string,
    { wallet: OwnWallet; values: Record<string, unknown>; at: number | undefined; count: number }
  >()
  for (const table of ['form2', 'forms']) {
    for await (const row of items.rows(table)) {
      const id = toText(row['id'])
      const wallet = items.walletOf(row['wallet'])
      if (wallet === undefined) {
        items.leave('its wallet is deleted', id)
        continue
      }
      const values = {
        name: toText(row['name']),
        description: toText(row['description']),
        flatrate: toBool(row['flatrate']),
        max_words: MAX_WORDS,
        amount: Math.max(int(row['amount']), 1),
        webhook_url: orNone(row['webhook']),
        amountmade: int(row['amountmade']),
      }
      if (!forms.has(id)) forms.set(id, { wallet, values, at: toSeconds(row['time']), count: 0 })
    }
  }
  for await (const row of items.rows('ticket')) {
    const itemId = toText(row['form'])
    const form = forms.get(itemId)
    if (!toBool(row['paid'])) continue
    if (form === undefined) {
      items.leave('messages of forms that are gone')
      continue
    }
    const id = toText(row['id'])
    const values = {
      item: itemId,
      name: toText(row['name']),
      email: orNone(row['email']),
      ltext: toText(row['ltext']),
      sats: int(row['sats']),
      payment_hash: id,
      handled: false,
    }
    if (items.put('tickets', { id, wallet: form.wallet, values, at: toSeconds(row['time']) })) form.count += 1
  }
  for (const [id, { wallet, values, at, count }] of forms) {
    items.put('items', { id, wallet, values: { ...values, ticket_count: count }, at })
  }
}

const SLOT_MINUTES = 30

export async function importLncalendar(items: Items): Promise<void> {
  const calendars = new Map<string, { wallet: OwnWallet; values: Record<string, unknown>; booked: number }>()
  for await (const row of items.rows('schedule')) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    if (wallet === undefined) {
      items.leave('its wallet is deleted', id)
      continue
    }
    const currency = toCurrency(row['currency'])
    items.change('LNbits knew no time zone: the hours count in UTC until you set one', id)
    const values = {
      name: toText(row['name']),
      start_day: int(row['start_day']),
      end_day: int(row['end_day']),
      start_time: hourOf(row['start_time']),
      end_time: hourOf(row['end_time']),
      timezone: 'UTC',
      slot_minutes: SLOT_MINUTES,
      amount: toMoney(row['amount'], currency),
      currency,
    }
    calendars.set(id, { wallet, values, booked: 0 })
  }
  const taken = new Set<string>()
  for await (const row of items.rows('appointment')) {
    const itemId = toText(row['schedule'])
    const calendar = calendars.get(itemId)
    if (!toBool(row['paid'])) continue
    const start = toSeconds(row['start_time'])
    if (calendar === undefined || start === undefined) {
      items.leave('appointments of calendars that are gone, or without a time')
      continue
    }
    const id = toText(row['id'])
    const end = toSeconds(row['end_time']) ?? start + SLOT_MINUTES * 60
    const slot = `${itemId} ${start}`
    const isTheirs = !taken.has(slot)
    taken.add(slot)
    if (!isTheirs) items.change('two paid for one time: the first one has it, the owner pays the second one back', id)
    const values = {
      item: itemId,
      slot: isTheirs ? slot : undefined,
      day: `${itemId} ${isoTime(start).slice(0, 10)}`,
      payment_hash: id,
      name: toText(row['name']) || '-',
      email: orNone(row['email']),
      info: orNone(row['info']),
      start,
      end,
      held_until: start,
      state: isTheirs ? 'paid' : 'conflict',
    }
    if (items.put('appointments', { id, wallet: calendar.wallet, values, at: toSeconds(row['time']) }) && isTheirs)
      calendar.booked += 1
  }
  for await (const row of items.rows('unavailable')) {
    const itemId = toText(row['schedule'])
    const calendar = calendars.get(itemId)
    const start = toSeconds(row['start_time'])
    if (calendar === undefined || start === undefined) continue
    const until = toSeconds(row['end_time']) ?? start
    const end = /\d:\d\d/.test(toText(row['end_time'])) ? until : until + 86_400
    const values = { item: itemId, start, end, name: toText(row['name']) || '-' }
    items.put('unavailable', { id: toText(row['id']) || randomUUID(), wallet: calendar.wallet, values, at: undefined })
  }
  for (const [id, { wallet, values, booked }] of calendars) {
    items.put('items', { id, wallet, values: { ...values, booked_count: booked }, at: undefined })
  }
}

const hourOf = (value: Value): string => /^\d\d:\d\d/.exec(toText(value))?.[0] ?? '00:00'
