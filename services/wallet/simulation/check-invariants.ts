import { readFileSync } from 'node:fs'
import type { LndTry } from './simulated-lnd.ts'
import type { Stage } from './stage.ts'
import { BY_HAND } from './operator.ts'
import type { Clients } from './workload.ts'

/** A promise that was broken. */
export interface Broken {
  readonly invariant: string
  readonly what: string
}

interface Row {
  readonly checking_id: string
  readonly direction: 'in' | 'out'
  readonly state: string
  readonly payment_hash: string
  readonly amount_msat: bigint
  readonly fee_msat: bigint
  readonly peer_id: string | null
  readonly attempt: bigint
  readonly due_at: bigint | null
  readonly created_at: bigint
  readonly expires_at: bigint
  readonly hold: string
}

const AUDIT = readFileSync(new URL('../src/ledger/audit.sql', import.meta.url), 'utf8')

/** The books as the database has them. */
export interface Books {
  readonly rows: ReadonlyMap<string, Row>
  /** Why payments wait for a comparison of the node with the books. */
  readonly unverified: string | undefined
  /** What was ever said to the operator. */
  readonly alarms: readonly { readonly kind: string; readonly reference: string; readonly detail: string }[]
  readonly losses: readonly { readonly reference: string; readonly amount_msat: bigint }[]
  /** What the books say has ever arrived at the node. */
  readonly received: bigint
}

export function readBooks({ server: { twin } }: Stage): Books {
  const list = <R>(sql: string): R[] => twin.list(sql, [], false) as R[]
  const settings = new Map(
    list<{ name: string; value: string }>('SELECT name, value FROM settings').map(({ name, value }) => [name, value]),
  )
  return {
    rows: new Map(list<Row>('SELECT * FROM payments').map((row) => [row.checking_id, row])),
    unverified: settings.get('unverified'),
    alarms: list('SELECT kind, reference, detail FROM alarms'),
    losses: list(`SELECT reference, amount_msat FROM postings WHERE from_account = 'losses' AND to_account = 'node'`),
    received: list<{ sum: bigint }>(
      `SELECT COALESCE(SUM(amount_msat), 0) AS sum FROM postings WHERE from_account = 'node'`,
    ).reduce((sum, row) => sum + row.sum, 0n),
  }
}

/** Holds in every committed state. */
export function checkAudit({ server: { twin } }: Stage): Broken[] {
  const found = twin.list(AUDIT, [], false) as { rule: string; about: string; problem: string }[]
  return found.map(({ rule, about, problem }) => ({
    invariant: 'the audit is clean',
    what: `${rule} ${about}: ${problem}`,
  }))
}

/** What was answered is in the books, unless a later loss took it away. */
export function checkAcknowledged(stage: Stage, clients: Clients, { rows }: Books): Broken[] {
  const lastLoss = stage.losses.at(-1) ?? -1
  const broken: Broken[] = []
  for (const { askedAtMs, atMs, checkingId, as } of clients.acknowledged) {
    if (askedAtMs <= lastLoss) continue
    const row = rows.get(checkingId)
    const isKept = row !== undefined && (as === 'pending' || as === 'invoice' || as === row.state)
    if (isKept) continue
    const what = `${checkingId} was answered ${as} at ${Math.round(atMs)}, and is ${row?.state ?? 'absent'}`
    broken.push({ invariant: 'what was acknowledged is in the books', what })
  }
  return broken
}

/** Requests with one key have one effect, as long as the database keeps what it has stored. */
export function checkKeys(stage: Stage, clients: Clients): Broken[] {
  const lastLoss = stage.losses.at(-1) ?? -1
  const effects = new Map<string, string>()
  const broken: Broken[] = []
  for (const { askedAtMs, checkingId, key } of clients.acknowledged) {
    if (key === undefined || askedAtMs <= lastLoss) continue
    const first = effects.get(key) ?? checkingId
    effects.set(key, first)
    if (first === checkingId) continue
    broken.push({ invariant: 'one key has one effect', what: `${key}: ${first} and ${checkingId}` })
  }
  return broken
}

/** What the node did is in the books, or payments were halted over it. */
export function checkNode(stage: Stage, books: Books, haltedOver: readonly string[]): Broken[] {
  const broken: Broken[] = []
  const paid = new Map<string, LndTry[]>()
  for (const attempt of stage.lnd.tries) {
    if (attempt.state === 'settled') paid.set(attempt.paymentHash, [...(paid.get(attempt.paymentHash) ?? []), attempt])
  }
  const sends = [...books.rows.values()].filter((row) => row.direction === 'out' && row.peer_id === null)
  for (const [paymentHash, tries] of paid) {
    const rows = sends.filter((row) => row.payment_hash === paymentHash)
    broken.push(...checkPaid(stage, books, { tries, rows }, haltedOver))
  }
  const arrived = stage.lnd.news.reduce((sum, { kind, amountMsat }) => sum + (kind === 'settled' ? amountMsat : 0n), 0n)
  if (arrived !== books.received) {
    broken.push({
      invariant: 'what arrived is in the books',
      what: `${arrived} at the node, ${books.received} in the books`,
    })
  }
  for (const row of sends) {
    if (row.state !== 'success' || paid.has(row.payment_hash)) continue
    broken.push({ invariant: 'what the books say was paid was paid', what: `${row.checking_id} is success` })
  }
  return broken
}

