import { parseJson } from '@satchel/json/parse-json'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { NodeAnswer } from '../../net/node-http.ts'
import type { WatchedNodeHttp } from '../../net/open-node-http.ts'

/** The answer of a GraphQL server; errors have status 200, beside or instead of data. */
export interface GraphqlReply {
  readonly data: unknown
  /** Codes of the errors at the top; '' for one without a code. */
  readonly codes: readonly string[]
}

const Reply = Type.Object({
  data: Type.Optional(Type.Unknown()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        code: Type.Optional(Type.String()),
        extensions: Type.Optional(Type.Object({ code: Type.Optional(Type.String()) })),
      }),
    ),
  ),
})

/** Undefined = not understood. */
export function readReply({ status, text }: NodeAnswer): GraphqlReply | undefined {
  if (status !== 200) return undefined
  try {
    const body: unknown = parseJson(text)
    if (!Value.Check(Reply, body) || (body.data === undefined && body.errors === undefined)) return undefined
    return { data: body.data, codes: (body.errors ?? []).map(({ code, extensions }) => code ?? extensions?.code ?? '') }
  } catch {
    return undefined
  }
}

export interface GraphqlQuestion {
  /** A document with one named operation. */
  readonly document: string
  readonly variables?: object | undefined
  readonly timeoutMs?: number | undefined
}

/** Codes by which Blink refuses a token, before it acts on an order. */
export const REFUSALS: ReadonlySet<string> = new Set(['NOT_AUTHENTICATED', 'NOT_AUTHORIZED'])

/** Any answer; rejects only without one. */
export function askGraphql(http: WatchedNodeHttp, { document, variables = {}, timeoutMs }: GraphqlQuestion) {
  const operationName = /^\s*\w+\s+(\w+)/.exec(document)?.[1]
  const body = { operationName, query: document, variables }
  return http.call({ method: 'POST', path: '', body, timeoutMs, right: operationName })
}

/** The data of an answer without errors, in the documented form. Throws otherwise, and repeats nothing that may be secret. */
export function requireData<Schema extends TSchema>(schema: Schema, answer: NodeAnswer): Static<Schema> {
  const reply = readReply(answer)
  if (reply === undefined) throw new Error(`Blink answered ${answer.status} with an undocumented answer`)
  if (reply.codes.length > 0) throw new Error(`Blink answered with errors: ${reply.codes.join(', ')}`)
  if (!Value.Check(schema, reply.data)) throw new Error('Blink answered with other data than documented')
  return reply.data
}
