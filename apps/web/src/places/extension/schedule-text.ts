import { weekdayName } from '../../language/dates.ts'
import { locale, t } from '../../language/language.ts'
import { readSchedule } from './inputs/schedule.ts'

/** `Every Monday at 9:00`; other cron fields stay as they are. */
export function scheduleText(cron: string): string {
  const schedule = readSchedule(cron)
  switch (schedule?.every) {
    case undefined:
      return cron
    case 'hour':
      return t('ext.every-hour')
    case 'day':
      return t('ext.every-day-at', { time: clock(schedule.time) })
    case 'workday':
      return t('ext.every-workday-at', { time: clock(schedule.time) })
    case 'week':
      return t('ext.every-week-at', { day: weekdayName(Number(schedule.day)), time: clock(schedule.time) })
    case 'month':
      return schedule.day === 'L'
        ? t('ext.every-last-day-at', { time: clock(schedule.time) })
        : t('ext.every-month-at', { day: schedule.day, time: clock(schedule.time) })
  }
}

const clock = (time: string): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' }).format(Date.parse(`2024-01-01T${time}Z`))
