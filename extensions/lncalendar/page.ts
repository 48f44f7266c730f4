import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Block, Page } from '@satchel/extension-sdk/page'
import { amountText, clockText, fixed, type Text, weekdayText } from '@satchel/extension-sdk/text'
import type { Appointment, Calendar } from './fields.ts'
import type { Slot } from './slots.ts'
import { dateIn, toIso } from './zone-time.ts'

export interface Offered {
  readonly slots: readonly Slot[]
  /** The first date that is not shown; undefined = nothing can be booked later. */
  readonly next: string | undefined
}

/** The days with free slots: the visitor first chooses one, because a phone cannot show two weeks of times. */
export function daysPage(calendar: Calendar, { slots, next }: Offered): Page {
  const { id, timezone: timeZone } = calendar
  const days = Map.groupBy(slots, ({ start }) => dateIn(timeZone, start))
  return {
    ...headOf(calendar),
    blocks: [
      priceOf(calendar),
      { kind: 'heading', text: fixed('Choose a day') },
      {
        kind: 'list',
        items: [...days].map(([day, free]) => ({
          title: weekdayText((free[0]?.start ?? 0) * 1000, timeZone),
          note: fixed('{count} free', { count: free.length }),
          href: `/p/${id}?day=${day}`,
        })),
      },
      ...laterDays(id, next),
    ],
  }
}

/** The free slots of some days, by day, and the form to book one. Times are those of the calendar's zone. */
export function bookingPage(calendar: Calendar, { slots, next }: Offered, isOneDay: boolean): Page {
  const { id, timezone: timeZone } = calendar
  const options = slots.map(({ start }): [string, Text, Text] => [
    toIso(start),
    clockText(start * 1000, timeZone),
    weekdayText(start * 1000, timeZone),
  ])
  return {
    ...headOf(calendar),
    blocks: [
      priceOf(calendar),
      {
        kind: 'form',
        closed: options.length === 0 ? fixed('Nothing is free on these days.') : undefined,
        action: `/public/${id}/appointments`,
        state: `/public/${id}/appointments/{payment_hash}`,
        submit: fixed('Book and pay'),
        note: fixed('The slot is kept for 15 minutes.'),
        paid: { text: fixed('Paid: the slot is yours.'), href: `/p/${id}/booking/{payment_hash}`, redirect: true },
        remember: true,
        fields: [
          { name: 'start', label: fixed('Time'), type: 'select', required: true, asButtons: true, options },
          { name: 'name', label: fixed('Your name'), type: 'text', required: true, maxLength: 64 },
          {
            name: 'email',
            label: fixed('E-mail'),
            type: 'email',
            maxLength: 254,
            hint: fixed('For a confirmation.'),
          },
          { name: 'info', label: fixed('What it is about'), type: 'textarea', maxLength: 500 },
        ],
      },
      ...(isOneDay ? [{ kind: 'link', text: fixed('Other days'), href: `/p/${id}` } as const] : laterDays(id, next)),
    ],
  }
}

/** For the visitor who booked: day, time, and a calendar entry. */
export function bookedPage(calendar: Calendar, booking: Appointment): Page {
  const { id } = calendar
  const rows: readonly (readonly [Text, Text])[] = [
    [fixed('When'), whenText(calendar, booking)],
    [fixed('Name'), booking.name],
  ]
  return {
    ...headOf(calendar),
    layout: 'narrow',
    blocks: [
      stateBlock(booking),
      { kind: 'facts', rows },
      ...(booking.state === 'paid'
        ? [
            {
              kind: 'link',
              text: fixed('Add to the calendar'),
              href: `/public/${id}/appointments/${booking.payment_hash}/calendar.ics`,
              primary: true,
            } as const,
          ]
        : []),
      { kind: 'link', text: fixed('Book another time'), href: `/p/${id}` },
    ],
  }
}

function stateBlock({ state }: Appointment): Block {
  if (state === 'paid') return { kind: 'text', text: fixed('Paid: the slot is yours.'), tone: 'good' }
  if (state === 'conflict') {
    const text = fixed('Your payment came too late: the slot was already taken. The owner will pay you back.')
    return { kind: 'text', text, tone: 'bad' }
  }
  return { kind: 'text', text: fixed('It is not paid.'), tone: 'bad' }
}

const whenText = ({ timezone }: Calendar, { start, end }: Slot): Text =>
  fixed('{day}, {start} to {end} ({zone})', {
    day: weekdayText(start * 1000, timezone),
    start: clockText(start * 1000, timezone),
    end: clockText(end * 1000, timezone),
    zone: timezone,
  })

const headOf = (calendar: Calendar) =>
  ({ title: calendar.name, ...brandOf(calendar), layout: 'wide' }) satisfies Omit<Page, 'blocks'>

const priceOf = ({ amount, currency, slot_minutes: minutes, timezone: zone }: Calendar): Block => ({
  kind: 'amount',
  text: amountText(amount, currency),
  note: fixed('{minutes} minutes; times are those of {zone}', { minutes, zone }),
})

const laterDays = (id: string, next: string | undefined): Block[] =>
  next === undefined ? [] : [{ kind: 'link', text: fixed('Later days'), href: `/p/${id}?from=${next}` }]
