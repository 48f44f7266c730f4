import { readFileSync } from 'node:fs'
import type { LndTry } from './lnd-records.ts'
import { BY_HAND } from './operator.ts'
import type { Books, Row } from './read-books.ts'
import type { Stage } from './stage.ts'
import type { Clients } from './workload.ts'

/** A broken promise. */
export interface Broken {
  readonly invariant: string
  readonly what: string
}

const AUDIT = readFileSync(new URL('../../src/ledger/audit.sql', import.meta.url), 'utf8')

/** Checks what must hold in every committed state. */
export function checkAudit({ server: { twin } }: Stage): Broken[] {
  const found = twin.list(AUDIT, [], false) as { rule: string; about: string; problem: string }[]
  return found.map(({ rule, about, problem }) => ({
    invariant: 'the audit is clean',
    what: `${rule} ${about}: ${problem}`,
  }))
}

/** Everything acknowledged is in the books, unless a later loss removed it. */
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

/** Everything that the node did is in the books, or payments were halted because of it. */
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
  const arrived = findArrived(stage, books)
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

/** The books cannot notice that the node was restored. */
const hasUnnoticed = ({ restores }: Stage): boolean => restores.some(({ canBeNoticed }) => !canBeNoticed)

/** Receipts that the node still knows, and those that the books had before it was restored. */
function findArrived(stage: Stage, { receipts, rows }: Books): bigint {
  const listed = hasUnnoticed(stage) ? [] : stage.lnd.news
  const known = new Set(listed.map(({ paymentHash, kind }, index) => `lnd:${paymentHash}:${kind} ${index + 1}`))
  const hashes = new Set([...rows.values()].map((row) => row.payment_hash))
  return stage.lnd.everyNews
    .filter(({ kind, invoice, paymentHash }) => {
      // A hold that the database has lost looks like another program's invoice, for which the node's record counts.
      const isOurs = hashes.has(paymentHash)
      return kind === 'settled' && (invoice.claim !== 'lost' || !isOurs)
    })
    .filter(({ paymentHash, kind, number }) => {
      const isBooked = receipts.has(`lnd:${paymentHash}:${number}`) || receipts.has(`hold:${paymentHash}`)
      return isBooked || known.has(`lnd:${paymentHash}:${kind} ${number}`)
    })
    .reduce((sum, { amountMsat }) => sum + amountMsat, 0n)
}

/** Checks one hash that the node has paid. */
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
  // It may have been sent again.
  const own = rows.find((row) => row.checking_id === attempt.attemptId?.split('/')[0])
  // The node lost it before it was booked, or the database lost it as well. What another program
  // paid was never in the books.
  const isOnly = attempt.attemptId !== undefined && rows.length === 1
  const isHeard = isOnly && attempt.reports >= HEARD_FOR_SURE && stage.losses.length === 0 && isMissed(stage, attempt)
  const isLost = isForgotten(stage, attempt) && !isHeard
  // It keeps its reserve until the operator decides.
  if (own !== undefined && !isOver(own) && isForOperator(stage, own)) return broken
  if (isLost && (own === undefined || own.state === 'failed')) return broken
  if (own?.state === 'failed' && !mayBeTakenFor(stage, attempt) && !isSentAgainUnknown(stage, own)) {
    broken.push({ invariant: 'no payment that the node made is failed', what: about })
  }
  const debited = rows.reduce((sum, row) => sum + (row.state === 'success' ? row.amount_msat + row.fee_msat : 0n), 0n)
  const lost = books.losses
    .filter(({ reference }) => reference === attempt.paymentHash || rows.some((row) => row.checking_id === reference))
    .reduce((sum, { amount_msat: amount }) => sum + amount, 0n)
  const made = attempt.amountMsat + attempt.feeMsat
  if (debited + lost === made || (isForgotten(stage, attempt) && mayBeTakenFor(stage, attempt))) return broken
  const said = [...haltedOver, ...books.alarms.map(({ reference }) => reference)]
  const details = books.alarms.map(({ detail }) => detail)
  const isNamed =
    (haltedOver.length > 0 && said.some((text) => names(text, attempt, rows))) ||
    (stage.profile.hasOldBackups && [...haltedOver, ...details].some((text) => text.includes('compare them by hand')))
  // A payment of the operator alone is not the service's; a restored node numbers it from one, which may go unnoticed.
  const isByHand = attempt.attemptId === undefined && (rows.length === 0 || hasUnnoticed(stage))
  if (debited + lost === 0n && (isNamed || isByHand)) return broken
  const what = `${about}: the node paid ${made}, the books say ${debited} and a loss of ${lost}; ${rows.map(({ state }) => state).join() || 'no row'}`
  return [...broken, { invariant: 'debits are what the node paid', what }]
}

/**
 * Once is not enough: the process may have been killed, or cut off from its database, before it noted what it read. A report
 * about an earlier row of the same hash, which is polled for a while after its failure, tells nothing of this one.
 */
const HEARD_FOR_SURE = 2

