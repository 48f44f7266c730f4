import { type ApiDocument, type ApiMedia, type ApiSchema, referredName } from './api-document.ts'

/** Example bodies, by name: those of the document, else one generated from the schema. */
export function examplesOf({ schema, example, examples }: ApiMedia, document: ApiDocument): [string, unknown][] {
  const named = Object.entries(examples ?? {}).map(([name, one]): [string, unknown] => [name, one.value])
  if (named.length > 0) return named
  return [['', example ?? exampleOf(schema ?? {}, document)]]
}

const MAX_DEPTH = 6

/** The example of a schema; else its required fields and those with an example, each by its type. */
function exampleOf(schema: ApiSchema, document: ApiDocument, depth = 0): unknown {
  const name = referredName(schema)
  if (name !== undefined) return exampleOf(document.components?.schemas?.[name] ?? {}, document, depth + 1)
  const given = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0]
  if (given !== undefined || depth > MAX_DEPTH) return given ?? null
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice !== undefined) return exampleOf(choice, document, depth + 1)
  if (schema.properties !== undefined) return exampleObject(schema, document, depth)
  return BY_TYPE[typeOf(schema)] ?? null
}

function exampleObject({ properties = {}, required = [] }: ApiSchema, document: ApiDocument, depth: number): object {
  const shown = Object.entries(properties).filter(
    ([name, { example, examples }]) => required.includes(name) || (example ?? examples) !== undefined,
  )
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, document, depth + 1)]))
}

const BY_TYPE: Readonly<Record<string, unknown>> = {
  string: '',
  integer: 1,
  number: 1,
  boolean: false,
  array: [],
  object: {},
}

const typeOf = ({ type }: ApiSchema): string => (typeof type === 'string' ? type : (type?.[0] ?? ''))
