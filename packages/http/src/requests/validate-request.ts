import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyRequest, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import { ServiceError } from '../service-error.ts'
import type { ValidationProblem } from '../validation-problem.ts'
import { addLowerCase, LOWER_CASE, toLowerCase } from './lower-case.ts'
import { TEXT_READERS } from './read-text.ts'
import { schemaProblems } from './schema-problems.ts'

/**
 * Checks and converts one request in place; throws 422 with the problems of all its parts. False when the path
 * does not belong to the route: the router lets `/rate/` match `/rate/{currency}`, we do not.
 */
export type RequestCheck = (request: FastifyRequest) => boolean

/** A repeated query parameter: the last value counts, or the request is rejected. */
export type RepeatedQuery = 'last' | 'refuse'

export interface RequestValidator {
  /** Undefined when the route has nothing to check. */
  compile(schema: FastifySchema | undefined, options?: { readonly bodyOptional?: boolean }): RequestCheck | undefined
}

/**
 * One way to check requests: text in paths and queries is read laxly (`5.0` is an integer), bodies strictly (`"5"` is
 * not), and path, query and body problems are answered together (rules V1–V4).
 */
export function createRequestValidator(
  components: readonly TSchema[],
  repeatedQuery: RepeatedQuery = 'last',
): RequestValidator {
  // Opened by the first request that needs them: both services have two.
  let [ajv, hasty]: (Ajv | undefined)[] = []
  const explaining = (): Ajv => (ajv ??= openAjv(components, true))
  const stopping = (): Ajv => (hasty ??= openAjv(components, false))
  return {
    compile(schema, { bodyOptional = false } = {}) {
      const { params, querystring, body } = schema ?? {}
      if (params === undefined && querystring === undefined && body === undefined) return undefined
      const compileAll = (): PartCheck[] => {
        const checks: PartCheck[] = []
        if (params !== undefined) checks.push(textCheck(explaining(), 'path', 'params', params as ObjectSchema))
        if (querystring !== undefined) {
          checks.push(textCheck(explaining(), 'query', 'query', querystring as ObjectSchema, repeatedQuery))
        }
        if (body !== undefined) checks.push(bodyCheck(explaining(), stopping, body as TSchema, bodyOptional))
        return checks
      }
      // Compiled on the route's first request: compiling all routes would slow the start.
      let checks: PartCheck[] | undefined
      return (request) => runChecks((checks ??= compileAll()), request)
    },
  }
}

function openAjv(components: readonly TSchema[], allErrors: boolean): Ajv {
  const ajv = new Ajv({
    allErrors,
    verbose: true,
    strict: false,
    useDefaults: true,
    schemas: [...components],
    // Our schemas are typed, and the tests check the OpenAPI document; compiling the meta schema takes 20 ms of a start.
    meta: false,
    validateSchema: false,
  })
  addFormats.default(ajv)
  addLowerCase(ajv)
  return ajv
}

/** Appends to `problems` only when there are some: a good request allocates nothing. */
type PartCheck = (request: FastifyRequest, problems: ValidationProblem[] | undefined) => ValidationProblem[] | undefined

type ObjectSchema = TSchema & { properties: Record<string, TSchema>; required?: string[] }

function runChecks(checks: readonly PartCheck[], request: FastifyRequest): boolean {
  for (const name in request.params as object) {
    if ((request.params as Record<string, unknown>)[name] === '') return false
  }
  let problems: ValidationProblem[] | undefined
  for (const check of checks) problems = check(request, problems)
  const first = problems?.[0]
  if (problems !== undefined && first !== undefined)
    throw new ServiceError({ status: 422, detail: first.msg, problems })
  return true
}

function textCheck(
  ajv: Ajv,
  place: 'path' | 'query',
  part: 'params' | 'query',
  schema: ObjectSchema,
  repeated: RepeatedQuery = 'last',
): PartCheck {
  const fields = Object.entries(schema.properties).map(([name, field]) => textField(ajv, name, field, schema))
  return (request, found) => {
    const values = request[part] as Record<string, unknown>
    let problems = found
    for (const field of fields) {
      const raw = values[field.name]
      if (field.isList) {
        if (raw !== undefined) problems = readField(field, place, Array.isArray(raw) ? raw : [raw], values, problems)
        continue
      }
      if (Array.isArray(raw) && repeated === 'refuse') {
        problems = add(problems, {
          type: 'repeated',
          loc: [place, field.name],
          msg: 'Input should be given once',
          input: raw,
        })
        continue
      }
      const text = Array.isArray(raw) ? raw.at(-1) : raw
      if (text === undefined) {
        if (field.fallback !== undefined) values[field.name] = field.fallback
        else if (field.required) problems = add(problems, missing([place, field.name], null))
        continue
      }
      problems = readField(field, place, text, values, problems)
    }
    return problems
  }
}

