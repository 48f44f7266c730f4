import { reject } from './rejection.ts'

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Unix milliseconds of an ISO 8601 date with time and zone; undefined if invalid. */
export function readInstant(text: string): number | undefined {
  const [, year = '', month = '', day = ''] = INSTANT.exec(text) ?? []
  if (year === '') return undefined
  // 30 February would become 2 March.
  const date = new Date(`${year}-${month}-01T00:00:00Z`)
  date.setUTCDate(Number(day))
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() + 1 !== Number(month) || day === '00') return undefined
  return Date.parse(text)
}

/** Formats are costly to make, and a shop has one zone. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 500

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  })
  if (formats.size >= MAX_FORMATS) formats.clear()
  formats.set(timeZone, format)
  return format
}

/** 422 unless it is in the IANA list: `Europe/Berlin`. */
export function requireTimeZone(name: string): void {
  try {
    formatOf(name)
  } catch {
    throw reject('body.timezone: not an IANA time zone, such as Europe/Berlin.', 422)
  }
}

/** The date in a time zone: `2026-12-01`. */
export const dayIn = (timeZone: string, unixMs: number): string => isoIn(timeZone, unixMs).slice(0, 10)

/** The time in a time zone, ISO 8601 with its offset from UTC: `2026-12-01T18:30:00+01:00`. */
export function isoIn(timeZone: string, unixMs: number): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(unixMs)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  const offset = part('timeZoneName').replace('GMT', '')
  const clock = `${part('hour')}:${part('minute')}:${part('second')}`
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${clock}${offset === '' ? '+00:00' : offset}`
}
