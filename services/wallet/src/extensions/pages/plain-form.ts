import type { FormBlock, FormField, Page, PaidMessage } from '@satchel/extension-sdk/page'
import type { Spoken } from './speak.ts'

/** Encrypts and authenticates data in an address. */
export interface Sealer {
  seal(text: string): string
  open(sealed: string): string
}

type Fields = Readonly<Record<string, { readonly label: string; readonly kind: 'text' | 'number' | 'flag' }>>

/** The data of a form without JavaScript, sealed in its address: its route, and the message of its page afterwards. */
export interface PlainForm {
  readonly extId: string
  /** Of its page, below the extension. */
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

function kindOf({ name, label, type, numeric }: Spoken<FormField>): [string, Fields[string]] {
  const isNumber = type === 'number' || type === 'keypad' || (type === 'select' && numeric === true)
  return [name, { label, kind: isNumber ? 'number' : type === 'checkbox' ? 'flag' : 'text' }]
}

/** As `send-form.js` sends them: numbers as numbers, ticks as booleans, and no empty fields. */
export function readPlainValues({ fields }: PlainForm, sent: Readonly<Record<string, unknown>>) {
  const values: Record<string, unknown> = {}
  for (const [name, { kind }] of Object.entries(fields)) {
    const value = typeof sent[name] === 'string' ? sent[name] : ''
    if (kind === 'flag') values[name] = value === 'true'
    else if (value !== '') values[name] = kind === 'number' ? numberOf(value) : value
  }
  return values
}

/** Leaves other texts unchanged: the route reports the problem. */
function numberOf(text: string): number | string {
  const number = Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : text
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
