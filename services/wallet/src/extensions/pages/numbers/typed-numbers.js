// Fields for numbers: reads them as people write them, says what is understood, and what is not.

import { part, say } from '../live-invoice.js'
import { numberProblem, writePlain } from './number-problem.js'
import { marksOf, namesOf, readTypedNumber } from './read-typed-number.js'
import { writeMoney } from './write-money.js'

const LANGUAGE = document.documentElement.lang
/** With the region of the browser, where it speaks the language of the page. */
const LOCALE = navigator.languages.find((tag) => tag.toLowerCase().split('-')[0] === LANGUAGE) ?? LANGUAGE

/** The mark of the page's numbers. */
export const POINT = marksOf(LANGUAGE).point

const formOf = ({ digits, unit, min, max }) => ({ digits: Number(digits), unit, min: bound(min), max: bound(max) })
const bound = (text) => (text === undefined ? undefined : Number(text))

function readField({ value, defaultValue, dataset }) {
  const { digits, unit } = formOf(dataset)
  const names = unit === undefined ? [] : namesOf(unit, LANGUAGE)
  // What the page has written is as the page writes.
  const locale = value === defaultValue ? LANGUAGE : LOCALE
  return readTypedNumber(value, { digits, names, locale, shownIn: LANGUAGE })
}

/** The number of a field; undefined: none is typed, or it is not understood. */
export function numberOf(field) {
  // One of a few: as the page has written it.
  if (!('digits' in field.dataset)) return Number(field.value)
  const read = readField(field)
  return read.is === 'number' ? Number(read.text) : undefined
}

/** Why a field has no number, in words. */
export function troubleWith(field) {
  if (!('digits' in field.dataset)) return undefined
  const form = formOf(field.dataset)
  const write = (number) => writeMoney(number, form.unit, { locale: LANGUAGE, digits: form.digits })
  const problem = numberProblem(readField(field), form, (text) => writePlain(text, POINT), write)
  return problem === undefined ? undefined : say(...problem)
}

/** What is understood stands below the field where it is written in another way, before it is sent. */
export function startNumber(field) {
  const place = part(field.closest('.field'), 'understood')
  const show = () => {
    const read = readField(field)
    const text = read.is === 'number' ? read.text : ''
    const grouped = writeMoney(text, undefined, { locale: LANGUAGE, digits: 0 })
    place.hidden = text === '' || [grouped, writePlain(text, POINT)].includes(field.value.trim())
    const { digits, unit } = formOf(field.dataset)
    place.textContent = say('Understood as {number}', {
      number: writeMoney(text, unit, { locale: LANGUAGE, digits }),
    })
  }
  field.addEventListener('input', show)
  show()
}
