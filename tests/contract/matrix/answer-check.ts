import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { AskedAnswer } from './ask.ts'
import type { ApiDocument, Operation } from './operations.ts'

export interface AnswerCheck {
  /** Whether the manual allows this body; true if there is none. */
  allowsBody(operation: Operation, body: unknown): boolean
  /** Why the manual does not describe this answer; undefined if it does. */
  problem(operation: Operation, answer: AskedAnswer): string | undefined
}

interface InvalidBody {
  readonly detail: string
  readonly errors: readonly { readonly loc: readonly (string | number)[] }[]
}

/** `detail` is the first of `errors` as a sentence (rule S531). */
const namesPlace = ({ detail, errors: [first] }: InvalidBody): boolean =>
  first !== undefined && detail.startsWith(`${first.loc.join('.')}: `)

export function createAnswerCheck(document: ApiDocument): AnswerCheck {
  const ajv = new Ajv({ strict: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', ...document })
  const compiled = new Map<string, ValidateFunction>()
  const validatorAt = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
    compiled.set(pointer, known)
    return known
  }
  const pointerTo = ({ path, method }: Operation, rest: string): string =>
    `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}/${rest}`
  return {
    allowsBody: (operation, body) =>
      operation.body === undefined ||
      (body === undefined
        ? !operation.bodyRequired
        : validatorAt(pointerTo(operation, 'requestBody/content/application~1json/schema'))(body)),
    problem(operation, { status, headers, text }) {
      const key = String(status)
      if (!Object.hasOwn(operation.answers, key)) {
        return `the manual knows no ${status}: ${text.slice(0, 200)}`
      }
      const types = operation.answers[key] ?? []
      const type = String(headers['content-type']).split(';')[0] ?? ''
      if (types.length === 0) return text === '' ? undefined : `${status} as ${type}, of which the manual says nothing`
      if (!types.includes(type)) return `${status} as ${type}`
      if (type !== 'application/json') return undefined
      const fits = validatorAt(pointerTo(operation, `responses/${key}/content/application~1json/schema`))
      const body: unknown = JSON.parse(text)
      if (!fits(body)) return `${status} ${text.slice(0, 200)}: ${ajv.errorsText(fits.errors)}`
      return status === 422 && !namesPlace(body as InvalidBody)
        ? `422 that names no place: ${text.slice(0, 200)}`
        : undefined
    },
  }
}
