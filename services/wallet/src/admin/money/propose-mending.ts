import { MAX_MSAT } from '@satchel/money/units'
import type { Database } from '../../db/database.ts'
import type { Violation } from '../../ledger/check-books.ts'
import { type Balances, listUnneededReserves, readFigures, type WalletFigures } from '../../ledger/mend-changes.ts'
import { findPayment } from '../../payments/states/payment-store.ts'
import { releasePayer } from '../../payments/stuck/resolve-commands.ts'
import { readSubject } from '../../payments/stuck/resolve-payment.ts'
import { mendBalance, mendReserve, mendTallies } from './mend-commands.ts'

export interface Proposal {
  /** The violation and its correction, in a sentence. */
  readonly what: string
  /** Books it in one transaction. False: the books have changed meanwhile, and nothing was corrected. */
  book(db: Database, at: number): Promise<boolean>
}

export interface Proposals {
  readonly proposals: readonly Proposal[]
  /** Violations without a correction that is certainly right. */
  readonly left: readonly Violation[]
}

/**
 * Proposes corrections. Balances come first: other violations of a wallet may only follow from its balance, and are
 * checked again after it is corrected. Postings are never changed: a correction is a new posting.
 */
export async function proposeMending(db: Database, violations: readonly Violation[]): Promise<Proposals> {
  const balances = await proposeEach(db, violations, { B2: proposeBalance })
  if (balances.proposals.length > 0) return balances
  return proposeEach(db, violations, { B6: proposeReserve, B9: proposePayer, B15: undefined, B19: proposeTallies })
}

type Propose = (db: Database, about: string) => Promise<Proposal | undefined>

async function proposeEach(
  db: Database,
  violations: readonly Violation[],
  by: Readonly<Record<string, Propose | undefined>>,
): Promise<Proposals> {
  const found = new Map<string, Proposal | undefined>()
  const left: Violation[] = []
  for (const violation of violations) {
    const { rule, about } = violation
    const subject = about.replace(/^(available|reserved):/, '')
    const key = `${rule} ${subject}`
    if (!found.has(key)) found.set(key, await by[rule]?.(db, subject))
    if (found.get(key) === undefined) left.push(violation)
  }
  return { proposals: [...found.values()].filter((one) => one !== undefined), left }
}

/** Rule B2: the row of a wallet, or its absence, against its postings. */
async function proposeBalance(db: Database, walletId: string): Promise<Proposal | undefined> {
  const { stored, posted } = await readFigures(db, walletId)
  if (!fits(posted) || !(await isWallet(db, walletId))) return undefined
  if (stored !== undefined && describe(stored) === describe(posted)) return undefined
  const was = stored === undefined ? 'has no balance' : `has ${describe(stored)} msat`
  const what = `wallet ${walletId} ${was}, its postings add up to ${describe(posted)} msat: the balance becomes that`
  return { what, book: (on, at) => on.transact(mendBalance, { walletId, seen: stored, right: posted, what, at }) }
}

const fits = ({ availableMsat, reservedMsat }: Balances): boolean =>
  [availableMsat, reservedMsat].every((amount) => amount >= 0n && amount <= MAX_MSAT)

const describe = ({ availableMsat, reservedMsat }: Balances): string =>
  `${availableMsat} available and ${reservedMsat} reserved`

const isWallet = async (db: Database, id: string): Promise<boolean> =>
  (await db.first('SELECT id FROM wallets WHERE id = $1', [id], (row) => row)) !== undefined

/** Rule B6: more is reserved than unfinished payments need, and the payments show that it belongs to the wallet. */
async function proposeReserve(db: Database, walletId: string): Promise<Proposal | undefined> {
  const figures = await readFigures(db, walletId)
  const { stored } = figures
  if (stored === undefined || !isPlainExcess(figures, stored)) return undefined
  const excess = stored.reservedMsat - figures.neededMsat
  const ofPayments = await listUnneededReserves(db, walletId)
  const isAll = ofPayments.reduce((sum, { amountMsat }) => sum + amountMsat, 0n) === excess
  const reserves = isAll ? ofPayments : [{ checkingId: `mend:${walletId}`, amountMsat: excess }]
  const what = `wallet ${walletId} has ${excess} msat reserved that no payment needs: they are released to it`
  return { what, book: (on, at) => on.transact(mendReserve, { walletId, seen: stored, reserves, what, at }) }
}

function isPlainExcess({ neededMsat, expectedMsat }: WalletFigures, stored: Balances): boolean {
  const excess = stored.reservedMsat - neededMsat
  return excess > 0n && stored.availableMsat + excess === expectedMsat
}

/** Rule B9: an internal payer whose invoice has ended, or waits for another payer. */
async function proposePayer(db: Database, checkingId: string): Promise<Proposal | undefined> {
  const payment = await findPayment(db, checkingId)
  const subject = payment && (await readSubject(db, payment).catch(() => undefined))
  if (subject?.kind !== 'payer') return undefined
  const { payment: payer } = subject
  const what = `payment ${checkingId} is ${payer.state}, and its invoice does not wait for it: its payer gets ${payer.amountMsat} msat back`
  const decision = {
    outcome: 'failed',
    forced: false,
    nodeAnswer: 'not asked',
    reason: 'npm run mend: the invoice does not wait for this payment',
    actor: { id: 'environment', address: '' },
  } as const
  return { what, book: (on, at) => on.transact(releasePayer, { payer, decision: { ...decision, at } }) }
}

/** Rule B19: recomputes counts and hours from the rows. */
function proposeTallies(_db: Database, walletId: string): Promise<Proposal | undefined> {
  const what = `wallet ${walletId}: counts and hours differ from its payments: they are counted again`
  return Promise.resolve({ what, book: (db, at) => db.transact(mendTallies, { walletId, what, at }) })
}
