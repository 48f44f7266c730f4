import { ITEM_WAYS } from '../../../access/ways-in.ts'
import type { Clock } from '../../../base/clock.ts'
import type { Database } from '../../../db/database.ts'
import { type Event, type EventKind, listEventsAfter } from '../../../events/event-log.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { HEARD_THEN, HEARS, noteOldHearers } from '../stores/hearing-items.ts'
import { type QueueJobs, queueJobs } from '../stores/job-store.ts'

const BATCH = 500
/**
 * Without jobs the cursor is stored after this many events: reading some again after a start costs less than more
 * commits.
 */
const CURSOR_EVERY_EVENTS = 1000

export interface SettlementQueue {
  /** Reads all new events. True: it has queued jobs. */
  catchUp(): Promise<boolean>
}

/**
 * Turns payment events into jobs for extensions: paid invoices of their own, all payments of their items' wallets if
 * they may read these, and ended payouts. The cursor moves in the transaction that stores the jobs.
 */
export async function openSettlementQueue(deps: QueueDeps & { readonly clock: Clock }): Promise<SettlementQueue> {
  const { db } = deps
  await db.transact(noteOldHearers, { extIds: readersOfAll(deps).map(({ extId }) => extId) })
  let stored = await findCursor(db)
  let cursor = stored
  return {
    async catchUp() {
      let found = false
      for (;;) {
        const events = await listEventsAfter(db, cursor, BATCH)
        const last = events.at(-1)
        if (last === undefined) return found
        const unowned = [...(await settledJobsOf(deps, events)), ...(await sentJobsOf(deps, events))]
        const jobs = await withAccounts(db, events, unowned)
        const ended = await findEndedIntents(db, events)
        cursor = last.id
        const isNews = jobs.length + ended.length > 0
        found ||= isNews
        if (isNews || cursor - stored >= CURSOR_EVERY_EVENTS) {
          const move = { from: stored, to: cursor }
          const isOurs = await db.transact(queueJobs, { jobs, ended, cursor: move, now: deps.clock() })
          stored = isOurs ? cursor : await findCursor(db)
          if (!isOurs) {
            // Another process has moved the cursor: continue from there.
            cursor = stored
            continue
          }
        }
        if (events.length < BATCH) return found
      }
    },
  }
}

const findCursor = async (db: Database): Promise<bigint> =>
  (await db.first(`SELECT value FROM cursors WHERE name = 'extensions'`, [], (row: { value: string }) =>
    BigInt(row.value),
  )) ?? 0n

type Jobs = Omit<QueueJobs['jobs'][number], 'account'>[]

type QueueDeps = Pick<ExtensionDeps, 'db' | 'listExtensions'>

/** The owner of the wallet that was paid, or has paid. */
async function withAccounts(db: Database, events: readonly Event[], jobs: Jobs): Promise<QueueJobs['jobs']> {
  if (jobs.length === 0) return []
  const walletOf = new Map(events.map(({ checkingId, walletId }) => [checkingId, walletId]))
  const walletIds = [...new Set(jobs.map(({ reference }) => walletOf.get(reference) ?? ''))]
  const owners = await db.list(
    `SELECT id, user_id FROM wallets WHERE id IN (${walletIds.map((_id, index) => `$${index + 1}`).join(', ')})`,
    walletIds,
    (row: { id: string; user_id: string }) => [row.id, row.user_id] as const,
  )
  const ownerOf = new Map(owners)
  return jobs.map((job) => ({ ...job, account: ownerOf.get(walletOf.get(job.reference) ?? '') ?? '' }))
}

