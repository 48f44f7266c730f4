import { type Msat, msat } from '@satchel/money/units'
import type { Change } from '../db/database.ts'
import { available, type Movement, post, reserved } from './ledger.ts'

// An operator's decisions about a stuck payment have separate posting kinds, so that they are distinct from the node's
// answers: 'resolve-send', 'resolve-release', 'resolve-internal' and 'resolve-loss'.

/** Closes a reservation as paid outside. The operator bears a fee above the reserve. */
export function resolveAsSent(
  movement: Movement,
  wallet: string,
  payment: { readonly amount: Msat; readonly fee: Msat; readonly feeReserve: Msat },
): Change[] {
  const charged = payment.fee < payment.feeReserve ? payment.fee : payment.feeReserve
  return post(movement, [
    { from: reserved(wallet), to: 'node', amount: msat(payment.amount + charged), kind: 'resolve-send' },
    {
      from: reserved(wallet),
      to: available(wallet),
      amount: msat(payment.feeReserve - charged),
      kind: 'resolve-release',
    },
    { from: 'losses', to: 'node', amount: msat(payment.fee - charged), kind: 'resolve-loss' },
  ])
}

/** Closes a reservation as failed: all of it returns. */
export const resolveAsReleased = (movement: Movement, wallet: string, amount: Msat): Change[] =>
  post(movement, [{ from: reserved(wallet), to: available(wallet), amount, kind: 'resolve-release' }])

/** Closes a reservation as paid to a wallet of this service. */
export const resolveAsTransferred = (movement: Movement, payer: string, payee: string, amount: Msat): Change[] =>
  post(movement, [
    { from: reserved(payer), to: 'clearing', amount, kind: 'resolve-internal' },
    { from: 'clearing', to: available(payee), amount, kind: 'resolve-internal' },
  ])

/** Credits a wallet with money that the node did not receive: a loss of the operator. */
export const creditAtOwnLoss = (movement: Movement, wallet: string, amount: Msat): Change[] =>
  post(movement, [{ from: 'losses', to: available(wallet), amount, kind: 'resolve-loss' }])

/** The node paid something that matches no payment of a wallet. */
export const bookAccepted = (movement: Movement, amount: Msat): Change[] =>
  post(movement, [{ from: 'losses', to: 'node', amount, kind: 'accepted' }])
