import type { Route } from '@satchel/extension-sdk/extension'
import { readInstant } from '@satchel/extension-sdk/instant'
import { refuse } from '@satchel/extension-sdk/refusal'
import { type Appointment, type CalendarCtx, type FIELDS, momentField, TABLES, VISITOR } from './fields.ts'
import { toIso } from './zone-time.ts'

type CalendarRoute = Route<typeof FIELDS, CalendarCtx>

const MOST_RANGES = 1000
const NAME = { type: 'text', max: 64, doc: 'Why, for you alone.', default: '' } as const
const ID = { type: 'text', max: 64, doc: 'Identifies it.' } as const
const DONE = { detail: { type: 'text', max: 100, doc: 'Says that it is done.' } } as const
const RANGE = { id: ID, start: momentField('From.'), end: momentField('To.'), name: NAME } as const
const PAGE = {
  limit: { type: 'int', min: 1, max: 100, doc: 'Page size.', default: 20 },
  offset: { type: 'int', min: 0, doc: 'How many to skip.', default: 0 },
} as const

const toRange = ({ id, start, end, name }: { id: string; start: number; end: number; name: string }) => ({
  id,
  start: toIso(start),
  end: toIso(end),
  name,
})

const toAnswer = ({ id, name, email, info, start, end, state, payment_hash }: Appointment) => ({
  id,
  name,
  email,
  info,
  start: toIso(start),
  end: toIso(end),
  paid: state === 'paid' || state === 'conflict',
  state,
  payment_hash,
})

/** `start` of a request; the pattern lets the 30th of February through. */
export function secondsOfMoment(name: string, value: unknown): number {
  const instant = readInstant(String(value))
  if (instant === undefined) throw refuse(`body.${name}: is no time.`, 422)
  return Math.floor(instant / 1000)
}

/** When nothing can be booked, and who has booked. */
export const OWNER_ROUTES = {
  'GET /api/v1/:id/unavailable': {
    access: 'invoice',
    summary: 'When a calendar is closed',
    replyIs: 'list',
    reply: RANGE,
    async handle({ item }, ctx) {
      const ranges = await ctx.table('unavailable').find({ where: { item: item.id }, limit: MOST_RANGES })
      return { json: ranges.map(toRange) }
    },
  },
  'POST /api/v1/:id/unavailable': {
    access: 'admin',
    summary: 'Close a calendar for some time',
    description: 'No slot that touches this time is offered. What is booked already stays booked.',
    status: 201,
    body: { start: RANGE.start, end: RANGE.end, name: NAME },
    reply: RANGE,
    async handle({ item, body }, ctx) {
      const start = secondsOfMoment('start', body['start'])
      const end = secondsOfMoment('end', body['end'])
      if (end <= start) throw refuse('body.end: must be after start.', 422)
      if ((await ctx.table('unavailable').count({ where: { item: item.id } })) >= MOST_RANGES) {
        throw refuse(`A calendar has at most ${MOST_RANGES} of these.`)
      }
      const row = { item: item.id, start, end, name: String(body['name']) }
      return { status: 201, json: toRange(await ctx.table('unavailable').insert(row, item.wallet)) }
    },
  },
  'DELETE /api/v1/:id/unavailable/:range': {
    access: 'admin',
    summary: 'Open a calendar again',
    reply: DONE,
    async handle({ item, params }, ctx) {
      const range = await ctx.table('unavailable').get(params['range'] ?? '')
      if (range === null || range.item !== item.id) throw refuse('There is no such time.', 404)
      await ctx.table('unavailable').remove(range.id)
      return { json: { detail: 'Open again.' } }
    },
  },
  'GET /api/v1/:id/appointments': {
    access: 'admin',
    summary: 'Who has booked',
    description:
      'Newest booking first. `state`: `held` until it is paid, `lapsed` when it was not (gone after a day), `paid`, or `conflict`: paid too late, when the slot had gone; pay back by hand.',
    query: PAGE,
    replyIs: 'list',
    reply: {
      id: ID,
      ...VISITOR,
      start: momentField('When it begins.'),
      end: momentField('When it ends.'),
      paid: { type: 'bool', doc: 'The money has come.' },
      state: TABLES.appointments.state,
      payment_hash: TABLES.appointments.payment_hash,
    },
    async handle({ item, query }, ctx) {
      const page = { limit: Number(query['limit']), offset: Number(query['offset']) }
      const all = await ctx.table('appointments').find({ where: { item: item.id }, ...page })
      return { json: all.map(toAnswer) }
    },
  },
  'DELETE /api/v1/:id/appointments/:appointment': {
    access: 'admin',
    summary: 'Delete a booking',
    description: 'Its slot is free again; nothing is paid back.',
    reply: DONE,
    async handle({ item, params }, ctx) {
      const found = await ctx.table('appointments').get(params['appointment'] ?? '')
      if (found === null || found.item !== item.id) throw refuse('There is no such booking.', 404)
      await ctx.table('appointments').remove(found.id)
      return { json: { detail: 'Booking deleted.' } }
    },
  },
} as const satisfies Readonly<Record<string, CalendarRoute>>
