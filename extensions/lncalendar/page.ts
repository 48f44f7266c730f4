import type { Page } from '@satchel/extension-sdk/page'
import type { Calendar } from './fields.ts'
import type { Slot } from './slots.ts'
import { toIso } from './zone-time.ts'
import { formatAmount } from '@satchel/extension-sdk/format-amount'

export interface Offered {
  readonly slots: readonly Slot[]
  /** The first date that is not shown; undefined = nothing can be booked later. */
  readonly next: string | undefined
}

/** The free slots of some days, by day, and the form to book one. Times are those of the calendar's zone. */
export function bookingPage(calendar: Calendar, { slots, next }: Offered): Page {
  const { id, name, timezone: timeZone, slot_minutes: minutes, amount, currency } = calendar
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'long' })
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const options = slots.map(({ start }): [string, string, string] => [
    toIso(start),
    time.format(start * 1000),
    day.format(start * 1000),
  ])
  return {
    title: name,
    layout: 'wide',
    blocks: [
      {
        kind: 'amount',
        text: formatAmount(amount, currency),
        note: `${minutes} minutes; times are those of ${timeZone}`,
      },
      {
        kind: 'form',
        closed: options.length === 0 ? 'Nothing is free on these days.' : undefined,
        action: `/public/${id}/appointments`,
        state: `/public/${id}/appointments/{payment_hash}`,
        submit: 'Book and pay',
        note: 'The slot is kept for 15 minutes.',
        paid: { text: 'Paid: the slot is yours.' },
        fields: [
          { name: 'start', label: 'Time', type: 'select', required: true, asButtons: true, options },
          { name: 'name', label: 'Your name', type: 'text', required: true, maxLength: 64 },
          { name: 'email', label: 'E-mail', type: 'email', maxLength: 254 },
          { name: 'info', label: 'What it is about', type: 'textarea', maxLength: 500 },
        ],
      },
      ...(next === undefined ? [] : [{ kind: 'link', text: 'Later days', href: `/p/${id}?from=${next}` } as const]),
    ],
  }
}
