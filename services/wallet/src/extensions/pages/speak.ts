import { isoIn } from '@satchel/extension-sdk/instant'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import type { AmountText, FixedText, Text, TimeText, Translations } from '@satchel/extension-sdk/text'
import { minorDigits } from '@satchel/money/minor-digits'
import { withLatinDigits } from '@satchel/money/with-latin-digits'
import { writeMoney } from '@satchel/money/write-money'
import { directionOf, type Language } from '@satchel/page/languages'
import { splitPlace } from '@satchel/page/split-place'
import { translate } from '@satchel/page/translate'

/** A page as one visitor reads it: every text is a string. */
export type Spoken<T> = T extends
  | { readonly fixed: string }
  | { readonly amount: unknown; readonly currency: string }
  | { readonly at: number }
  ? string
  : T extends object
    ? { readonly [K in keyof T]: Spoken<T[K]> }
    : T

/** How texts are shown to one visitor. */
export interface Speech {
  readonly language: Language
  /** A text of the host, or of the extension. */
  say(text: string, values?: Readonly<Record<string, string | number>>): string
  number(value: number | string, options?: Intl.NumberFormatOptions): string
  /** `4,20 €`, `1.250 sat`: as the app writes it. */
  money(amount: AmountText): string
  /** The times that were formatted in UTC, by their text: a browser shows them in its own time zone. */
  readonly times: Map<string, number>
  /** Texts of the scripts of the page; undefined = the English texts in them. */
  readonly texts: Readonly<Record<string, string>> | undefined
}

/** Texts that all pages share: those of the host, and those of several extensions. */
const SHARED = readTranslations(import.meta.url)

export function createSpeech(language: Language, own: Translations = {}): Speech {
  const shared = SHARED[language] ?? {}
  const texts = language === 'en' ? undefined : { ...shared, ...own[language] }
  const number: Speech['number'] = (value, options = {}) =>
    numberFormat(JSON.stringify([language, options])).format(value as number)
  return {
    language,
    number,
    times: new Map(),
    money: (text) => writeMoney(text.amount, text.currency, { locale: language, digits: minorDigits(text.currency) }),
    texts: texts && { ...pick(shared, OF_SCRIPTS), ...own[language] },
    say: (text, values) => begun(translate(text, values ?? {}, { texts, direction: directionOf(language) }), language),
  }
}

/**
 * Elements take their direction from the first letter, and a sentence may begin with an amount or a name. One that is
 * written from right to left is marked.
 */
function begun(text: string, language: Language): string {
  if (directionOf(language) === 'ltr' || !RIGHT_TO_LEFT.test(text)) return text
  return RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '') ? text : `\u200f${text}`
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/
const FIRST_LETTER = /[\p{L}\u200e\u200f]/u

/** Shared texts that scripts show. */
export const OF_SCRIPTS = [
  'Access token',
  'Amount',
  'At least {min} characters are needed.',
  'At least {number}.',
  'At most {amount} in one payment.',
  'At most {max} characters.',
  'At most {number}.',
  'Continue',
  'Copied',
  'Copy',
  'Delete the last digit',
  'Digits after the point: at most {digits}.',
  'Done',
  'From now on you can log in by {name}.',
  'It cannot be less than zero.',
  'Keypad',
  'Linked',
  'One step is missing',
  'Only a whole number fits here.',
  'Paid',
  'Please choose one.',
  'Please look at the fields above.',
  'Please tick this.',
  'Sum',
  'Thank you!',
  'The service could not be reached. Please try again.',
  'There are no fractions of a satoshi.',
  'There are no fractions of {unit}.',
  'This access token acts as you until it expires. Give it as accessToken under Authorize.',
  'This can be read in two ways. Write it without a mark for thousands: {readings}',
  'This invoice has expired',
  'This is missing.',
  'This is no e-mail address.',
  'This is not complete.',
  'This is not written as it should be.',
  'This number is too large.',
  'This part of the page was stopped.',
  'Ticket',
  'Tip',
  'Too long by {over}: at most {max} characters.',
  'Try again',
  'Understood as {number}',
  'Write it in digits, such as {example}.',
  'You are logged in',
  'Your account has a second factor. Send its code with this ticket to POST /api/v1/auth/second-factor.',
  'must be a Lightning address or an LNURL.',
  'over',
  '{days} d {hours} h',
  '{used} of {max} characters',
] as const

const pick = (texts: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])))

/** What it is about is named for programs: `body.sats: must be from {least} to {most}.` */
export function sayRejection({ fixed, values }: FixedText, speech: Speech): string {
  const [place, sentence] = splitPlace(fixed)
  return place + sayText({ fixed: sentence, values }, speech)
}

/** Every text within, in the language of the visitor. */
export function speak<T>(value: T, speech: Speech): Spoken<T> {
  if (typeof value !== 'object' || value === null) return value as Spoken<T>
  if (Array.isArray(value)) return value.map((one) => speak(one, speech)) as Spoken<T>
  if (isText(value)) return sayText(value, speech) as Spoken<T>
  // `data` is for a script of the extension and is not translated.
  const parts = Object.entries(value).map(([name, one]) => [name, name === 'data' ? one : speak(one, speech)])
  return Object.fromEntries(parts) as Spoken<T>
}

const isText = (value: object): value is Exclude<Text, string> =>
  'fixed' in value || ('amount' in value && 'currency' in value) || ('at' in value && 'form' in value)

function sayText(text: Text | number, speech: Speech): string {
  if (typeof text === 'string') return text
  if (typeof text === 'number') return speech.number(text, { maximumFractionDigits: 8 })
  if ('fixed' in text)
    return speech.say(
      text.fixed,
      Object.fromEntries(Object.entries(text.values).map(([name, one]) => [name, sayText(one, speech)])),
    )
  if ('amount' in text) return speech.money(text)
  const said = sayTime(text, speech.language)
  if (text.form === 'minute' && text.timeZone === 'UTC') speech.times.set(said, text.at)
  return said
}

/** English has no region here, and its readers use two orders of day and month: use ISO 8601. */
function sayTime({ at, form, timeZone }: TimeText, language: string): string {
  if (language === 'en' && (form === 'day' || form === 'minute')) {
    const iso = isoIn(timeZone, at)
    return form === 'day' ? iso.slice(0, 10) : `${iso.slice(0, 16).replace('T', ' ')}${inUtc(timeZone)}`
  }
  const text = timeFormat(
    JSON.stringify([language === 'en' ? 'en-GB' : language, { ...FORMS[form], timeZone }]),
  ).format(at)
  return form === 'minute' ? `${text}${inUtc(timeZone)}` : text
}

/** The time of a place is written as its clocks show it. */
const inUtc = (timeZone: string): string => (timeZone === 'UTC' ? ' UTC' : '')

const FORMS: Readonly<Record<TimeText['form'], Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'short', day: 'numeric', month: 'long' },
}

/** Formats are costly to make and few: a calendar has one time zone. */
function keepFormats<T>(make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>()
  return (key) => {
    const format = kept.get(key) ?? make(key)
    if (kept.size > MAX_FORMATS) kept.clear()
    kept.set(key, format)
    return format
  }
}

const MAX_FORMATS = 500

const timeFormat = keepFormats((key) => {
  const [language, options] = JSON.parse(key) as [string, Intl.DateTimeFormatOptions]
  return new Intl.DateTimeFormat(withLatinDigits(language), options)
})
const numberFormat = keepFormats((key) => {
  const [language, options] = JSON.parse(key) as [string, Intl.NumberFormatOptions]
  return new Intl.NumberFormat(withLatinDigits(language), options)
})
