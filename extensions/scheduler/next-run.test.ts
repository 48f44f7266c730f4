import { describe, expect, test } from 'vitest'
import { nextRun } from './next-run.ts'

describe('the next run', () => {
  const runs = (cron: string, timezone: string, from: string, count: number): string[] => {
    const found: string[] = []
    for (let at = Date.parse(from); found.length < count; ) {
      at = nextRun({ cron, timezone }, at) ?? Number.NaN
      found.push(new Date(at).toISOString())
    }
    return found
  }

  test('a run is at the same local hour before and after the clocks go forward, and once on that day', () => {
    expect(runs('30 9 * * *', 'Europe/Berlin', '2027-03-26T12:00:00Z', 3)).toEqual([
      '2027-03-27T08:30:00.000Z',
      '2027-03-28T07:30:00.000Z',
      '2027-03-29T07:30:00.000Z',
    ])
    const inTheGap = runs('30 2 * * *', 'Europe/Berlin', '2027-03-26T12:00:00Z', 3)
    expect(inTheGap.map((time) => time.slice(0, 10))).toEqual(['2027-03-27', '2027-03-28', '2027-03-29'])
  })

  test('a run is once on the day when the clocks go back', () => {
    const times = runs('30 2 * * *', 'Europe/Berlin', '2027-10-29T12:00:00Z', 4)
    expect(times.map((time) => time.slice(0, 10))).toEqual(['2027-10-30', '2027-10-31', '2027-11-01', '2027-11-02'])
  })

  test('runs of a month, minute by minute, are never less than a minute apart', () => {
    const times = runs('* * * * *', 'America/New_York', '2027-10-20T00:00:00Z', 2000).map((time) => Date.parse(time))
    expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 60_000)).toBe(true)
  })
})
