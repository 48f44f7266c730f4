import type { Payment, Wallet } from '@satchel/client/operations'
import { createStore } from '../store.ts'

/** The last view of balance and payments. Stored only on devices where the person opted in, until the log-out. */
export interface LastView {
  /** Unix milliseconds. */
  readonly at: number
  readonly balanceMsat: number
  /** Show the balance only after a tap. */
  readonly hidden: boolean
  readonly payments: readonly LastPayment[]
}

/** Excludes invoices, hashes, and names of people or wallets. */
export type LastPayment = Pick<Payment, 'amount_msat' | 'any_amount' | 'expired' | 'memo' | 'status' | 'time'>

export const KEPT_PAYMENTS = 20
const KEY = 'satchel.last-view'
/** Value of the key after opting in, before the first view is stored. */
const NOTHING_YET = 'asked'

/** Whether this device keeps what was seen last. */
export const keepsLastView = createStore(localStorage.getItem(KEY) !== null)

/** Opts in: the next view on this device is stored. */
export function startLastView(): void {
  localStorage.setItem(KEY, NOTHING_YET)
  keepsLastView.set(true)
}

/** Also removes the choice: the next person on this device starts without it. */
export function forgetLastView(): void {
  localStorage.removeItem(KEY)
  keepsLastView.set(false)
}

export function keepLastView(wallet: Wallet, payments: readonly Payment[], { hidden }: { hidden: boolean }): void {
  if (!keepsLastView.get()) return
  const view: LastView = {
    at: Date.now(),
    balanceMsat: wallet.balance,
    hidden,
    payments: payments.slice(0, KEPT_PAYMENTS).map(({ amount_msat, any_amount, expired, memo, status, time }) => ({
      amount_msat,
      ...(any_amount === true && { any_amount }),
      expired,
      memo,
      status,
      time,
    })),
  }
  localStorage.setItem(KEY, JSON.stringify(view))
}

/** Undefined: the person has not opted in, or nothing was stored yet. */
export function readLastView(): LastView | undefined {
  const kept = localStorage.getItem(KEY)
  return kept === null || kept === NOTHING_YET ? undefined : (JSON.parse(kept) as LastView)
}
