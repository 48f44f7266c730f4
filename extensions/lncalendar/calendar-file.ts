import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Appointment, Calendar } from './fields.ts'
import { toIso } from './zone-time.ts'

const MAX_OCTETS = 73

/** A booking as iCalendar (RFC 5545), for calendar programs. */
export function calendarFile(
  { name }: Calendar,
  booking: Appointment,
  { host, now }: { host: string; now: number },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Satchel//Paid booking//EN',
    'BEGIN:VEVENT',
    `UID:${booking.payment_hash}@${host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(booking.start)}`,
    `DTEND:${stamp(booking.end)}`,
    `SUMMARY:${escaped(name)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const stamp = (at: number): string => toIso(at).replaceAll(/[-:]/g, '')

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, (one) => `\\${one}`).replaceAll(/\r?\n/g, '\\n')

/** A line has at most 75 octets; the rest continues in the next one, after a space. */
function folded(line: string): string {
  const lines = ['']
  for (const character of line) {
    const last = lines.at(-1) ?? ''
    if (utf8ToBytes(last + character).length > MAX_OCTETS) lines.push(character)
    else lines[lines.length - 1] = last + character
  }
  return lines.join('\r\n ')
}
