import { type LndCalls, toPathBytes } from './lnd-calls.ts'
import { isNotFound } from './lnd-refusal.ts'

/** LND's record of a hash. */
export interface LndRecord {
  /** Its current `Payment`; `undefined`: it never began one. */
  readonly fields: Readonly<Record<string, unknown>> | undefined
  /** LND's own clock when it answered, Unix seconds. */
  readonly nodeTime: number | undefined
}

const LOOK_MS = 5000

/** Rejects without an answer that can be read. */
export async function lookUpPayment(calls: LndCalls, paymentHash: string): Promise<LndRecord> {
  const answered = new AbortController()
  let fields: LndRecord['fields']
  let nodeTime: number | undefined
  const request = {
    method: 'GET',
    path: `/v2/router/track/${toPathBytes(paymentHash)}`,
    silenceMs: LOOK_MS,
    signal: answered.signal,
    onDate: (seconds: number) => {
      nodeTime = seconds
    },
  } as const
  try {
    const refusal = await calls.follow(request, (result) => {
      fields = result
      answered.abort()
    })
    if (refusal !== undefined && isNotFound(refusal)) return { fields: undefined, nodeTime }
    if (refusal !== undefined) throw new Error(`LND does not show a payment: ${refusal.message}`)
  } catch (error) {
    if (fields === undefined) throw error
  }
  if (fields === undefined) throw new Error('LND ended its answer without a payment')
  return { fields, nodeTime }
}
