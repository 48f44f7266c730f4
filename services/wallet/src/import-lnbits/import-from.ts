import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { SourceKind } from '@satchel/lightning/all-backends'
import { isSignal } from '../db/command-signal.ts'
import type { Database } from '../db/database.ts'
import { listSources } from '../funding/source-store.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { LnbitsError } from './reading/lnbits-error.ts'
import { type Lnbits, openLnbits } from './reading/open-lnbits.ts'
import { toText } from './reading/values.ts'
import { createReport, type Report, type ReportJson } from './report.ts'
import { stageAll } from './stage-all.ts'
import { createStaged, type Staged } from './staged.ts'
import { findNode, type LnbitsNode } from './translating/find-node.ts'
import { type ImportLnbits, importLnbits, REHEARSED } from './writing/import-command.ts'

export interface ImportOptions {
  /** A data folder of LNbits, its `database.sqlite3`, or the URL of its PostgreSQL database. */
  readonly place: string
  readonly db: Database
  readonly vault: KeyVault
  /** Folder for staged rows; needs as much space as LNbits' database. */
  readonly folder: string
  readonly extensions: readonly AnyExtension[]
  /** Domains of this service, that of the public URL first. */
  readonly domains: readonly string[]
  /** Kind of the funding source. */
  readonly sourceKind: SourceKind
  /** Kind of the former node, if it is still queried. */
  readonly formerKind: SourceKind | undefined
  /** Imports payments in flight and open invoices of a node that is neither of them. */
  readonly otherNode: boolean
  /** The secret with which LNbits signed tokens of access lists; unset: that of its data folder, if any. */
  readonly tokenSecret?: string | undefined
  readonly now: number
  readonly repairInternalFees: boolean
  /** Writes everything, checks the books, and takes it back: so an import of the same LNbits is known to succeed. */
  readonly dryRun: boolean
  readonly say: (line: string) => void
  /** Shows and keeps the report. */
  readonly show: (report: ReportJson) => void
  /** Decides, after the report was shown, whether to continue. */
  readonly confirm: () => Promise<boolean>
  /** Called before anything is written, for the backup. */
  readonly beforeWriting: () => Promise<void>
}

export type Imported = 'imported' | 'rehearsed' | 'not-confirmed' | 'there-already'

/**
 * Reads all of an LNbits, reports, and writes it in one transaction; until then nothing of the database has changed.
 */
