import { PERIOD_UNITS, type PeriodUnit } from './dates.ts'
import { locale } from './language.ts'

/** The largest unit in which the time is a whole number. */
export function wholeUnit(seconds: number): { readonly count: number; readonly unit: PeriodUnit } {
  const [unit, length] = PERIOD_UNITS.find((each) => seconds > 0 && seconds % each[1] === 0) ?? PERIOD_UNITS[3]
  return { count: seconds / length, unit }
}

/** `36 hours`: exact; `durationText` rounds. */
export function periodText(seconds: number): string {
  const { count, unit } = wholeUnit(seconds)
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** `hours` */
export const periodUnitName = (unit: PeriodUnit): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' })
    .formatToParts(5)
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join('')
