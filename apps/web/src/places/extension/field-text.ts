import type { FieldShape } from '../../api/extensions.ts'
import { fullTime, weekdayName } from '../../language/dates.ts'
import { joined, listed } from '../../language/joined.ts'
import { isolatedHere, locale, t } from '../../language/language.ts'
import { periodText } from '../../language/period-text.ts'
import { formatPrice, msatOf, satToMsat, unitName } from '../../money/money.ts'
import { percentText } from '../../money/typed-number.ts'
import { preciseSatText, satText } from '../../parts/amount.tsx'
import { scheduleText } from './schedule-text.ts'

export interface Around {
  /** The currency of the amount fields in the same object. */
  readonly currency: unknown
  walletName(id: string): string | undefined
}

/** The value formatted for people; undefined: nothing to show. */
export function fieldText(field: FieldShape, value: unknown, around: Around): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : listText(field, value, around)
  if (typeof value === 'boolean') return t(value ? 'ext.yes' : 'ext.no')
  if (typeof value === 'number') return numberText(field, value, around)
  if (typeof value !== 'string') return JSON.stringify(value)
  const option = field.options?.find((one) => one.value === value)
  if (option !== undefined) return option.label
  if (field.type === 'walletRef' || field.type === 'target') return around.walletName(value) ?? value
  if (field.as === 'schedule') return scheduleText(value)
  if (value === 'sat' && (field.type === 'currency' || field.as === 'currency')) return unitName('sat')
  const isDay = field.type === 'date'
  if (!isDay && !ISO_TIME.test(value)) return value
  const seconds = Date.parse(isDay ? `${value}T00:00:00Z` : value) / 1000
  if (!isTime(seconds)) return value
  return isDay ? dayText(seconds) : fullTime(seconds)
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z?$/

function numberText(
  { type, name, server, as, options }: FieldShape,
  value: number,
  { currency }: Around,
): string | undefined {
  if (type === 'sat') return satText(satToMsat(value))
  if (type === 'msat') return preciseSatText(msatOf(value))
  if (type === 'money') return moneyText(value, currency)
  if (type === 'percent') return percentText(value)
  if (as === 'seconds' || as === 'minutes') {
    return (
      options?.find((one) => one.value === String(value))?.label ?? periodText(as === 'minutes' ? value * 60 : value)
    )
  }
  if (as === 'weekday') return weekdayName(value)
  if (as === 'milliseconds') return secondsText(value / 1000)
  if (as === 'percent') return percentText(value)
  if (as === 'sat') return satText(satToMsat(value))
  // Zero means that the event has not happened.
  if (value === 0 && server && TIME_NAME.test(name)) return undefined
  const isNamedTime = TIME_NAME.test(name) && value > 1_000_000_000 && isTime(value)
  return isNamedTime ? fullTime(value) : new Intl.NumberFormat(locale()).format(value)
}

const secondsText = (seconds: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'second', maximumFractionDigits: 3 }).format(seconds)

/** The last second that `Date` supports; `Intl` throws for later ones. */
const MAX_SECONDS = 8_640_000_000_000
const isTime = (seconds: number): boolean => Math.abs(seconds) <= MAX_SECONDS

/** Field names of Unix seconds. */
const TIME_NAME = /(?:^|_)(?:time|at|until)$/

function moneyText(value: number, currency: unknown): string {
  if (typeof currency !== 'string' || currency === '') return new Intl.NumberFormat(locale()).format(value)
  if (currency === 'sat') return satText(satToMsat(Math.trunc(value)))
  // A package may use any text as a currency; `Intl` throws for invalid codes.
  if (!/^[A-Za-z]{3}$/.test(currency))
    return `${new Intl.NumberFormat(locale()).format(value)} ${isolatedHere(currency)}`
  return formatPrice(value, currency.toUpperCase())
}

const dayText = (seconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000)

/** Plain values joined; of objects, the first field and how many follow. */
function listText(field: FieldShape, values: readonly unknown[], around: Around): string {
  const [one, second] = field.of ?? []
  const texts = values.map((value) => {
    if (field.isPlain === true && one !== undefined) return fieldText(one, value, around) ?? ''
    const row = (value ?? {}) as Readonly<Record<string, unknown>>
    return joined([one, second].map((each) => each && fieldText(each, row[each.name], around)))
  })
  return listed(texts, 'unit')
}

/** Codes and addresses are shortened and can be copied. */
export const isCode = (field: FieldShape, value: unknown): value is string =>
  typeof value === 'string' &&
  field.type !== 'list' &&
  (value.length > 40 || /^(?:https?:|ln|nostr\+)/i.test(value)) &&
  !/\s/.test(value)
