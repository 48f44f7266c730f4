import type { Payment } from '@satchel/client/operations'
import { locale, t } from '../../language/language.ts'

export interface Day {
  /** Equal for all payments of a day. */
  readonly key: string
  readonly rows: readonly Payment[]
}

/** Groups consecutive payments of the same day. Rows are ordered by creation, so a day can occur twice. */
export function byDay(rows: readonly Payment[]): Day[] {
  const days: { key: string; rows: Payment[] }[] = []
  const seen = new Map<number, number>()
  let start = 0
  let end = 0
  for (const row of rows) {
    const day = days.at(-1)
    // Most rows have the previous row's day: skip the calendar.
    if (day !== undefined && row.time >= start && row.time < end) {
      day.rows.push(row)
      continue
    }
    const date = new Date(row.time * 1000)
    start = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() / 1000
    end = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime() / 1000
    const times = (seen.get(start) ?? 0) + 1
    seen.set(start, times)
    days.push({ key: `${start} ${times}`, rows: [row] })
  }
  return days
}

/** `Today`, `Yesterday`, `Tuesday 3 March`. */
export function dayTitle({ rows }: Day, now = new Date()): string {
  const date = new Date((rows[0]?.time ?? 0) * 1000)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (date.toDateString() === now.toDateString()) return t('activity.today')
  if (date.toDateString() === yesterday.toDateString()) return t('activity.yesterday')
  return formatOf(
    date.getFullYear() === now.getFullYear()
      ? { weekday: 'long', day: 'numeric', month: 'long' }
      : { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ).format(date)
}

export const clockTime = (unixSeconds: number): string => formatOf({ timeStyle: 'short' }).format(unixSeconds * 1000)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format costs more than a hundred uses. */
function formatOf(shape: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale()} ${JSON.stringify(shape)}`
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale(), shape)
  formats.set(name, format)
  return format
}
