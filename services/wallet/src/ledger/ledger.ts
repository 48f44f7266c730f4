import { badRequest } from '@satchel/http/service-error'
import { MAX_MSAT, type Msat, msat } from '@satchel/money/units'
import type { Change, Reader } from '../db/database.ts'
import { insertRow, updateRow } from '../db/many-rows.ts'
import { HALTS } from './halt.ts'

/**
 * The books: every movement is a posting from one account to another, so that they sum to zero by construction. Verbs
 * return the changes to make; a command that pays, adjusts or receives applies them together with its own rows.
 * Only this folder knows the tables `postings` and `balances`.
 */
export interface Movement {
  /** The payment, adjustment or receipt it belongs to. */
  readonly reference: string
  /** Unix seconds. */
  readonly at: number
}

/** Accounts of the operator. `node` is the node's position with the opposite sign; `clearing` is always empty. */
type HouseAccount = 'clearing' | 'node' | 'adjustments' | 'surplus' | 'losses'
type Account = HouseAccount | `available:${string}` | `reserved:${string}`

interface Posting {
  readonly from: Account
  readonly to: Account
  readonly amount: Msat
  readonly kind: string
}

/** Moves amount and fee reserve from available to reserved; fails if the wallet has less (rules A1, A28). */
export const reserve = (movement: Movement, wallet: string, amount: Msat): Change[] =>
  post(movement, [{ from: available(wallet), to: reserved(wallet), amount, kind: 'reserve' }])

/** Closes a reservation that failed: all of it returns. */
export const release = (movement: Movement, wallet: string, amount: Msat): Change[] =>
  post(movement, [{ from: reserved(wallet), to: available(wallet), amount, kind: 'release' }])

/**
 * Closes a reservation that was paid outside: amount and fee are debited, the rest is released. The operator bears a
 * fee above the reserve (rule A31).
 */
export function settleSend(
  movement: Movement,
  wallet: string,
  payment: { readonly amount: Msat; readonly fee: Msat; readonly feeReserve: Msat },
): Change[] {
  const charged = payment.fee < payment.feeReserve ? payment.fee : payment.feeReserve
  return post(movement, [
    { from: reserved(wallet), to: 'node', amount: msat(payment.amount + charged), kind: 'send' },
    { from: reserved(wallet), to: available(wallet), amount: msat(payment.feeReserve - charged), kind: 'release' },
    { from: 'losses', to: 'node', amount: msat(payment.fee - charged), kind: 'loss' },
  ])
}

/** Closes a reservation that was paid to a wallet of this service, maybe the same one (rule A4). */
export const transfer = (movement: Movement, payer: string, payee: string, amount: Msat): Change[] =>
  post(movement, [
    { from: reserved(payer), to: 'clearing', amount, kind: 'internal' },
    { from: 'clearing', to: available(payee), amount, kind: 'internal' },
  ])

/**
 * Pays another wallet of this service from the available balance of the payer; fails if that is less (rules A1, A4).
 */
export const transferAtOnce = (movement: Movement, payer: string, payee: string, amount: Msat): Change[] =>
  post(movement, [
    { from: available(payer), to: 'clearing', amount, kind: 'internal' },
    { from: 'clearing', to: available(payee), amount, kind: 'internal' },
  ])

/** Books a receipt at the node for a wallet, and the surplus of it. */
export const credit = (movement: Movement, wallet: string, amount: Msat, surplus: Msat): Change[] =>
  post(movement, [
    { from: 'node', to: available(wallet), amount, kind: 'receive' },
    { from: 'node', to: 'surplus', amount: surplus, kind: 'surplus' },
  ])

/** Books a receipt without an owner, too late or paid twice: kept, never dropped (rules A6, A36). */
export const bookSurplus = (movement: Movement, amount: Msat): Change[] =>
  post(movement, [{ from: 'node', to: 'surplus', amount, kind: 'surplus' }])

/** Books a payment of the node whose reserve was already released: a loss of the operator (rule A22). */
export const bookLoss = (movement: Movement, amount: Msat): Change[] =>
  post(movement, [{ from: 'losses', to: 'node', amount, kind: 'loss' }])

/** Books the amount that the node deducted from a receipt for its channels: the operator bears it. */
export const bookChannelCost = (movement: Movement, amount: Msat): Change[] =>
  post(movement, [{ from: 'losses', to: 'node', amount, kind: 'channel-cost' }])

