import { readInstant } from '@satchel/extension-sdk/instant'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { type Appointment, listRoute, momentField, route, routes, TABLES, VISITOR } from './fields.ts'
import { toIso } from './zone-time.ts'

const MAX_RANGES = 1000
const NAME = { type: 'text', max: 64, doc: 'Reason, shown to the owner only.', default: '' } as const
const ID = { type: 'text', max: 64, doc: 'Id of the closed time.' } as const
const DONE = { detail: { type: 'text', max: 100, doc: 'Confirmation, as text.' } } as const
const RANGE = { id: ID, start: momentField('Start'), end: momentField('End'), name: NAME } as const
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
export function secondsOfMoment(name: string, value: string): number {
  const instant = readInstant(value)
  if (instant === undefined) throw reject(`body.${name}: not a valid time.`, 422)
  return Math.floor(instant / 1000)
}

/** Closed times, and bookings with their visitors. */
export const OWNER_ROUTES = routes({
  'GET /api/v1/:id/unavailable': {
    access: 'invoice',
    summary: 'List the closed times of a calendar',
    replyType: 'list',
    reply: RANGE,
    async handle({ item }, ctx) {
      const ranges = await ctx.table('unavailable').find({ where: { item: item.id }, limit: MAX_RANGES })
      return { json: ranges.map(toRange) }
    },
  },
  'POST /api/v1/:id/unavailable': route({
    access: 'admin',
    summary: 'Close a calendar for some time',
    description: 'Slots that overlap this time are not offered. Existing bookings stay.',
    status: 201,
    body: { start: RANGE.start, end: RANGE.end, name: NAME },
    reply: RANGE,
    async handle({ item, body }, ctx) {
      const start = secondsOfMoment('start', body.start)
      const end = secondsOfMoment('end', body.end)
      if (end <= start) throw reject('body.end: must be after start.', 422)
      if ((await ctx.table('unavailable').count({ where: { item: item.id } })) >= MAX_RANGES) {
        throw reject(fixed('A calendar has at most {max} of these.', { max: MAX_RANGES }))
      }
      const row = { item: item.id, start, end, name: body.name }
      return { status: 201, json: toRange(await ctx.table('unavailable').insert(row, item.wallet)) }
    },
  }),
  'DELETE /api/v1/:id/unavailable/:range': {
    access: 'admin',
    summary: 'Delete a closed time',
    reply: DONE,
    async handle({ item, params }, ctx) {
      const range = await ctx.table('unavailable').get(params.range)
      if (range === null || range.item !== item.id) throw reject('There is no such time range.', 404)
      await ctx.table('unavailable').remove(range.id)
      return { json: { detail: 'Open again.' } }
    },
  },
  'GET /api/v1/:id/appointments': listRoute({
    table: 'appointments',
    access: 'admin',
    summary: 'List the bookings of a calendar',
    description:
      'Newest first. `state`: `held` until paid, `lapsed` if not paid in time (deleted after a day), `paid`, or `conflict`: paid after another booking took the slot; refund it by hand.',
    reply: {
      id: ID,
      ...VISITOR,
      start: momentField('Start'),
      end: momentField('End'),
      paid: { type: 'bool', doc: 'True: the booking is paid.' },
      state: TABLES.appointments.state,
      payment_hash: TABLES.appointments.payment_hash,
    },
    toJson: toAnswer,
  }),
  'DELETE /api/v1/:id/appointments/:appointment': {
    access: 'admin',
    summary: 'Delete a booking',
    description: 'Frees its slot, without a refund.',
    reply: DONE,
    async handle({ item, params }, ctx) {
      const found = await ctx.table('appointments').get(params.appointment)
      if (found === null || found.item !== item.id) throw reject('There is no such booking.', 404)
      await ctx.table('appointments').remove(found.id)
      return { json: { detail: 'Booking deleted.' } }
    },
  },
})
