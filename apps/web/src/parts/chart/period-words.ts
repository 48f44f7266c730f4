import { locale, t } from '../../language/language.ts'
import { firstDayOf, type Group, type Point } from './periods.ts'

type Shape = Intl.DateTimeFormatOptions

const LONG: Readonly<Record<Group, Shape>> = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
}
const SHORT: Readonly<Record<Group, Shape>> = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
}

/** `23 Nov 2026`, `Week from 23 Nov 2026`, `November 2026`; short at the ends of an axis. */
export function periodText(group: Group, date: string, isShort = false): string {
  const day = new Intl.DateTimeFormat(locale(), (isShort ? SHORT : LONG)[group]).format(firstDayOf(date))
  return group === 'week' && !isShort ? t('chart.week-from', { day }) : day
}

/** From the first period to the last; a no-break space keeps the line of none. */
export function spanText(group: Group, points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return '\u{a0}'
  const end = firstDayOf(last.date)
  if (group === 'week') end.setDate(end.getDate() + 6)
  return new Intl.DateTimeFormat(locale(), LONG[group]).formatRange(firstDayOf(first.date), end)
}
