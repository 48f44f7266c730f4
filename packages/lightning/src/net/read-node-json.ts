import { parseJson } from '@satchel/json/parse-json'
import { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { NodeAnswer } from './node-http.ts'

/** The body of a success in the form that the node's documents promise; undefined = anything else. */
export function fitNodeJson<Schema extends TSchema>(
  schema: Schema,
  { status, text }: NodeAnswer,
): Static<Schema> | undefined {
  if (status !== 200 && status !== 201) return undefined
  try {
    const body: unknown = parseJson(text)
    return Value.Check(schema, body) ? body : undefined
  } catch {
    return undefined
  }
}

/** The same for required calls: throws, without the value, which may be secret. */
export function readNodeJson<Schema extends TSchema>(schema: Schema, answer: NodeAnswer): Static<Schema> {
  const body = fitNodeJson(schema, answer)
  if (body === undefined) throw new Error(`the node answered ${answer.status} with an undocumented answer`)
  return body
}