interface TextField {
  readonly name: string
  readonly required: boolean
  readonly fallback: unknown
  /** Given once or several times: a list of texts. */
  readonly isList: boolean
  readonly isLowerCase: boolean
  readonly read: ((text: string) => ReturnType<(typeof TEXT_READERS)[string]>) | undefined
  readonly check: ValidateFunction | undefined
}

const CONSTRAINTS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'] as const
const CHOICES = ['pattern', 'format', 'enum', 'const', 'anyOf'] as const

function textField(ajv: Ajv, name: string, schema: TSchema, parent: ObjectSchema): TextField {
  const keywords = schema as Record<string, unknown>
  const kind = keywords['format'] === 'decimal' ? 'decimal' : String(keywords['type'])
  const constrained = [...CONSTRAINTS, ...CHOICES].some((keyword) => keyword in keywords)
  return {
    name,
    required: parent.required?.includes(name) ?? false,
    fallback: keywords['default'],
    isList: kind === 'array',
    isLowerCase: keywords[LOWER_CASE] === true,
    read: TEXT_READERS[kind],
    check: (constrained || kind === 'array') && kind !== 'decimal' ? ajv.compile(schema) : undefined,
  }
}

function readField(
  field: TextField,
  place: 'path' | 'query',
  text: string | readonly string[],
  values: Record<string, unknown>,
  problems: ValidationProblem[] | undefined,
): ValidationProblem[] | undefined {
  const reading = typeof text === 'string' ? field.read?.(text) : undefined
  if (reading !== undefined && 'problem' in reading) {
    const { type, msg } = reading.problem
    return add(problems, { type, loc: [place, field.name], msg, input: text })
  }
  const read = reading === undefined ? text : reading.value
  const value = field.isLowerCase && typeof read === 'string' ? toLowerCase(read) : read
  if (field.check !== undefined && !field.check(value)) {
    const found = schemaProblems(field.check.errors ?? [], [place, field.name], value)
    return found.reduce(
      (list: ValidationProblem[] | undefined, problem) => add(list, { ...problem, input: text }),
      problems,
    )
  }
  values[field.name] = value
  return problems
}

/** Of a larger body only the first problem is reported: ten thousand would block other requests. */
const EXPLAINED_BYTES = 16 * 1024

function bodyCheck(ajv: Ajv, hasty: () => Ajv, schema: TSchema, optional: boolean): PartCheck {
  const checkAll = ajv.compile(schema)
  let checkHastily: ValidateFunction | undefined
  const { $ref } = schema as { $ref?: string }
  const named: Partial<ObjectSchema> | undefined = $ref === undefined ? schema : ajv.getSchema($ref)?.schema
  const fieldOrder = Object.keys(named?.properties ?? {})
  const holdsSecrets = Object.values(named?.properties ?? {}).some((field) => 'writeOnly' in field)
  return (request, problems) => {
    const body = request.body
    if (body === undefined && optional) return problems
    if (body === undefined || body === null) return add(problems, missing(['body'], null))
    const isSmall = Number(request.headers['content-length'] ?? Number.NaN) <= EXPLAINED_BYTES
    const check = isSmall ? checkAll : (checkHastily ??= hasty().compile(schema))
    if (check(body)) return problems
    const found = schemaProblems(check.errors ?? [], ['body'], body, fieldOrder)
    return [...(problems ?? []), ...(holdsSecrets ? found.map(withoutInput) : found)]
  }
}

/** Clients log answers, but not requests: an answer must not repeat a secret. */
const withoutInput = ({ type, loc, msg, ctx }: ValidationProblem): ValidationProblem => ({
  type,
  loc,
  msg,
  ...(ctx && { ctx }),
})

const missing = (loc: (string | number)[], input: unknown): ValidationProblem => ({
  type: 'missing',
  loc,
  msg: 'Field required',
  input,
})

function add(problems: ValidationProblem[] | undefined, problem: ValidationProblem): ValidationProblem[] {
  return problems === undefined ? [problem] : [...problems, problem]
}
