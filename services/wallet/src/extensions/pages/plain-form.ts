import type { FormBlock, FormField, Page, PaidMessage } from '@satchel/extension-sdk/page'
import { marksOf, namesOf, readTypedNumber } from '@satchel/money/read-typed-number'
import { writeMoney } from '@satchel/money/write-money'
import type { Language } from '@satchel/page/languages'
import { type FilledField, fieldProblem, type Problem } from './fields/field-problem.js'
import { numberProblem, writePlain } from './numbers/number-problem.js'
import { digitsOf } from './render-field.ts'
import type { Spoken } from './speak.ts'

/** Encrypts and authenticates data in an address. */
export interface Sealer {
  seal(text: string): string
  open(sealed: string): string
}

interface PlainField extends FilledField {
  readonly label: string
  /** Decimal places of a typed number. */
  readonly digits?: number | undefined
  readonly unit?: string | undefined
  readonly least?: number | undefined
  readonly most?: number | undefined
}

type Fields = Readonly<Record<string, PlainField>>

/** The data of a form without JavaScript, sealed in its address: its route, and the message of its page afterwards. */
export interface PlainForm {
  readonly extId: string
  /** Path of its page, below the extension. */
  readonly path: string
  readonly title: string
  readonly eyebrow?: string | undefined
  readonly brand?: Page['brand'] | undefined
  readonly method: 'POST' | 'PUT'
  readonly action: string
  readonly state: string
  readonly fields: Fields
  readonly paid?: Spoken<PaidMessage> | undefined
  readonly done?: Spoken<PaidMessage> | undefined
}

/** The answer to a form, by which the invoice and the purchase are found again. */
export interface PlainOutcome {
  readonly form: PlainForm
  readonly answer: Readonly<Record<string, unknown>>
}

/** The host's route for the state of an invoice. */
export const SHARED_STATE = '/state/{payment_hash}'

/** Undefined: it cannot be sent without JavaScript, because it takes a key, or its answer is not for this page. */
export function plainFormOf(
  form: Spoken<FormBlock>,
  page: Pick<PlainForm, 'extId' | 'path' | 'title' | 'eyebrow' | 'brand'>,
): PlainForm | undefined {
  const { action, method = 'POST', fields, paid, done, state = SHARED_STATE } = form
  if (method === 'GET' || fields.some(({ type }) => type === 'key')) return undefined
  return { ...page, method, action, state, fields: Object.fromEntries(fields.map(kindOf)), paid, done }
}

function kindOf(field: Spoken<FormField>): [string, PlainField] {
  const { name, label, type, numeric, step, unit, min: least, max: most, required, maxLength: max } = field
  const common = { label, required, max }
  if (type === 'number' || type === 'keypad') {
    return [name, { ...common, kind: 'number', digits: digitsOf(step), unit, least, most }]
  }
  if (type === 'select') return [name, { ...common, kind: numeric === true ? 'number' : 'choice' }]
  return [name, { ...common, kind: type === 'checkbox' ? 'flag' : type === 'email' ? 'email' : 'text' }]
}

/** The visitor who filled in a form. */
interface Visitor {
  readonly language: Language
  /** With the region of the browser. */
  readonly locale: string
}

/**
 * In the format of `send-form.js`: numbers as numbers, ticks as booleans, and no empty fields. An invalid value is a
 * problem, by the name of its field.
 */
export function readPlainValues({ fields }: PlainForm, sent: Readonly<Record<string, unknown>>, visitor: Visitor) {
  const values: Record<string, unknown> = {}
  const problems: [name: string, problem: Problem][] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = typeof sent[name] === 'string' ? sent[name] : ''
    // A page sends empty fields, too, but no unset button or tick. The route rejects missing fields.
    const isThere = typeof sent[name] === 'string' || field.kind === 'choice' || field.kind === 'flag'
    const problem = isThere ? fieldProblem(value, field) : undefined
    if (problem !== undefined) problems.push([name, problem])
    else if (field.kind === 'flag') values[name] = value === 'true'
    else if (value === '') continue
    else if (field.kind !== 'number') values[name] = value
    else {
      const number = numberOf(value, field, visitor)
      if (typeof number === 'object') problems.push([name, number])
      else if (number !== undefined) values[name] = number
    }
  }
  return { values, problems }
}

/** One that is chosen is as the page has written it; another text there is left: the route reports the problem. */
function numberOf(text: string, { digits, unit, least: min, most: max }: PlainField, { language, locale }: Visitor) {
  if (digits === undefined) return Number.isFinite(Number(text)) ? Number(text) : text
  const names = unit === undefined ? [] : namesOf(unit, language)
  const read = readTypedNumber(text, { digits, names, locale, shownIn: language })
  const write = (each: string): string => writePlain(each, marksOf(language).point)
  const writeBound = (bound: number): string => writeMoney(bound, unit, { locale: language, digits })
  const problem = numberProblem(read, { digits, unit, min, max }, write, writeBound)
  return problem ?? (read.is === 'number' ? Number(read.text) : undefined)
}

/** `/p/{claim}` with the fields of these, later ones first. */
export const fillPath = (path: string, ...facts: readonly Readonly<Record<string, unknown>>[]): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = facts.findLast((one) => Object.hasOwn(one, name))?.[name]
    return encodeURIComponent(
      typeof value === 'string' || typeof value === 'number' ? String(value).toWellFormed() : '',
    )
  })

export const sealForm = (vault: Sealer, form: PlainForm): string => toToken(vault.seal(FORM + JSON.stringify(form)))
export const sealOutcome = (vault: Sealer, outcome: PlainOutcome): string =>
  toToken(vault.seal(OUTCOME + JSON.stringify(outcome)))
export const openForm = (sealer: Sealer, token: string): PlainForm | undefined => opened(sealer, FORM, token)
export const openOutcome = (sealer: Sealer, token: string): PlainOutcome | undefined => opened(sealer, OUTCOME, token)

/** Prefix of sealed texts, so that texts sealed for other purposes are rejected. */
const FORM = 'page form: '
const OUTCOME = 'page outcome: '

const toToken = (sealed: string): string => Buffer.from(sealed, 'base64').toString('base64url')

function opened<T>({ open }: Sealer, purpose: string, token: string): T | undefined {
  try {
    const text = open(token)
    return text.startsWith(purpose) ? (JSON.parse(text.slice(purpose.length)) as T) : undefined
  } catch {
    return undefined
  }
}
