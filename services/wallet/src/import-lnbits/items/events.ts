import { textOf, toBool, toJson, toList, toNumber, toObject, toSeconds, toText, type Value } from '../reading/values.ts'
import type { OpenInvoice } from './open-invoices.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { isoTime, orNone, toCurrency, toDay, toHttps, toInt, toMoney } from './parts.ts'

interface KnownEvent {
  readonly wallet: OwnWallet
  readonly values: Record<string, unknown>
  readonly end: string
  readonly at: number | undefined
  /** Tickets that are not sold. */
  readonly left: number
  received: number
  reserved: number
}

/** A ticket that can still be paid. */
interface Unpaid {
  readonly invoice: OpenInvoice
  readonly buyer: { readonly name: string; readonly email: string }
  readonly refundAddress: string | undefined
}

export async function importEvents(items: Items): Promise<void> {
  const events = new Map<string, KnownEvent>()
  const today = isoTime(items.now).slice(0, 10)
  for await (const row of items.rows('events')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['name'])
    if (wallet !== undefined) events.set(id, readEvent(items, id, wallet, row))
  }
  const unpaid: (Unpaid & { readonly eventId: string })[] = []
  for await (const row of items.rows('ticket')) {
    const itemId = toText(row['event'])
    const event = events.get(itemId)
    const id = toText(row['id'])
    const extra = toObject(toJson(row['extra']))
    const buyer = { name: toText(row['name']) || '-', email: toText(row['email']) }
    const refundAddress = orNone(extra['refund_address'] as Value)
    if (!toBool(row['paid'])) {
      const invoice = event && items.openInvoice(id)
      if (invoice !== undefined) unpaid.push({ eventId: itemId, invoice, buyer, refundAddress })
      else if (event !== undefined && extra['onchain'] === true)
        items.leave('unpaid tickets that are paid on the chain: look whether they were', `${buyer.name} (${id})`)
      continue
    }
    if (event === undefined) {
      items.leave('tickets of events that are gone, or stay behind')
      continue
    }
    const at = toSeconds(row['time']) ?? items.now
    const sat = toNumber(extra['sats_paid'] as Value) ?? paidFor(items, id)
    const order = { item: itemId, stage: 'paid', ...buyer, quantity: 1, payment_hash: id, expires_at: at, asked: false }
    const canReturn = event.end >= today && extra['refunded'] !== true && sat > 0
    const ticket = {
      item: itemId,
      order: id,
      ...buyer,
      sat,
      refund_address: refundAddress,
      registered_at: toBool(row['registered']) ? (toSeconds(row['reg_timestamp']) ?? at) : undefined,
      refundable: canReturn ? itemId : undefined,
      tries: 0,
      failures: 0,
    }
    items.put('orders', { id, wallet: event.wallet, values: order, at })
    if (items.put('tickets', { id, wallet: event.wallet, values: ticket, at })) event.received += sat
  }
  for (const one of unpaid) reserve(items, one.eventId, events.get(one.eventId), one)
  for (const [id, { wallet, values, at, received, reserved }] of events) {
    items.put('items', { id, wallet, values: { ...values, received_sat: received, reserved }, at })
  }
}

/** While its invoice can be paid, a ticket is kept for its buyer, if there is one. */
function reserve(items: Items, id: string, event: KnownEvent | undefined, { invoice, buyer, refundAddress }: Unpaid) {
  if (event === undefined) return
  const order = invoice.hash
  if (!items.follow(invoice, { id, wallet: event.wallet, data: { order } })) return
  const isFree = event.left > event.reserved
  const values = {
    item: id,
    stage: isFree ? 'pending' : 'released',
    ...buyer,
    quantity: 1,
    refund_address: refundAddress,
    payment_hash: order,
    expires_at: invoice.expiresAt,
    asked: false,
  }
  if (items.put('orders', { id: order, wallet: event.wallet, values, at: undefined }) && isFree) event.reserved += 1
}

function readEvent(items: Items, id: string, wallet: OwnWallet, row: Readonly<Record<string, Value>>): KnownEvent {
  const extra = toObject(toJson(row['extra']))
  const isoDay = isoTime(items.now).slice(0, 10)
  const waves = toList(extra['ticket_waves']).map(toObject)
  const { wave, isOpen } = waveOf(waves, isoDay)
  // Without waves LNbits 1.6 writes one, which is the whole event.
  if (waves.length > 1) items.change('prices in waves: the wave of today counts for all', id)
  const currency = toCurrency(items, (wave?.['currency'] as Value) ?? row['currency'], id)
  const sold = toInt(row['sold'])
  const left =
    waves.length > 0
      ? waves.reduce((sum, one) => sum + toInt(one['amount_tickets'] as Value), 0)
      : toInt(row['amount_tickets'])
  const amount = Math.max(left + sold, 1)
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
  const least = toInt(extra['min_tickets'] as Value)
  const isConditional = extra['conditional'] === true && least > 0
  const closing = toDay(row['closing_date']) ?? end
  if (!isOpen && closing >= isoDay) {
    items.change('no wave of its tickets is open today: sales are closed until you change its closing date', id)
  }
  return {
    wallet,
    end,
    at: toSeconds(row['time']),
    left: Math.max(amount - sold, 0),
    received: 0,
    reserved: 0,
    values: {
      name: toText(row['name']),
      info: toText(row['info']) || '-',
      closing_date: isOpen ? closing : earlier(closing, isoTime(items.now - DAY).slice(0, 10)),
      event_start_date: toDay(row['event_start_date']) ?? end,
      event_end_date: end,
      timezone: 'UTC',
      // LNbits stores the remaining number.
      amount_tickets: amount,
      sold,
      currency,
      price_per_ticket: toMoney((wave?.['price_per_ticket'] as Value) ?? row['price_per_ticket'], currency),
      banner: toHttps(row['banner']),
      promo_codes: promo,
      conditional: isConditional,
      min_tickets: least > 0 ? least : undefined,
      canceled: toBool(row['canceled']),
      // An event whose sales wait for a wave is not cancelled for unsold tickets.
      decision: isConditional && isOpen && end >= isoDay ? 'open' : 'none',
    },
  }
}

const DAY = 86_400

const earlier = (one: string, other: string): string => (one < other ? one : other)

type Wave = Readonly<Record<string, unknown>>

/** The current wave; else the next or the last one, and then nothing is sold today. */
function waveOf(waves: readonly Wave[], today: string): { readonly wave: Wave | undefined; readonly isOpen: boolean } {
  if (waves.length === 0) return { wave: undefined, isOpen: true }
  const day = (wave: Wave, name: string): string => toDay(textOf(wave[name])) ?? ''
  const running = waves.filter((wave) => day(wave, 'closing_date') === '' || day(wave, 'closing_date') >= today)
  const open = running.find((wave) => day(wave, 'opening_date') <= today)
  const [next] = running.toSorted((one, other) => day(one, 'opening_date').localeCompare(day(other, 'opening_date')))
  return { wave: open ?? next ?? waves.at(-1), isOpen: open !== undefined }
}

const paidFor = (items: Items, hash: string): number =>
  Math.floor(
    (items.staged.first<{ amount: number }>(
      `SELECT amount FROM payments WHERE hash = ? AND dir = 'in' AND status = 'success'`,
      [hash],
    )?.amount ?? 0) / 1000,
  )
