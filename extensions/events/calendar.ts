import { dayIn } from '@satchel/extension-sdk/instant'
import type { Event } from './fields.ts'

type Days = Pick<Event, 'timezone' | 'closing_date' | 'event_end_date'>

export const isClosed = ({ timezone, closing_date: last }: Days, nowMs: number): boolean =>
  dayIn(timezone, nowMs) > last

export const isOver = ({ timezone, event_end_date: last }: Days, nowMs: number): boolean =>
  dayIn(timezone, nowMs) > last
