/** The part of OpenAPI 3.1 that our services use. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly description?: string
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch']

/** The text of a module: the schemas as types, request and answer of each operation, and its path. */
export function writeOperations(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .sort((first, second) => (first.operation.operationId < second.operation.operationId ? -1 : 1))
  const schemas = Object.entries(document.components.schemas).sort(([first], [second]) => (first < second ? -1 : 1))
  return [
    '// Written by `npm run client` from the wallet service’s /openapi.json: not to be edited.',
    '',
    ...schemas.flatMap(([name, schema]) => [
      ...comment(schema.description, ''),
      `export type ${name} = ${typeOf(schema, '')}`,
      '',
    ]),
    '/** What each operation asks for and answers, by its `operationId`. */',
    'export interface Operations {',
    ...operations.flatMap(({ operation }) => [
      ...comment(operation.summary, '  '),
      `  ${operation.operationId}: {`,
      ...request(operation),
      `    answer: ${answerOf(operation)}`,
      '  }',
    ]),
    '}',
    '',
    '/** Method and path of each operation. */',
    'export const OPERATIONS = {',
    ...operations.map(({ method, path, operation }) => `  ${operation.operationId}: ['${method}', '${path}'],`),
    '} as const satisfies { readonly [Name in keyof Operations]: readonly [method: string, path: string] }',
    '',
  ].join('\n')
}

function request({ parameters = [], requestBody }: Operation): string[] {
  const part = (place: 'path' | 'query'): string[] => {
    const named = parameters.filter((parameter) => parameter.in === place && parameter.name !== 'api-key')
    if (named.length === 0) return []
    const optional = named.every(({ required }) => required !== true) ? '?' : ''
    const fields = named.map(
      ({ name, required, schema }) => `${key(name)}${required === true ? '' : '?'}: ${typeOf(schema, '    ')}`,
    )
    return [`    ${place}${optional}: { ${fields.join('; ')} }`]
  }
  const body = requestBody?.content['application/json']?.schema
  const optional = requestBody?.required === true ? '' : '?'
  return [
    ...part('path'),
    ...part('query'),
    ...(body === undefined ? [] : [`    body${optional}: ${typeOf(body, '    ')}`]),
  ]
}

/** The answer of the first success; text for everything but JSON. */
function answerOf({ responses }: Operation): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  if (success?.content === undefined) return 'undefined'
  const kinds = Object.entries(success.content).map(([kind, { schema }]) =>
    kind === 'application/json' ? typeOf(schema, '    ') : 'string',
  )
  return unique(kinds).join(' | ')
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return unique(choices.map((choice) => typeOf(choice, indent))).join(' | ')
  if (schema.allOf !== undefined) return unique(schema.allOf.map((part) => typeOf(part, indent))).join(' & ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length === 0) return schema.properties === undefined ? 'unknown' : objectType(schema, indent)
  return unique(types.map((type) => simpleType(type, schema, indent))).join(' | ')
}

function simpleType(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `readonly ${inBrackets(typeOf(schema.items ?? {}, indent))}[]`
    case 'object':
      return objectType(schema, indent)
    default:
      return type
  }
}

const inBrackets = (type: string): string => (/[|&]| /.test(type) && !type.startsWith('{') ? `(${type})` : type)

function objectType(schema: Schema, indent: string): string {
  const { properties = {}, required = [], additionalProperties, patternProperties } = schema
  const others =
    typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties ?? {})[0]
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    ...comment(field.description, `${indent}  `),
    `${indent}  readonly ${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field, `${indent}  `)}`,
  ])
  if (fields.length === 0)
    return `Readonly<Record<string, ${others === undefined ? 'unknown' : typeOf(others, indent)}>>`
  return ['{', ...fields, `${indent}}`].join('\n')
}

const comment = (text: string | undefined, indent: string): string[] =>
  text === undefined || text === ''
    ? []
    : [`${indent}/** ${text.replaceAll('*/', '*').replaceAll(/\s*\n\s*/g, ' ')} */`]

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

const unique = (types: readonly string[]): string[] => [...new Set(types)]