export async function importFrom(options: ImportOptions): Promise<Imported> {
  const { place, db, folder, now, say, confirm, beforeWriting } = options
  const lnbits = await openLnbits(place)
  const temporary = mkdtempSync(join(folder, 'import-'))
  let staged: Staged | undefined
  try {
    for (const warning of lnbits.warnings) say(warning)
    const fingerprint = await findFingerprint(lnbits)
    const before = await findImport(db, fingerprint)
    const report = createReport()
    report.set({ source: place.replace(/:\/\/.*@/, '://'), core: lnbits.core })
    staged = createStaged(join(temporary, 'staged'))
    const tokenSecret = options.tokenSecret ?? lnbits.tokenSecret
    const settings = await stageAll({ ...options, tokenSecret, lnbits, staged, report, again: before !== undefined })
    const digest = digestOf(staged)
    if (before !== undefined) return repeated(before, digest, say)
    const node = findNode(settings, {
      stored: await listSources(db),
      current: options.sourceKind,
      former: options.formerKind,
    })
    const refusal = node.isConnected ? undefined : findOutOfReach(staged, report, node, options)
    const json = report.toJson()
    options.show(json)
    if (refusal !== undefined && !options.otherNode) throw new LnbitsError(refusal)
    if (!options.dryRun && !(await confirm())) return 'not-confirmed'
    await beforeWriting()
    const tokenSecretSealed = tokenSecret === undefined ? '' : options.vault.seal(tokenSecret)
    await write(options, staged, json, { node, fingerprint, digest, tokenSecretSealed, at: now })
    return options.dryRun ? 'rehearsed' : 'imported'
  } finally {
    staged?.close()
    await lnbits.close()
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Fingerprint of the database, from its oldest account: it stays the same when LNbits is used on, or updated. */
async function findFingerprint(lnbits: Lnbits): Promise<string> {
  const [oldest] = await lnbits.list('SELECT id FROM accounts ORDER BY created_at, id LIMIT 1')
  if (oldest === undefined) throw new LnbitsError('this LNbits has no account: there is nothing to import')
  return createHash('sha256')
    .update(`lnbits ${toText(oldest['id'])}`)
    .digest('hex')
    .slice(0, 32)
}

interface EarlierImport {
  readonly digest: string
  readonly at: number
}

const findImport = (db: Database, fingerprint: string): Promise<EarlierImport | undefined> =>
  db.first(
    'SELECT digest, at FROM lnbits_imports WHERE fingerprint = $1',
    [fingerprint],
    (row: { digest: string; at: bigint }) => ({ digest: row.digest, at: Number(row.at) }),
  )

/** Digest of the money and its owners, which must not have changed between two imports. */
function digestOf(staged: Staged): string {
  const digest = createHash('sha256')
  const rows = staged.each<{ text: string }>(
    `SELECT old_id || ' ' || wallet || ' ' || dir || ' ' || amount || ' ' || fee || ' ' || status AS text FROM payments
     ORDER BY wallet, old_id, dir`,
  )
  for (const { text } of rows) digest.update(`${text}\n`)
  for (const { text } of staged.each<{ text: string }>(
    `SELECT id || ' ' || deleted AS text FROM wallets ORDER BY id`,
  )) {
    digest.update(`${text}\n`)
  }
  return digest.digest('hex')
}

function repeated(before: EarlierImport, digest: string, say: (line: string) => void): Imported {
  const day = new Date(before.at * 1000).toISOString()
  if (before.digest === digest) {
    say(`This LNbits was imported at ${day}, and its wallets and payments are the same since: nothing changes.`)
    return 'there-already'
  }
  throw new LnbitsError(
    `this LNbits was imported at ${day} and has other wallets or payments since: it must not run on after an import. Restore the backup from before the import and import again`,
  )
}

/**
 * Why the import is rejected: payments in flight and open invoices that none of our nodes can answer for. Undefined:
 * there are none.
 */
function findOutOfReach(
  staged: Staged,
  report: Report,
  { name, kind }: LnbitsNode,
  { sourceKind }: Pick<ImportOptions, 'sourceKind'>,
): string | undefined {
  interface Row {
    readonly how: 'pending' | 'open'
    readonly hash: string
    readonly wallet: string
    readonly amount: number
    readonly expires: number
  }
  const counts = { pending: 0, open: 0 }
  const sql = `SELECT how, hash, wallet, amount, expires FROM payments WHERE how IN ('pending', 'open') ORDER BY how DESC, seq`
  for (const { how, hash, wallet, amount, expires } of staged.each<Row>(sql)) {
    counts[how] += 1
    report.outOfReach({
      what: how === 'pending' ? 'payment in flight' : 'open invoice',
      payment_hash: hash,
      wallet,
      amount_msat: amount,
      expires_at: new Date(expires * 1000).toISOString(),
    })
  }
  if (counts.pending + counts.open === 0) return undefined
  const former =
    kind === undefined
      ? ''
      : `, or name the node of LNbits in SERVICE_FORMER_FUNDING_SOURCE=${kind} with its variables (FORMER_…)`
  return `LNbits used ${name}, and Satchel has SERVICE_FUNDING_SOURCE=${sourceKind}: it could not ask what becomes of ${counts.pending} payments in flight and ${counts.open} open invoices. Use the same node${former}; or let LNbits run until nothing is open. With --other-node they are imported all the same: such payments stay in flight until you resolve them, and such invoices expire here even if they are paid there`
}

const POLL_MS = 2000

async function write(
  { db, say, dryRun }: ImportOptions,
  staged: Staged,
  report: ReportJson,
  facts: Pick<ImportLnbits, 'node' | 'fingerprint' | 'digest' | 'tokenSecretSealed' | 'at'>,
): Promise<void> {
  const total =
    (staged.first<{ n: number }>(`SELECT count(*) AS n FROM payments WHERE how NOT IN ('adjust', 'skip')`)?.n ?? 0) +
    (staged.first<{ n: number }>('SELECT count(*) AS n FROM changes')?.n ?? 0)
  const progress = new SharedArrayBuffer(4)
  const done = new Int32Array(progress)
  const timer = setInterval(() => {
    const rows = done[0] ?? 0
    say(rows < total ? `  written ${rows} of ${total} rows` : '  checking the books')
  }, POLL_MS)
  try {
    const input = { ...facts, staged: staged.file, report: JSON.stringify(report), rehearsal: dryRun, progress }
    await db.transact(importLnbits, input)
  } catch (error) {
    if (!isSignal(error, REHEARSED)) throw error
  } finally {
    clearInterval(timer)
  }
}
