import { expect, test } from 'vitest'
import { dayIn, isoIn, readInstant, requireTimeZone } from './instant.ts'

test.each([
  ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00.000Z'],
  ['2027-01-31T12:00Z', '2027-01-31T12:00:00.000Z'],
  ['2028-02-29T23:59:59.5+02:00', '2028-02-29T21:59:59.500Z'],
  ['2027-01-31T00:30:00-05:30', '2027-01-31T06:00:00.000Z'],
])('%s is an instant', (text, utc) => {
  expect(new Date(readInstant(text) ?? Number.NaN).toISOString()).toBe(utc)
})

test.each([
  'May 5',
  '1',
  '2027',
  '2027-01-31',
  '2027-01-31T12:00:00',
  '2027-02-29T00:00:00Z',
  '2027-02-30T00:00:00Z',
  '2027-04-31T00:00:00Z',
  '2027-13-01T00:00:00Z',
  '2027-00-10T00:00:00Z',
  '2027-01-00T00:00:00Z',
  '2027-01-31T24:00:00Z',
  '2027-01-31T12:60:00Z',
  '2027-01-31T12:00:00+0200',
  '2027-01-31 12:00:00Z',
  ' 2027-01-31T12:00:00Z',
])('%j is not an instant', (text) => {
  expect(readInstant(text)).toBeUndefined()
})

const MIDNIGHT = Date.parse('2026-06-30T23:30:00Z')

test.each([
  ['UTC', '2026-06-30T23:30:00+00:00'],
  ['Europe/Berlin', '2026-07-01T01:30:00+02:00'],
  ['America/St_Johns', '2026-06-30T21:00:00-02:30'],
  ['Asia/Kathmandu', '2026-07-01T05:15:00+05:45'],
])('in %s a moment is written as %s, which is the same moment', (zone, written) => {
  expect(isoIn(zone, MIDNIGHT)).toBe(written)
  expect(Date.parse(written)).toBe(MIDNIGHT)
  expect(dayIn(zone, MIDNIGHT)).toBe(written.slice(0, 10))
})

test('the repeated hour in autumn is distinguished by its offset', () => {
  const first = Date.parse('2026-10-25T00:30:00Z')
  expect([first, first + 3_600_000].map((at) => isoIn('Europe/Berlin', at))).toEqual([
    '2026-10-25T02:30:00+02:00',
    '2026-10-25T02:30:00+01:00',
  ])
})

test('a name that is not in the list of the IANA is rejected', () => {
  for (const name of ['Europe/Berlin', 'UTC']) expect(() => requireTimeZone(name)).not.toThrow()
  for (const name of ['Mars/Olympus', '']) expect(() => requireTimeZone(name)).toThrow('not an IANA time zone')
})
