// Fields of a form: what is wrong with them in words, and how long a text has become.

import { part, say } from '../live-invoice.js'
import { troubleWith } from '../numbers/typed-numbers.js'
import { fieldProblem, lengthOf } from './field-problem.js'

const KINDS = { checkbox: 'flag', radio: 'choice', email: 'email' }

/** Why a field cannot be sent; undefined: it can be. */
export function troubleWithField(field) {
  const { name, type, required, dataset, validity } = field
  if (name === '' || type === 'hidden') return undefined
  // Half a date has no value.
  if (validity.badInput) return say('This is not complete.')
  const max = bound(dataset.maxLength)
  const problem = fieldProblem(filledIn(field), { kind: KINDS[type] ?? 'text', required, max })
  return problem === undefined ? troubleWith(field) : say(...problem)
}

const bound = (text) => (text === undefined ? undefined : Number(text))

function filledIn({ type, name, value, checked, form }) {
  if (type === 'checkbox') return checked ? value : ''
  return type === 'radio' ? form.elements.namedItem(name).value : value
}

/** A long text says its length from the start, a short one when it is nearly full. */
export function startCount(field) {
  const place = part(field.closest('.field'), 'count')
  const max = Number(field.dataset.maxLength)
  const show = () => {
    const used = lengthOf(field.value)
    place.hidden = used === 0 || (used < max * NEARLY && field.type !== 'textarea')
    place.textContent = say('{used} of {max} characters', { used, max })
  }
  field.addEventListener('input', show)
  // After the fields are empty.
  field.form.addEventListener('reset', () => setTimeout(show))
  show()
}

const NEARLY = 0.8
