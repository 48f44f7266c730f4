import { randomUUID } from 'node:crypto'
import { toBool, toSeconds, toText, type Value } from '../reading/values.ts'
import { draftedAt, type OpenInvoice } from './open-invoices.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { isoTime, orNone, toCurrency, toInt, toMoney } from './parts.ts'

const DAY = 86_400

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
      const wallet = items.homeOf(row['wallet'], id, row['name'])
      if (wallet === undefined) continue
      const values = {
        name: toText(row['name']),
        description: toText(row['description']),
        flatrate: toBool(row['flatrate']),
        max_words: MAX_WORDS,
        amount: Math.max(toInt(row['amount']), 1),
        webhook_url: orNone(row['webhook']),
        amountmade: toInt(row['amountmade']),
      }
      if (!forms.has(id)) forms.set(id, { wallet, values, at: toSeconds(row['time']), count: 0 })
    }
  }
  for await (const row of items.rows('ticket')) {
    const itemId = toText(row['form'])
    const form = forms.get(itemId)
    const id = toText(row['id'])
    const message = {
      item: itemId,
      name: toText(row['name']),
      email: orNone(row['email']),
      ltext: toText(row['ltext']),
      sats: toInt(row['sats']),
      payment_hash: id,
    }
    if (!toBool(row['paid'])) {
      const invoice = form && items.openInvoice(id)
      if (form !== undefined && invoice !== undefined) followMessage(items, form.wallet, { id, message, invoice })
    } else if (form === undefined) items.leave('messages of forms that are gone, or stay behind')
    else {
      const values = { ...message, handled: false }
      if (items.put('tickets', { id, wallet: form.wallet, values, at: toSeconds(row['time']) })) form.count += 1
    }
  }
  for (const [id, { wallet, values, at, count }] of forms) {
    items.put('items', { id, wallet, values: { ...values, ticket_count: count }, at })
  }
}

interface Draft {
  readonly id: string
  readonly message: Readonly<Record<string, unknown>> & { readonly item: string }
  readonly invoice: OpenInvoice
}

/** A message that is delivered when it is paid. */
function followMessage(items: Items, wallet: OwnWallet, { id, message, invoice }: Draft): void {
  if (!items.follow(invoice, { id: message.item, wallet, data: { draft: id } })) return
  const values = { ...message, kept: 'draft' }
  items.put('drafts', { id, wallet, values, at: draftedAt(items.now, invoice) })
}

const SLOT_MINUTES = 30

interface KnownCalendar {
  readonly wallet: OwnWallet
  readonly values: Record<string, unknown>
  booked: number
}

/** A booking, paid or not. */
interface Appointment {
  readonly id: string
  readonly itemId: string
  readonly start: number
  readonly values: Readonly<Record<string, unknown>>
}

export async function importLncalendar(items: Items): Promise<void> {
  const calendars = new Map<string, KnownCalendar>()
  for await (const row of items.rows('schedule')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['name'])
    if (wallet === undefined) continue
    const currency = toCurrency(items, row['currency'], id)
    items.change('LNbits knew no time zone: the hours count in UTC until you set one', id)
    const values = {
      name: toText(row['name']),
      start_day: toInt(row['start_day']),
      end_day: toInt(row['end_day']),
      start_time: hourOf(row['start_time']),
      end_time: hourOf(row['end_time']),
      timezone: 'UTC',
      slot_minutes: SLOT_MINUTES,
      amount: toMoney(row['amount'], currency),
      currency,
    }
    calendars.set(id, { wallet, values, booked: 0 })
  }
  await importAppointments(items, calendars)
  for await (const row of items.rows('unavailable')) {
    const itemId = toText(row['schedule'])
    const calendar = calendars.get(itemId)
    const start = toSeconds(row['start_time'])
    if (calendar === undefined || start === undefined) continue
    const until = toSeconds(row['end_time']) ?? start
    const end = /\d:\d\d/.test(toText(row['end_time'])) ? until : until + DAY
    const values = { item: itemId, start, end, name: toText(row['name']) || '-' }
    items.put('unavailable', { id: toText(row['id']) || randomUUID(), wallet: calendar.wallet, values, at: undefined })
  }
  for (const [id, { wallet, values, booked }] of calendars) {
    items.put('items', { id, wallet, values: { ...values, booked_count: booked }, at: undefined })
  }
}

async function importAppointments(items: Items, calendars: ReadonlyMap<string, KnownCalendar>): Promise<void> {
  const taken = new Set<string>()
  const unpaid: (Appointment & { readonly invoice: OpenInvoice })[] = []
  for await (const row of items.rows('appointment')) {
    const id = toText(row['id'])
    const itemId = toText(row['schedule'])
    const calendar = calendars.get(itemId)
    const start = toSeconds(row['start_time'])
    const isPaid = toBool(row['paid'])
    if (calendar === undefined || start === undefined) {
      if (isPaid) items.leave('appointments of calendars that are gone, or stay behind, or without a time')
      continue
    }
    const values = {
      item: itemId,
      day: `${itemId} ${isoTime(start).slice(0, 10)}`,
      payment_hash: id,
      name: toText(row['name']) || '-',
      email: orNone(row['email']),
      info: orNone(row['info']),
      start,
      end: toSeconds(row['end_time']) ?? start + SLOT_MINUTES * 60,
    }
    if (!isPaid) {
      const invoice = items.openInvoice(id)
      if (invoice !== undefined) unpaid.push({ id, itemId, start, values, invoice })
      continue
    }
    const slot = `${itemId} ${start}`
    const isTheirs = !taken.has(slot)
    taken.add(slot)
    if (!isTheirs) items.change('two paid for one time: the first one has it, the owner pays the second one back', id)
    const state = isTheirs ? { slot, held_until: start, state: 'paid' } : { held_until: start, state: 'conflict' }
    const appointment = { id, wallet: calendar.wallet, values: { ...values, ...state }, at: toSeconds(row['time']) }
    if (items.put('appointments', appointment) && isTheirs) calendar.booked += 1
  }
  for (const one of unpaid) {
    const calendar = calendars.get(one.itemId)
    if (calendar !== undefined) holdSlot(items, calendar, { ...one, taken })
  }
}

/** Holds an unpaid booking as long as its invoice, if the slot is free. */
function holdSlot(
  items: Items,
  { wallet }: KnownCalendar,
  one: Appointment & { readonly invoice: OpenInvoice; readonly taken: Set<string> },
): void {
  const { id, itemId, start, values, invoice, taken } = one
  const { start: from, end: until } = values
  if (!items.follow(invoice, { id: itemId, wallet, data: { start: from, end: until } })) return
  const slot = `${itemId} ${start}`
  const isFree = !taken.has(slot) && invoice.expiresAt > items.now
  if (isFree) taken.add(slot)
  const held = { held_until: invoice.expiresAt, ...(isFree ? { slot, state: 'held' } : { state: 'lapsed' }) }
  items.put('appointments', { id, wallet, values: { ...values, ...held }, at: undefined })
}

const hourOf = (value: Value): string => /^\d\d:\d\d/.exec(toText(value))?.[0] ?? '00:00'
