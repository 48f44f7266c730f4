/** Values of an answer: plain ones, objects with `__typename` where the type matters, and functions of arguments. */
export type Resolvable = { readonly [field: string]: unknown }

/** An error of a resolver: answered with status 200. */
export class GraphqlTrouble extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

interface Field {
  readonly alias: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly selection: Selection | undefined
}

interface Selection {
  readonly fields: readonly Field[]
  readonly fragments: readonly { readonly type: string; readonly selection: Selection }[]
}

export interface GraphqlRequest {
  readonly query: string
  readonly operationName?: string
  readonly variables?: Readonly<Record<string, unknown>>
}

export const readGraphqlRequest = (text: string): GraphqlRequest => JSON.parse(text) as GraphqlRequest

/**
 * The part of GraphQL that a strict peer needs: only requested fields are answered, and an unknown field is rejected.
 */
export async function executeGraphql(request: GraphqlRequest, root: Resolvable): Promise<[status: number, object]> {
  try {
    return [200, { data: await resolveAll(parse(request), root) }]
  } catch (error) {
    const isTrouble = error instanceof GraphqlTrouble
    const code = isTrouble ? error.code : 'GRAPHQL_VALIDATION_FAILED'
    return [isTrouble ? 200 : 400, { errors: [{ message: (error as Error).message, code }], data: null }]
  }
}

async function resolveAll(selection: Selection, value: Resolvable): Promise<Resolvable> {
  const answered: Record<string, unknown> = {}
  for (const field of selection.fields) answered[field.alias] = await resolveField(field, value)
  for (const { type, selection: inner } of selection.fragments) {
    if (value['__typename'] === type) Object.assign(answered, await resolveAll(inner, value))
  }
  return answered
}

async function resolveField({ name, args, selection }: Field, parent: Resolvable): Promise<unknown> {
  const found = parent[name]
  if (found === undefined) throw new Error(`Cannot query field "${name}"`)
  const value: unknown = typeof found === 'function' ? await (found as (given: object) => unknown)(args) : found
  const one = (item: unknown): unknown => {
    const isObject = typeof item === 'object' && item !== null
    if (isObject !== (selection !== undefined) && item !== null) throw new Error(`Wrong selection of "${name}"`)
    return isObject && selection !== undefined ? resolveAll(selection, item as Resolvable) : item
  }
  return Array.isArray(value) ? Promise.all(value.map(one)) : one(value)
}

function parse({ query, variables = {} }: GraphqlRequest): Selection {
  const tokens: readonly string[] = query.match(/\.\.\.|[{}():$]|"[^"]*"|\w+/g) ?? []
  // The operation's own name and variables stand before its first brace.
  let at = tokens.indexOf('{')
  const take = (wanted?: string): string => {
    const token = tokens[at]
    at += 1
    if (token === undefined || (wanted !== undefined && token !== wanted)) throw new Error('Syntax Error')
    return token
  }
  const next = (wanted: string): boolean => tokens[at] === wanted
  const args = (): Record<string, unknown> => {
    const given: Record<string, unknown> = {}
    if (!next('(')) return given
    for (take('('); !next(')'); ) {
      const name = take()
      take(':')
      take('$')
      given[name] = variables[take()]
    }
    take(')')
    return given
  }
  const selection = (): Selection => {
    const fields: Field[] = []
    const fragments: { type: string; selection: Selection }[] = []
    for (take('{'); !next('}'); ) {
      if (next('...')) {
        take('...')
        take('on')
        fragments.push({ type: take(), selection: selection() })
        continue
      }
      const alias = take()
      const name = next(':') ? (take(':'), take()) : alias
      fields.push({ alias, name, args: args(), selection: next('{') ? selection() : undefined })
    }
    take('}')
    return { fields, fragments }
  }
  return selection()
}
