import type { World } from '../../../services/wallet/test/world/open-world.ts'

/** As much of JSON schema as our routes use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: { readonly enum?: readonly unknown[] }
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  /** Optional fields that are null count as absent. */
  readonly 'x-null-is-absent'?: boolean
  /** Required fields that other fields can replace. */
  readonly 'x-defaulted'?: readonly string[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema: Schema
}

/** An operation in `/openapi.json`: these tests know only the manual. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Without references; undefined = no body. */
  readonly body: Schema | undefined
  readonly bodyRequired: boolean
  /** Any one of these security schemes is enough; none = no credential is needed. */
  readonly schemes: readonly string[]
  /** `Access: invoice key, admin key.` → `['invoice key', 'admin key']`. */
  readonly whoMay: readonly string[]
  /** Status → the types that its content may have. */
  readonly answers: Readonly<Record<string, readonly string[]>>
}

interface Written {
  readonly operationId: string
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, { schema: Schema }>> }
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Written>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export async function readDocument(world: World): Promise<ApiDocument> {
  return (await world.call('GET', '/openapi.json')).body
}

export function listOperations({ paths, components }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => ({
      id: written.operationId,
      method: method.toUpperCase() as Operation['method'],
      path,
      parameters: written.parameters ?? [],
      body: bodyOf(written, components.schemas),
      bodyRequired: written.requestBody?.required === true,
      schemes: (written.security ?? []).flatMap((one) => Object.keys(one)),
      whoMay: /Access: (.+)\.$/.exec(written.description)?.[1]?.split(', ') ?? [],
      answers: Object.fromEntries(
        Object.entries(written.responses).map(([status, { content }]) => [status, Object.keys(content ?? {})]),
      ),
    })),
  )
}

function bodyOf({ requestBody }: Written, components: ApiDocument['components']['schemas']): Schema | undefined {
  const schema = requestBody?.content['application/json']?.schema
  return schema && withoutReferences(schema, components)
}

/** Bodies are not recursive. */
function withoutReferences<T>(value: T, components: ApiDocument['components']['schemas']): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one: unknown) => withoutReferences(one, components)) as T
  const { $ref } = value as Schema
  if ($ref !== undefined) return withoutReferences(components[$ref.split('/').at(-1) ?? ''], components) as T
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutReferences(one, components)])) as T
}

/** The status of success: the first 2xx. */
export const successOf = ({ answers }: Operation): number =>
  Number(Object.keys(answers).find((status) => /^[123]/.test(status)))
