import type { WalletService } from '../../src/wiring/app.ts'

/** `refused`: the call fails without an effect. `lost`: the call succeeds, but its answer is lost. */
export type Fault = 'refused' | 'lost'

export interface FailingCalls {
  /** Makes the n-th call of the database or the node fail, once. */
  arm(nth: number, fault: Fault): void
  /** Ends the fault; returns the call that failed, if one did. */
  disarm(): string | undefined
}

const NODE_CALLS = [
  'pay',
  'outgoingStatus',
  'createInvoice',
  'closeInvoice',
  'settleHold',
  'cancelHold',
  'incomingStatus',
  'receiptsSince',
] as const

/** Wraps the database and the node of a service, and makes calls fail (rule E3). */
export function putFailingCallsInto({ db, funding }: WalletService): FailingCalls {
  let left = 0
  let fault: Fault = 'refused'
  let failed: string | undefined
  const fails = (name: string): boolean => {
    if (left === 0) return false
    left -= 1
    if (left === 0) failed = `${fault} ${name}`
    return left === 0
  }
  const failing =
    (name: (input: readonly unknown[]) => string, call: (...input: readonly unknown[]) => Promise<unknown>) =>
    async (...input: readonly unknown[]): Promise<unknown> => {
      if (!fails(name(input))) return await call(...input)
      if (fault === 'lost') await call(...input)
      throw new Error(`Campaign: ${failed}`)
    }
  const transact = failing(([command]) => (command as { name: string }).name, db.transact as never)
  const first = failing(() => 'first', db.first as never)
  const list = failing(() => 'list', db.list as never)
  Object.assign(db, { transact, first, list })
  for (const name of NODE_CALLS) Object.assign(funding, { [name]: failing(() => name, funding[name] as never) })
  return {
    arm(nth, wanted) {
      left = nth
      fault = wanted
      failed = undefined
    },
    disarm() {
      left = 0
      return failed
    },
  }
}
