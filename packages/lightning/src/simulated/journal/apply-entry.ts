import type { JournalEntry, PayEntry, ReceiptsEntry, ScriptEntry } from './journal-entry.ts'
import type { Attempt, NodeState, Payment, Track } from './node-state.ts'
import { STEP_KINDS, type StepKind } from './step.ts'

/** The fold: the same entries give the same state in every process and after every restart. */
export function applyEntry(state: NodeState, id: number, entry: JournalEntry): void {
  const apply = appliers[entry.kind] as (state: NodeState, entry: JournalEntry, id: number) => void
  apply(state, entry, id)
  state.lastId = id
}

type Appliers = {
  readonly [K in JournalEntry['kind']]: (
    state: NodeState,
    entry: Extract<JournalEntry, { kind: K }>,
    id: number,
  ) => void
}

const appliers: Appliers = {
  node(state, { ownKey, foreignKey, balanceMsat }) {
    state.keys = { own: Buffer.from(ownKey, 'hex'), foreign: Buffer.from(foreignKey, 'hex') }
    state.balanceMsat = BigInt(balanceMsat)
  },
  invoice(state, { hash, amountMsat, expiresAt, hold }) {
    state.invoices.set(hash, { amountMsat, expiresAt, hold, status: 'open', paidMsat: 0 })
  },
  closed(state, { hash }) {
    const invoice = state.invoices.get(hash)
    if (invoice !== undefined) invoice.status = 'closed'
  },
  receipts: applyReceipts,
  preimage(state, { hash, preimage }) {
    state.preimages.set(hash, preimage)
  },
  pay: applyPay,
  'pay-again'(state, { hash }) {
    paymentOf(state, hash).calls += 1
    countCall(state, 'pay')
  },
  plan(state, entry) {
    attemptOf(state, entry.hash, entry.attemptId).plan = entry
  },
  truth(state, { hash, attemptId, truth }) {
    const attempt = attemptOf(state, hash, attemptId)
    attempt.truth = truth
    state.openAttempts.delete(attempt)
    if (truth.status === 'settled') state.balanceMsat -= BigInt(attempt.amountMsat) + BigInt(truth.feeMsat)
  },
  'unknown-lookup'(state, { hash, attemptId }) {
    const attempt = attemptOf(state, hash, attemptId)
    attempt.plan = { ...attempt.plan, unknownLookups: (attempt.plan.unknownLookups ?? 0) - 1 }
  },
  script: applyScript,
  step(state, { track: trackId, used, hash }) {
    const track = state.scripts.tracks.get(trackId)
    if (track === undefined) return
    if (hash === undefined) track.used = Math.max(track.used, used)
    else track.usedBy.set(hash, used)
  },
  call(state, { of }) {
    countCall(state, of)
  },
  release(state, { name }) {
    const releases = (state.barriers.get(name)?.releases ?? 0) + 1
    state.barriers.set(name, { isClosed: false, releases })
  },
  down(state, { mode, ms }) {
    state.down = { mode, ms }
  },
  up(state) {
    state.down = undefined
  },
}

function applyReceipts(state: NodeState, { hash, receipts, status, notice }: ReceiptsEntry): void {
  const arrivals = receipts.map((receipt) => ({ ...receipt, paymentHash: hash }))
  state.receipts.push(...arrivals)
  const parts = arrivals.slice(0, -1)
  if (parts.length > 0) state.notices.push({ receipts: parts, times: 1, at: 0 })
  if (notice.times > 0) state.notices.push({ receipts: arrivals.slice(-1), ...notice })
  const last = arrivals.at(-1)
  if (last?.kind === 'settled') state.balanceMsat += BigInt(last.amountMsat)
  const invoice = state.invoices.get(hash)
  if (invoice === undefined) return
  if (invoice.status !== 'settled') invoice.paidMsat = last?.amountMsat ?? 0
  invoice.status = status
}

function applyPay(state: NodeState, { hash, attemptId, amountMsat, limitMsat }: PayEntry): void {
  const payment = paymentOf(state, hash)
  const attempt: Attempt = { hash, attemptId, amountMsat, limitMsat, truth: undefined, plan: { answer: 'truth' } }
  payment.calls += 1
  payment.attempts.set(attemptId, attempt)
  state.attempts.push(attempt)
  state.openAttempts.add(attempt)
  bindCounted(state, hash)
}

/** The script of the n-th pay call stays with that call's hash: for its lookups and for later attempts. */
function bindCounted(state: NodeState, hash: string): void {
  for (const { of, track } of countCall(state, 'pay')) {
    const own = state.scripts.byHash.get(hash) ?? new Map<StepKind, Track>()
    if (!own.has(of)) own.set(of, track)
    state.scripts.byHash.set(hash, own)
  }
}

/** Counts one call; returns the script for exactly this one. Lookups are counted by pay calls. */
function countCall(state: NodeState, call: StepKind): { of: StepKind; track: Track }[] {
  const { scripts } = state
  if (scripts.nth.length === 0) return []
  const counts = (of: StepKind): boolean => of === call || (call === 'pay' && of === 'lookup')
  for (const script of scripts.nth) if (counts(script.of)) script.left -= 1
  const hit = scripts.nth.filter(({ left }) => left <= 0)
  scripts.nth = scripts.nth.filter(({ left }) => left > 0)
  return hit
}

/** The newest script for a match counts, kind by kind of call; an empty list takes the older one away. */
function applyScript(state: NodeState, { match, steps }: ScriptEntry, id: number): void {
  const { scripts } = state
  for (const kind of STEP_KINDS) {
    const list = steps[kind]
    if (list === undefined) continue
    const track: Track = { id: `${id}:${kind}`, steps: list, used: 0, usedBy: new Map() }
    if (list.length > 0) scripts.tracks.set(track.id, track)
    for (const { name } of list) if (name !== undefined) closeBarrier(state, name)
    if ('nth' in match) {
      if (list.length > 0) scripts.nth.push({ of: kind, left: match.nth, track })
      continue
    }
    const own = 'hash' in match ? (scripts.byHash.get(match.hash) ?? new Map<StepKind, Track>()) : scripts.any
    if ('hash' in match) scripts.byHash.set(match.hash, own)
    if (list.length > 0) own.set(kind, track)
    else own.delete(kind)
  }
}

function closeBarrier({ barriers }: NodeState, name: string): void {
  barriers.set(name, { isClosed: true, releases: barriers.get(name)?.releases ?? 0 })
}

function paymentOf(state: NodeState, hash: string): Payment {
  const payment = state.payments.get(hash) ?? { calls: 0, attempts: new Map() }
  state.payments.set(hash, payment)
  return payment
}

function attemptOf(state: NodeState, hash: string, attemptId: string): Attempt {
  const attempt = state.payments.get(hash)?.attempts.get(attemptId)
  if (attempt === undefined) throw new Error(`The journal names an unknown attempt ${attemptId} at ${hash}.`)
  return attempt
}