/** One hash that the node has paid. */
function checkPaid(
  stage: Stage,
  books: Books,
  { tries, rows }: { tries: readonly LndTry[]; rows: readonly Row[] },
  haltedOver: readonly string[],
): Broken[] {
  const [attempt] = tries
  const broken: Broken[] = []
  if (attempt === undefined) return broken
  const about = `${attempt.paymentHash.slice(0, 8)} (${attempt.attemptId ?? 'by hand'})`
  if (tries.length > 1) broken.push({ invariant: 'no hash is paid twice', what: about })
  const own = rows.find((row) => `${row.checking_id}/${row.attempt}` === attempt.attemptId)
  if (own?.state === 'failed' && !mayBeTakenFor(stage, attempt)) {
    broken.push({ invariant: 'no payment that the node made is failed', what: about })
  }
  const debited = rows.reduce((sum, row) => sum + (row.state === 'success' ? row.amount_msat + row.fee_msat : 0n), 0n)
  const lost = books.losses
    .filter(({ reference }) => reference === attempt.paymentHash || rows.some((row) => row.checking_id === reference))
    .reduce((sum, { amount_msat: amount }) => sum + amount, 0n)
  const made = attempt.amountMsat + attempt.feeMsat
  if (debited + lost === made) return broken
  const said = [...haltedOver, ...books.alarms.map(({ reference }) => reference)]
  const details = books.alarms.map(({ detail }) => detail)
  const isNamed =
    (haltedOver.length > 0 && said.some((text) => names(text, attempt, rows))) ||
    (stage.profile.hasOldBackups && [...haltedOver, ...details].some((text) => text.includes('compare them by hand')))
  // An invoice that only the operator has paid is none of ours.
  if (debited + lost === 0n && (isNamed || (attempt.attemptId === undefined && rows.length === 0))) return broken
  const what = `${about}: the node paid ${made}, the books say ${debited} and a loss of ${lost}; ${rows.map(({ state }) => state).join() || 'no row'}`
  return [...broken, { invariant: 'debits are what the node paid', what }]
}

/**
 * LND keeps no id of ours: the failure of a payment that an operator began by hand, after ours had left and before it
 * arrived, looks like the end of ours.
 */
const mayBeTakenFor = ({ lnd }: Stage, { index, paymentHash }: LndTry): boolean =>
  lnd.tries.some((other) => other.paymentHash === paymentHash && other.index < index && other.attemptId === undefined)

const names = (text: string, attempt: LndTry, rows: readonly Row[]): boolean =>
  text.includes(attempt.paymentHash) || rows.some((row) => text.includes(row.checking_id))

/** Once all faults have ended, so does everything else. */
export function checkEnded(stage: Stage, { rows, unverified }: Books): Broken[] {
  const nowSeconds = stage.nature.time.trueUnixMs() / 1000
  const invariant = 'everything ends once faults end'
  const left = [...rows.values()]
    .filter((row) => !isOver(row) && !isInItsTime(row, nowSeconds))
    .map((row) => ({
      invariant,
      what: `${row.checking_id} ${row.direction} ${row.state}, due at ${row.due_at}, now ${Math.round(nowSeconds * 1000)}`,
    }))
  return unverified === undefined ? left : [...left, { invariant, what: `the comparison that is due: ${unverified}` }]
}

const isOver = ({ state }: Row): boolean => ['success', 'failed', 'expired'].includes(state)

function isInItsTime(row: Row, nowSeconds: number): boolean {
  if (row.state === 'open') return Number(row.expires_at) + 60 > nowSeconds
  return row.state === 'held' && Number(row.due_at ?? 0n) / 1000 + 60 > nowSeconds
}

/** What hangs for more than a day is said to the operator. */
export function checkAlarms(stage: Stage, { rows, alarms }: Books): Broken[] {
  const nowSeconds = stage.nature.time.trueUnixMs() / 1000
  const alarmed = new Set(alarms.map(({ reference }) => reference))
  return [...rows.values()]
    .filter((row) => !isOver(row) && row.state !== 'open' && row.state !== 'held')
    .filter((row) => nowSeconds - Number(row.created_at) > 86_400 + 3600 && !alarmed.has(row.checking_id))
    .map((row) => ({
      invariant: 'what is older than a day has an alarm',
      what: `${row.checking_id} ${row.direction} ${row.state} since ${row.created_at}`,
    }))
}

/** Nothing halts and nothing is lost where nothing has gone that cannot be known. */
export function checkNoFalseHalt(stage: Stage, { losses }: Books, haltedOver: readonly string[]): Broken[] {
  const mayHalt = stage.losses.length > 0 || stage.profile.faults.includes('hand')
  if (mayHalt) return []
  const ownHalts = haltedOver.filter((text) => text !== BY_HAND)
  return [
    ...ownHalts.map((text) => ({ invariant: 'nothing halts without a reason', what: text })),
    ...losses.map(({ reference }) => ({ invariant: 'nothing is lost without a reason', what: reference })),
  ]
}
