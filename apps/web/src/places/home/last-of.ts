import type { Payment } from '@satchel/client/operations'
import { type PillState, stateOf } from '../../parts/state-pill.tsx'

/** Rows on Home. */
export const SHOWN = 5
const UNPAID: ReadonlySet<PillState> = new Set(['waiting', 'expired'])

type Row = Pick<Payment, 'checking_id' | 'amount_msat' | 'any_amount' | 'status' | 'expired'>

const isPayment = (row: Row): boolean => !UNPAID.has(stateOf(row))

/** Unpaid invoices crowd out payments: older payments are needed. */
export const isCrowded = (newest: readonly Row[]): boolean => newest.filter(isPayment).length < SHOWN

/** Payments first, newest first; unpaid invoices fill the remaining rows. `older` may overlap `newest`. */
export function lastOf<Shown extends Row>(newest: readonly Shown[], older: readonly Shown[]): readonly Shown[] {
  const known = new Set(newest.map(({ checking_id: id }) => id))
  const all = [...newest, ...older.filter(({ checking_id: id }) => !known.has(id))]
  const kept = new Set([...all.filter(isPayment), ...all.filter((row) => !isPayment(row))].slice(0, SHOWN))
  return all.filter((row) => kept.has(row))
}
