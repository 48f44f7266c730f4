// How people write numbers, for the app, for the service, and for browsers: pages load this file as it is. Its types are in
// `read-typed-number.d.ts`.

import { nameOfUnit } from './write-money.js'

/** Zeros of the scripts whose digits people type: Latin, full-width, Arabic-Indic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50]

/** Beyond, an amount is more than all the money there is. */
const MAX_WHOLE_DIGITS = 16

/** Marks of direction that come along when a number is copied. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\u061c\ufeff]/g

/** Marks that may be written in another way, by the one that stands for them here. */
const SAME_MARKS = [
  [/[.．]/g, '.'],
  [/[,，،﹐]/g, ','],
  [/['’‘ʼ′＇]/g, "'"],
  [/\s/g, ' '],
]

/** What groups only: a space, an apostrophe, the Arabic mark of thousands. What is a point only: the Arabic point. */
const MARKS = /[., '٬٫]/g
const ARABIC_POINT = '٫'
const MAY_BE_POINT = ['.', ',', ARABIC_POINT]

/**
 * What a typed text means, as decimal digits with at most one point. A mark before exactly three digits groups; where it
 * could be the point as well, the language decides, and where that does not help, both readings are answered.
 */
export function readTypedNumber(typed, form) {
  const { digits, names = [] } = form
  // Names as well: browsers put marks of direction into the Arabic ones.
  const text = withoutName(toPlain(typed), names.map(toPlain))
  if (text === '') return { is: 'nothing' }
  if (/^[-−–] ?[\d.,٫]/.test(text)) return wrong('negative')
  if (!/^[\d., '٬٫]+$/.test(text) || !/\d/.test(text)) return wrong('no-number')
  const marks = text.match(MARKS) ?? []
  const grouped = asGrouped(text, marks)
  const pointed = asPointed(text, marks)
  if (grouped !== undefined && pointed !== undefined) return decide({ grouped, pointed, mark: marks[0] }, form)
  if (grouped !== undefined) return numberOf(grouped, digits)
  return pointed === undefined ? wrong('no-number') : numberOf(pointed, digits)
}

const wrong = (problem) => ({ is: 'wrong', problem })

/** Without marks of direction, and with Latin digits, whatever keyboard has typed it: for codes and numbers of ports. */
export const withLatin = (typed) => typed.replace(INVISIBLE, '').replace(/\p{Nd}/gu, toLatin)

/** In Latin digits, with one way to write each mark. */
function toPlain(typed) {
  let text = withLatin(typed)
  for (const [ways, mark] of SAME_MARKS) text = text.replace(ways, mark)
  return text.replace(/ +/g, ' ').trim()
}

/** `€5`, `5 EUR`. The longest name first: `sats` is not `sat` and a letter. */
function withoutName(text, names) {
  for (const name of [...names].filter(Boolean).sort((one, other) => other.length - one.length)) {
    const [start, end] = [text.slice(0, name.length), text.slice(-name.length)].map((part) => part.toLowerCase())
    if (end === name.toLowerCase()) return withoutName(text.slice(0, -name.length).trim(), names)
    if (start === name.toLowerCase()) return withoutName(text.slice(name.length).trim(), names)
  }
  return text
}

function toLatin(letter) {
  const code = letter.codePointAt(0)
  const zero = ZEROS.find((one) => code >= one && code <= one + 9)
  return zero === undefined ? letter : String(code - zero)
}

/** All marks group; undefined: they cannot. Without a mark it is the number itself. */
function asGrouped(text, marks) {
  if (marks.length === 0) return { whole: text }
  return areGroups(text, marks) ? { whole: text.replace(MARKS, '') } : undefined
}

/** One kind of mark, with three digits behind each; in India two, except behind the last one. */
function areGroups(text, marks) {
  const [mark] = marks
  if (mark === ARABIC_POINT || marks.some((one) => one !== mark)) return false
  const [first, ...others] = text.split(mark)
  const last = others.pop()
  if (!/^[1-9]\d{0,2}$/.test(first) || last?.length !== 3) return false
  return others.every(({ length }) => length === 3) || (mark === ',' && isOfIndia(first, others))
}

const isOfIndia = (first, others) => first.length <= 2 && others.every(({ length }) => length === 2)

/** The last mark is the point, and those before it group; undefined: it cannot be. */
function asPointed(text, marks) {
  const point = marks.at(-1)
  if (point === undefined || !MAY_BE_POINT.includes(point)) return undefined
  const before = marks.slice(0, -1)
  if (before.includes(point)) return undefined
  const [whole, fraction] = text.split(point)
  if (before.length > 0 && !areGroups(whole, before)) return undefined
  return { whole: whole.replace(MARKS, ''), fraction }
}

/** `1.250`: one thousand, or one and a quarter. */
function decide({ grouped, pointed, mark }, { digits, locale, shownIn = locale, max }) {
  if (digits === 0) return numberOf(grouped, digits)
  if (max !== undefined && Number(grouped.whole) > max) return numberOf(pointed, digits)
  const byPoint = numberOf(pointed, digits)
  const [meaning, shown] = [meaningOf(mark, locale), meaningOf(mark, shownIn)]
  if (meaning === shown && meaning === 'point' && byPoint.is === 'number') return byPoint
  if (meaning === shown && meaning === 'group') return numberOf(grouped, digits)
  const readings = [numberOf(grouped, digits), byPoint].flatMap(({ is, text }) => (is === 'number' ? [text] : []))
  return { is: 'unsure', readings }
}

/** What a mark is in a language; undefined: neither. */
function meaningOf(mark, locale) {
  const { point, group } = marksOf(locale)
  if (mark === point) return 'point'
  // In Austria the language groups by a space, and people write the mark of the language as well.
  return [group, marksOf(locale.split('-')[0]).group].includes(mark) ? 'group' : undefined
}

function numberOf({ whole, fraction }, digits) {
  const short = whole.replace(/^0+(?=\d)/, '') || '0'
  if (short.length > MAX_WHOLE_DIGITS) return wrong('too-long')
  if (fraction === undefined) return { is: 'number', text: short }
  // A point alone promises a fraction, too: `1,` of satoshis is not one satoshi.
  if (digits === 0) return wrong('no-fractions')
  // Zeros behind the last digit that counts change nothing.
  if (fraction.replace(/0+$/, '').length > digits) return wrong('too-many-digits')
  return { is: 'number', text: fraction === '' ? short : `${short}.${fraction.slice(0, digits)}` }
}

/** What people write beside a number of a unit: `sat`, or a currency by its code or its sign. */
export function namesOf(unit, locale) {
  if (unit === 'sat') return [nameOfUnit(unit, locale), 'sat', 'sats']
  if (!/^[A-Za-z]{3}$/.test(unit)) return [unit]
  const signs = ['symbol', 'narrowSymbol'].map(
    (currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: unit, currencyDisplay })
        .formatToParts(0)
        .find(({ type }) => type === 'currency').value,
  )
  return [unit, ...signs]
}

const kept = new Map()

/** How a language marks thousands and the point. */
export function marksOf(locale) {
  if (!kept.has(locale)) kept.set(locale, readMarks(locale))
  return kept.get(locale)
}

function readMarks(locale) {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.5)
  const valueOf = (wanted) => parts.find(({ type }) => type === wanted)?.value
  return { point: valueOf('decimal') ?? '.', group: valueOf('group') ?? '' }
}