async function settledJobsOf(deps: QueueDeps, events: readonly Event[]): Promise<Jobs> {
  const received = events.filter(({ kind }) => kind === 'payment-received')
  const [first, last] = [received[0], received.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { after: first.id - 1n, upTo: last.id }
  const own = await findOwn(deps.db, range)
  const moved = new Set(own.filter(({ kind }) => kind === 'moved').map(({ checkingId }) => checkingId))
  const jobs: Jobs = own
    .filter(({ kind }) => kind === 'own')
    .map(({ extId, checkingId }) => ({ extId, kind: 'settled', reference: checkingId, payload: '' }))
  const readers = readersOfAll(deps)
  const extIds = readers.map(({ extId }) => extId)
  const heard = await findHeard(deps.db, { range, kind: 'payment-received', extIds })
  if (heard.size === 0) return jobs
  for (const checkingId of await findForwarded(deps.db, range, readers)) moved.add(checkingId)
  const queued = new Set(jobs.map(({ extId, reference }) => `${extId} ${reference}`))
  // An extension that takes a share of its sales is notified before those that forward the rest.
  const lastToPassOn = new Map(
    jobs.filter(({ extId }) => spends(deps, extId)).map(({ extId, reference }) => [reference, extId]),
  )
  for (const { extId, forwards, includeInternal } of readers) {
    for (const { checkingId } of received) {
      if (!heard.has(`${extId} ${checkingId}`) || (moved.has(checkingId) && !includeInternal)) continue
      if (queued.has(`${extId} ${checkingId}`)) continue
      const before = forwards ? lastToPassOn.get(checkingId) : undefined
      jobs.push({ extId, kind: 'settled', reference: checkingId, payload: before ?? '' })
      if (forwards) lastToPassOn.set(checkingId, extId)
    }
  }
  return jobs
}

/** Jobs for extensions that report sent payments. They have no order relative to other extensions' jobs. */
async function sentJobsOf({ db, listExtensions }: QueueDeps, events: readonly Event[]): Promise<Jobs> {
  const sent = events.filter(({ kind }) => kind === 'payment-sent')
  const [first, last] = [sent[0], sent.at(-1)]
  const extIds = listExtensions()
    .filter(({ manifest: { permissions }, onPaymentSent }) => {
      const may = new Set(permissions.map(({ id }) => id))
      return onPaymentSent !== undefined && may.has('incoming.read') && may.has('payments.read')
    })
    .map(({ manifest }) => manifest.id)
  if (first === undefined || last === undefined) return []
  const range = { after: first.id - 1n, upTo: last.id }
  const heard = await findHeard(db, { range, kind: 'payment-sent', extIds })
  return extIds.flatMap((extId) =>
    sent
      .filter(({ checkingId }) => heard.has(`${extId} ${checkingId}`))
      .map(({ checkingId }) => ({ extId, kind: 'sent' as const, reference: checkingId, payload: '' })),
  )
}

const spends = ({ listExtensions }: QueueDeps, extId: string): boolean =>
  listExtensions().some(
    ({ manifest }) => manifest.id === extId && manifest.permissions.some(({ id }) => id === 'spend'),
  )

interface ReaderOfAll {
  readonly extId: string
  /** Whether it may forward receipts to another payee. */
  readonly forwards: boolean
  /** Whether it only reports receipts; then it also gets those that extensions have moved. */
  readonly includeInternal: boolean
}

/** Extensions that are notified of every payment a wallet of their items receives, in the order of notification. */
const readersOfAll = ({ listExtensions }: Pick<ExtensionDeps, 'listExtensions'>): ReaderOfAll[] =>
  listExtensions()
    .map(({ manifest, includeInternal = false }) => ({
      extId: manifest.id,
      includeInternal,
      may: new Set(manifest.permissions.map(({ id }) => id)),
    }))
    .filter(({ may }) => may.has('incoming.read'))
    .map(({ extId, may, includeInternal }) => ({
      extId,
      includeInternal,
      forwards: !includeInternal && may.has('spend'),
    }))

interface EventRange {
  readonly after: bigint
  readonly upTo: bigint
}

const RECEIVED = `SELECT checking_id FROM events WHERE id > $1 AND id <= $2 AND kind = 'payment-received'`

const findOwn = (db: Database, { after, upTo }: EventRange) =>
  db.list(
    `SELECT checking_id, ext_id, kind FROM extension_invoices WHERE checking_id IN (${RECEIVED})`,
    [after, upTo],
    (row: { checking_id: string; ext_id: string; kind: 'own' | 'moved' }) => ({
      checkingId: row.checking_id,
      extId: row.ext_id,
      kind: row.kind,
    }),
  )

/** Finds receipts that a forwarding extension has paid, to any address: forwarding them again could loop forever. */
async function findForwarded(db: Database, { after, upTo }: EventRange, readers: readonly ReaderOfAll[]) {
  const passers = new Set(readers.filter(({ forwards }) => forwards).map(({ extId }) => extId))
  if (passers.size === 0) return []
  const paid = await db.list(
    `SELECT incoming.checking_id, i.ext_id FROM payments incoming
     JOIN payments outgoing ON outgoing.payment_hash = incoming.payment_hash
       AND outgoing.direction = 'out' AND outgoing.failure IS NULL
     JOIN extension_intents i ON i.id = outgoing.checking_id WHERE incoming.checking_id IN (${RECEIVED})`,
    [after, upTo],
    (row: { checking_id: string; ext_id: string }) => ({ checkingId: row.checking_id, extId: row.ext_id }),
  )
  return paid.filter(({ extId }) => passers.has(extId)).map(({ checkingId }) => checkingId)
}

/** For `x` and `extension_rows r`: apps that hold a credential for the wallet are not notified while its account is disabled. */
const MAY_HEAR = `(x.ext_id NOT IN (${Object.values(ITEM_WAYS)
  .map((extId) => `'${extId}'`)
  .join(', ')}) OR EXISTS (SELECT 1 FROM users u WHERE u.id = r.user_id AND u.disabled_at IS NULL))`

/** `EXTENSION CHECKING-ID` of the events for which an item was listening, of accounts that use the extension. */
async function findHeard(
  db: Database,
  { range, kind, extIds }: { readonly range: EventRange; readonly kind: EventKind; readonly extIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (extIds.length === 0) return new Set()
  const listeners = extIds.map((_extId, index) => `SELECT $${index + 5} AS ext_id`).join(' UNION ALL ')
  const heard = await db.list(
    `SELECT e.checking_id, x.ext_id FROM events e CROSS JOIN (${listeners}) x
     WHERE e.id > $1 AND e.id <= $2 AND e.kind = $4 AND EXISTS
     (SELECT 1 FROM extension_keys k JOIN extension_rows r ON r.ext_id = k.ext_id AND r.kind = k.kind AND r.id = k.row_id
      JOIN extension_accounts a ON a.user_id = r.user_id AND a.ext_id = r.ext_id
      WHERE k.ext_id = x.ext_id AND k.kind = 'items' AND k.field = $3 AND k.value = lower(e.wallet_id)
      AND ${HEARD_THEN} AND a.active = 1 AND ${MAY_HEAR})`,
    [range.after, range.upTo, HEARS, kind, ...extIds],
    (row: { checking_id: string; ext_id: string }) => `${row.ext_id} ${row.checking_id}`,
  )
  return new Set(heard)
}

/** Payouts that have ended, to be polled immediately. */
async function findEndedIntents(db: Database, events: readonly Event[]): Promise<string[]> {
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined) return []
  return db.list(
    `SELECT id FROM extension_intents WHERE due_at IS NOT NULL AND id IN
     (SELECT checking_id FROM events WHERE id > $1 AND id <= $2 AND kind IN ('payment-sent', 'payment-failed'))`,
    [first.id - 1n, last.id],
    (row: { id: string }) => row.id,
  )
}
