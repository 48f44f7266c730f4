import type { World } from '../../../services/wallet/test/world/open-world.ts'
import type { Caller } from './cast.ts'
import type { Operation } from './operations.ts'
import type { SampleRequest } from './sample.ts'

export interface AskedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

export type Asking = Pick<Caller, 'key' | 'token' | 'walletId'>

/** The path with its parameters filled in, and the query. */
export function urlOf(
  { path, parameters }: Operation,
  { params = {}, query = {} }: SampleRequest,
  asking: Asking,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path}: samples.ts gives no ${name}`)
    return encodeURIComponent(value)
  })
  const naming = asking.walletId !== undefined && parameters.some(({ name }) => name === 'wallet_id')
  const search = new URLSearchParams({ ...query, ...(naming && { wallet_id: asking.walletId }) }).toString()
  return search === '' ? filled : `${filled}?${search}`
}

export async function ask(
  world: World,
  operation: Operation,
  request: SampleRequest,
  asking: Asking,
): Promise<AskedAnswer> {
  const { key, token } = asking
  const answer = await world.app.inject({
    method: operation.method,
    url: urlOf(operation, request, asking),
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(request.body !== undefined && { payload: request.body as object }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

/** The contract of every error answer: one text with the reason (rule W14). */
export function detailOf({ text }: AskedAnswer): unknown {
  try {
    return (JSON.parse(text) as { detail?: unknown }).detail
  } catch {
    return undefined
  }
}
