/** A schedule in the form that people choose. */
export type Schedule =
  | { readonly every: 'hour' }
  /** `time`: `09:00`. */
  | { readonly every: 'day' | 'workday'; readonly time: string }
  /** `day`: 0 is Monday. */
  | { readonly every: 'week'; readonly time: string; readonly day: string }
  /** `day`: of the month; `L` is the last one. */
  | { readonly every: 'month'; readonly time: string; readonly day: string }

/** Days in every month; the last day has its own option. */
export const DAYS_OF_MONTH = [...Array.from({ length: 28 }, (_, index) => String(index + 1)), 'L']

/** Parses five cron fields; undefined: not one of the rhythms. */
export function readSchedule(cron: string): Schedule | undefined {
  const fields = cron.trim().split(/\s+/)
  const [minute = '', hour = '', day = '', month, weekday = ''] = fields
  if (fields.length !== 5 || month !== '*') return undefined
  if (minute === '0' && hour === '*' && day === '*' && weekday === '*') return { every: 'hour' }
  const time = timeOf(hour, minute)
  if (time === undefined) return undefined
  if (day !== '*') return weekday === '*' && DAYS_OF_MONTH.includes(day) ? { every: 'month', time, day } : undefined
  if (weekday === '*') return { every: 'day', time }
  if (weekday === '1-5') return { every: 'workday', time }
  // Cron counts from Sunday, as 0 or 7.
  return /^[0-7]$/.test(weekday) ? { every: 'week', time, day: String((Number(weekday) + 6) % 7) } : undefined
}

/** Five cron fields: `0 9 * * 1`. */
export function writeSchedule(schedule: Schedule): string {
  if (schedule.every === 'hour') return '0 * * * *'
  const [hour = '0', minute = '0'] = schedule.time.split(':').map((part) => String(Number(part)))
  const at = `${minute} ${hour}`
  switch (schedule.every) {
    case 'day':
      return `${at} * * *`
    case 'workday':
      return `${at} * * 1-5`
    case 'week':
      return `${at} * * ${(Number(schedule.day) + 1) % 7}`
    case 'month':
      return `${at} ${schedule.day} * *`
  }
}

function timeOf(hour: string, minute: string): string | undefined {
  if (!/^\d{1,2}$/.test(hour) || !/^\d{1,2}$/.test(minute) || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}
