import { expect, test } from 'vitest'
import { isoIn, offsetIn } from './time-zone.ts'

const at = (iso: string): number => Date.parse(iso) / 1000

test.each([
  [undefined, '2026-03-01T00:30:00Z', '2026-03-01T00:30:00Z'],
  ['UTC', '2026-03-01T00:30:00Z', '2026-03-01T00:30:00+00:00'],
  ['Europe/Berlin', '2026-02-28T23:30:00Z', '2026-03-01T00:30:00+01:00'],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
  ['Asia/Kathmandu', '2026-03-01T00:00:00Z', '2026-03-01T05:45:00+05:45'],
  ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31T20:30:00-03:30'],
])('in %s, %s is %s', (zone, utc, local) => {
  expect(isoIn(zone)(at(utc))).toBe(local)
  expect(Date.parse(local) / 1000).toBe(at(utc))
})

test('an unknown zone is a problem of the query', () => {
  expect(() => offsetIn('Europe/Atlantis')).toThrow('no such time zone')
})
