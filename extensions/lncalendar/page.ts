import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Page } from '@satchel/extension-sdk/page'
import { amountText, clockText, fixed, type Text, weekdayText } from '@satchel/extension-sdk/text'
import type { Calendar } from './fields.ts'
import type { Slot } from './slots.ts'
import { toIso } from './zone-time.ts'

export interface Offered {
  readonly slots: readonly Slot[]
  /** The first date that is not shown; undefined = nothing can be booked later. */
  readonly next: string | undefined
}

/** The free slots of some days, by day, and the form to book one. Times are those of the calendar's zone. */
export function bookingPage(calendar: Calendar, { slots, next }: Offered): Page {
  const { id, name, timezone: timeZone, slot_minutes: minutes, amount, currency } = calendar
  const options = slots.map(({ start }): [string, Text, Text] => [
    toIso(start),
    clockText(start * 1000, timeZone),
    weekdayText(start * 1000, timeZone),
  ])
  return {
    title: name,
    ...brandOf(calendar),
    layout: 'wide',
    blocks: [
      {
        kind: 'amount',
        text: amountText(amount, currency),
        note: fixed('{minutes} minutes; times are those of {zone}', { minutes, zone: timeZone }),
      },
      {
        kind: 'form',
        closed: options.length === 0 ? fixed('Nothing is free on these days.') : undefined,
        action: `/public/${id}/appointments`,
        state: `/public/${id}/appointments/{payment_hash}`,
        submit: fixed('Book and pay'),
        note: fixed('The slot is kept for 15 minutes.'),
        paid: { text: fixed('Paid: the slot is yours.') },
        fields: [
          { name: 'start', label: fixed('Time'), type: 'select', required: true, asButtons: true, options },
          { name: 'name', label: fixed('Your name'), type: 'text', required: true, maxLength: 64 },
          { name: 'email', label: fixed('E-mail'), type: 'email', maxLength: 254 },
          { name: 'info', label: fixed('What it is about'), type: 'textarea', maxLength: 500 },
        ],
      },
      ...(next === undefined
        ? []
        : [{ kind: 'link', text: fixed('Later days'), href: `/p/${id}?from=${next}` } as const]),
    ],
  }
}
