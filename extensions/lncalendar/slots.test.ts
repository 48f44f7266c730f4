import { describe, expect, test } from 'vitest'
import { slotsOfDate } from './slots.ts'
import { momentOf, toIso } from './zone-time.ts'

const ALWAYS = { start_day: 0, end_day: 6, slot_minutes: 30 }

describe('slots of a day', () => {
  const hours = (timezone: string, start_time: string, end_time: string) => ({
    ...ALWAYS,
    timezone,
    start_time,
    end_time,
  })
  const startsOf = (timezone: string, date: string, start = '00:00', end = '06:00'): string[] =>
    slotsOfDate(hours(timezone, start, end), date).map((slot) => toIso(slot.start))

  test('the day on which the clocks go forward has an hour less', () => {
    const starts = startsOf('Europe/Berlin', '2027-03-28')
    expect(starts).toHaveLength(10)
    expect(starts.slice(0, 5)).toEqual([
      '2027-03-27T23:00:00Z',
      '2027-03-27T23:30:00Z',
      '2027-03-28T00:00:00Z',
      '2027-03-28T00:30:00Z',
      '2027-03-28T01:00:00Z',
    ])
    expect(starts.at(-1)).toBe('2027-03-28T03:30:00Z')
  })

  test('the day on which the clocks go back has an hour more', () => {
    const starts = startsOf('Europe/Berlin', '2027-10-31')
    expect(starts).toHaveLength(14)
    expect(starts[0]).toBe('2027-10-30T22:00:00Z')
    expect(starts.at(-1)).toBe('2027-10-31T04:30:00Z')
    expect(new Set(starts).size).toBe(14)
  })

  test.each([
    ['Europe/Berlin', '2027-03-27', '2027-03-27T08:00:00Z'],
    ['Europe/Berlin', '2027-03-28', '2027-03-28T07:00:00Z'],
    ['America/New_York', '2027-03-14', '2027-03-14T13:00:00Z'],
    ['Australia/Lord_Howe', '2027-04-04', '2027-04-03T22:30:00Z'],
    ['Asia/Kathmandu', '2027-01-01', '2027-01-01T03:15:00Z'],
    ['Pacific/Kiritimati', '2027-01-01', '2026-12-31T19:00:00Z'],
    ['UTC', '2027-01-01', '2027-01-01T09:00:00Z'],
  ])('nine o’clock in %s on %s is %s', (zone, date, moment) => {
    expect(startsOf(zone, date, '09:00', '10:00')[0]).toBe(moment)
  })

  test('a time skipped by the clock moves forward by the gap; of a repeated time the first counts', () => {
    const clock = (text: string): number => Date.parse(`${text}Z`) / 1000
    expect(toIso(momentOf('Europe/Berlin', clock('2027-03-28T02:30:00')))).toBe('2027-03-28T01:30:00Z')
    expect(toIso(momentOf('Europe/Berlin', clock('2027-10-31T02:30:00')))).toBe('2027-10-31T00:30:00Z')
    expect(toIso(momentOf('America/New_York', clock('2027-11-07T01:30:00')))).toBe('2027-11-07T05:30:00Z')
  })

  test.each([['24:00'], ['00:00'], ['23:59']])('a day may end at midnight, written %s', (end) => {
    expect(startsOf('UTC', '2027-01-04', '22:00', end)).toEqual([
      '2027-01-04T22:00:00Z',
      '2027-01-04T22:30:00Z',
      '2027-01-04T23:00:00Z',
      '2027-01-04T23:30:00Z',
    ])
    expect(startsOf('UTC', '2027-01-04', '00:00', end)).toHaveLength(48)
    // The days on which the clock changes have 23 and 25 hours.
    expect(startsOf('Europe/Berlin', '2027-03-28', '00:00', end)).toHaveLength(46)
    expect(startsOf('Europe/Berlin', '2027-10-31', '00:00', end)).toHaveLength(50)
  })

  test('only whole slots fit, and only on the days of the week', () => {
    const week = ['2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07', '2027-01-08', '2027-01-09', '2027-01-10']
    const many = (start_day: number, end_day: number): number[] =>
      week.map((date) => slotsOfDate({ ...hours('UTC', '09:00', '10:20'), start_day, end_day }, date).length)
    expect(many(0, 4)).toEqual([2, 2, 2, 2, 2, 0, 0])
    expect(many(5, 0)).toEqual([2, 0, 0, 0, 0, 2, 2])
    expect(many(2, 2)).toEqual([0, 0, 2, 0, 0, 0, 0])
  })
})
