import { invalid } from '@satchel/http/service-error'
import { Type } from 'typebox'

/** The offset of a time zone from UTC at a time, in seconds. */
export type OffsetAt = (seconds: number) => number

/** Query parameter: the time zone in which dates are written. */
export const TIME_ZONE = Type.Optional(
  Type.String({
    maxLength: 64,
    pattern: '^[A-Za-z0-9_+/:-]+$',
    description: 'The time zone of dates, by its IANA name.',
    examples: ['Europe/Berlin'],
  }),
)

/** Since payments exist, the offset of every zone has changed only at full quarters of an hour. */
export const QUARTER = 900

/** 422 for an unknown zone. */
export function offsetIn(zone: string): OffsetAt {
  const format = formatOf(zone)
  const known = new Map<number, number>()
  return (seconds) => {
    const quarter = Math.floor(seconds / QUARTER)
    const offset = known.get(quarter) ?? readOffset(format, quarter * QUARTER)
    known.set(quarter, offset)
    return offset
  }
}

/** ISO 8601 in the local time of a zone: `2026-03-01T00:30:00+01:00`; UTC without one. */
export function isoIn(zone: string | undefined): (seconds: number) => string {
  if (zone === undefined) return (seconds) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
  const offsetAt = offsetIn(zone)
  return (seconds) => {
    const offset = offsetAt(seconds)
    const minutes = Math.abs(offset) / 60
    const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
    return `${new Date((seconds + offset) * 1000).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${clock}`
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    throw invalid({ type: 'value_error', loc: ['query', 'tz'], msg: 'no such time zone', input: timeZone })
  }
}

/** `GMT`, `GMT+05:30`. */
function readOffset(format: Intl.DateTimeFormat, seconds: number): number {
  const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const offset = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60
  return sign === '-' ? -offset : offset
}