/** The books can notice that the node has lost it: the copy does not have it in flight, or lacks something else. */
function isMissed({ lnd, restores }: Stage, { paymentHash, attemptId }: LndTry): boolean {
  const isInCopy = lnd.lastTry(paymentHash)?.attemptId === attemptId
  return !isInCopy || restores.every(({ canBeNoticed }) => canBeNoticed)
}

/** The database has lost that it was sent again, so the failure of the second sending looks like the end of the first. */
const isSentAgainUnknown = ({ lnd, losses }: Stage, { checking_id: id, attempt }: Row): boolean =>
  losses.length > 0 &&
  lnd.tries.some(({ attemptId }) => attemptId?.startsWith(`${id}/`) && attemptId > `${id}/${attempt}`)

const isForgotten = ({ lnd }: Stage, attempt: LndTry): boolean => lnd.lastTry(attempt.paymentHash) !== attempt

/**
 * LND keeps no id of ours: the failure of a payment that an operator began by hand, after ours had left and before it
 * arrived, or after the node has forgotten ours, looks like the end of ours.
 */
function mayBeTakenFor(stage: Stage, attempt: LndTry): boolean {
  const byHand = stage.lnd.tries.filter(
    ({ paymentHash, attemptId }) => paymentHash === attempt.paymentHash && attemptId === undefined,
  )
  return byHand.some(({ index }) => index < attempt.index || isForgotten(stage, attempt))
}

const names = (text: string, attempt: LndTry, rows: readonly Row[]): boolean =>
  text.includes(attempt.paymentHash) || rows.some((row) => text.includes(row.checking_id))

/** A restored node lists its payments from the first one on. Each must be named, unless the operator accepted it before. */
export function checkRestored({ lnd, restores, nature: { time }, losses }: Stage, books: Books): Broken[] {
  const [restored] = restores
  // A database that was restored, too, may not know where the first comparison began.
  if (restored?.canBeNoticed !== true || losses.length > 0) return []
  const known = new Set([
    ...[...books.rows.values()].map((row) => row.payment_hash),
    ...[...books.alarms, ...books.losses].map(({ reference }) => reference),
  ])
  return lnd
    .listTries()
    .filter(({ attemptId, state, paymentHash, endedAtMs }) => {
      const isLater = attemptId === undefined && state === 'settled' && endedAtMs > restored.atMs
      return isLater && endedAtMs < time.now() - COMPARING_MS && !known.has(paymentHash)
    })
    .map(({ paymentHash }) => ({
      invariant: 'what is paid by hand at a restored node is named',
      what: paymentHash.slice(0, 8),
    }))
}

const COMPARING_MS = 60_000

/** After all faults have ended, everything must become final. */
export function checkEnded(stage: Stage, { rows, unverified }: Books): Broken[] {
  const nowSeconds = stage.nature.time.trueUnixMs() / 1000
  const invariant = 'everything ends once faults end'
  const left = [...rows.values()]
    .filter((row) => !isOver(row) && !isInItsTime(row, nowSeconds) && !isForOperator(stage, row))
    .map((row) => ({
      invariant,
      what: `${row.checking_id} ${row.direction} ${row.state}, due at ${row.due_at}, now ${Math.round(nowSeconds * 1000)}`,
    }))
  const isOperatorsTurn = [...rows.values()].some((row) => !isOver(row) && isForOperator(stage, row))
  if (unverified === undefined || isOperatorsTurn) return left
  return [...left, { invariant, what: `the comparison that is due: ${unverified}` }]
}

/** Whether only the operator can end it: in flight when the node was restored, or a hold that the node has forgotten. */
const isForOperator = ({ restores, lnd }: Stage, { at_node: atNode, state, payment_hash: hash }: Row): boolean =>
  restores.length > 0 && (atNode === 'doubtful' || (state === 'settling' && lnd.invoices.get(hash)?.state !== 'held'))

const isOver = ({ state }: Row): boolean => ['success', 'failed', 'expired'].includes(state)

function isInItsTime(row: Row, nowSeconds: number): boolean {
  if (row.state === 'open') return Number(row.expires_at) + 60 > nowSeconds
  return row.state === 'held' && Number(row.due_at ?? 0n) / 1000 + 60 > nowSeconds
}

/** A payment that is pending for more than a day is reported to the operator. */
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

/** Without an undetectable loss, payments are not halted and nothing is lost. */
export function checkNoFalseHalt(stage: Stage, { losses }: Books, haltedOver: readonly string[]): Broken[] {
  const mayHalt = stage.losses.length > 0 || stage.restores.length > 0 || stage.profile.faults.includes('hand')
  if (mayHalt) return []
  const ownHalts = haltedOver.filter((text) => text !== BY_HAND)
  return [
    ...ownHalts.map((text) => ({ invariant: 'nothing halts without a reason', what: text })),
    ...losses.map(({ reference }) => ({ invariant: 'nothing is lost without a reason', what: reference })),
  ]
}
