import { expect, test } from 'vitest'
import { periodText, periodUnitName, wholeUnit } from '../../../language/period-text.ts'
import { toLocal, toMoment } from './moment-input.tsx'

test('a local date and time converts to UTC and back', () => {
  for (const moment of ['2027-01-31T12:00:00Z', '2027-07-31T23:59:00Z', '2027-03-28T00:30:15Z']) {
    expect(toMoment(toLocal(moment))).toBe(moment)
    expect(new Date(toLocal(moment)).getTime()).toBe(Date.parse(moment))
  }
  expect(toLocal('2027-01-31T12:00:00+05:00')).toBe(toLocal('2027-01-31T07:00:00Z'))
  expect(toLocal('2027-01-31T12:00:00.250Z')).toBe(toLocal('2027-01-31T12:00:00Z'))
  expect([toLocal(''), toLocal('soon'), toMoment('')]).toEqual(['', '', ''])
})

test('a period is shown exactly, in the largest unit that divides it', () => {
  expect([60, 90, 5400, 7200, 86_400, 604_800, 0].map(periodText)).toEqual([
    '1 minute',
    '90 seconds',
    '90 minutes',
    '2 hours',
    '1 day',
    '7 days',
    '0 seconds',
  ])
  expect(wholeUnit(172_800)).toEqual({ count: 2, unit: 'day' })
  expect(periodUnitName('hour').trim()).toBe('hours')
})