/** An administrator's correction, up or down; never below zero (rule A40). */
export const adjust = (movement: Movement, wallet: string, amount: Msat): Change[] =>
  post(movement, [
    amount > 0n
      ? { from: 'adjustments', to: available(wallet), amount, kind: 'adjust' }
      : { from: available(wallet), to: 'adjustments', amount: msat(-amount), kind: 'adjust' },
  ])

/**
 * Books money that returns to a wallet of an account that was deleted by force: it belongs to the operator (rule S529).
 */
export const forfeit = (movement: Movement, wallet: string, amount: Msat): Change[] =>
  post(movement, [{ from: available(wallet), to: 'surplus', amount, kind: 'surplus' }])

/** A new wallet's row. */
export const openBalance = (wallet: string): Change => ({
  sql: 'INSERT INTO balances (wallet_id) VALUES ($1)',
  params: [wallet],
  rows: 1,
})

/** The available balance of the wallet. */
export const findAvailable = async (reader: Reader, wallet: string): Promise<Msat> =>
  (await reader.first(
    'SELECT available_msat FROM balances WHERE wallet_id = $1',
    [wallet],
    (row: { available_msat: bigint }) => msat(row.available_msat),
  )) ?? msat(0)

/** The available balance of the wallet if payments are not halted, else zero. */
export const findSpendable = async (reader: Reader, wallet: string): Promise<Msat> =>
  (await reader.first(
    `SELECT available_msat FROM balances WHERE wallet_id = $1 AND NOT EXISTS (${HALTS})`,
    [wallet],
    (row: { available_msat: bigint }) => msat(row.available_msat),
  )) ?? msat(0)

/** Matches only while the wallet is empty to the last msat. */
export const emptyBalanceOf = (parameter: string): string =>
  `EXISTS (SELECT 1 FROM balances WHERE wallet_id = ${parameter} AND available_msat = 0 AND reserved_msat = 0)`

/** Matches while the wallet can hold that much more. */
export const roomIn = (wallet: string, amount: string): string =>
  `EXISTS (SELECT 1 FROM balances WHERE wallet_id = ${wallet} AND available_msat + ${amount} <= ${MAX_MSAT})`

export const available = (wallet: string): Account => `available:${wallet}`
export const reserved = (wallet: string): Account => `reserved:${wallet}`

/** The postings, and one change of each wallet's row, in the order of the wallets' ids. */
export function post(movement: Movement, postings: readonly Posting[]): Change[] {
  const real = postings.filter(({ amount }) => amount !== 0n)
  if (real.length === 0) return []
  if (real.some(({ amount }) => amount < 0n)) throw new RangeError('a posting moves more than nothing')
  return [...insertPostings(movement, real), ...balanceChanges(real)]
}

const INSERT_POSTING = insertRow('postings', {
  from_account: 'text',
  to_account: 'text',
  amount_msat: 'bigint',
  kind: 'text',
  reference: 'text',
  at: 'bigint',
})

const UPDATE_BALANCE = updateRow(
  'balances',
  { wallet: 'text', available: 'bigint', reserved: 'bigint' },
  ({ wallet, available, reserved }) => ({
    set: `available_msat = available_msat + ${available}, reserved_msat = reserved_msat + ${reserved}`,
    where: `wallet_id = ${wallet} AND available_msat + ${available} BETWEEN 0 AND ${MAX_MSAT}
      AND reserved_msat + ${reserved} >= 0`,
  }),
)

const insertPostings = ({ reference, at }: Movement, postings: readonly Posting[]): Change[] =>
  postings.map(({ from, to, amount, kind }) => ({
    ...INSERT_POSTING,
    params: [from, to, amount, kind, reference, at],
    rows: 1,
  }))

function balanceChanges(postings: readonly Posting[]): Change[] {
  const moves = new Map<string, { available: bigint; reserved: bigint }>()
  const move = (account: Account, amount: bigint): void => {
    const [part, wallet] = account.split(':') as ['available' | 'reserved', string | undefined]
    if (wallet === undefined) return
    const known = moves.get(wallet) ?? { available: 0n, reserved: 0n }
    known[part] += amount
    moves.set(wallet, known)
  }
  for (const { from, to, amount } of postings) {
    move(from, -amount)
    move(to, amount)
  }
  return [...moves.entries()]
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([wallet, delta]) => ({
      ...UPDATE_BALANCE,
      params: [wallet, delta.available, delta.reserved],
      keys: [wallet],
      rows: 1,
      otherwise: () =>
        delta.available > 0n
          ? badRequest('The wallet would exceed its maximum balance.', { code: 'wallet_full' })
          : badRequest('Insufficient balance.', { code: 'insufficient_balance' }),
    }))
}
