import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeBackup } from '../admin/backup/make-backup.ts'
import { VERSION } from '../base/version.ts'
import type { Config } from '../config/config.ts'
import { loadSecrets, requireDatabase } from '../config/secrets.ts'
import { openDatabase } from '../db/open-database.ts'
import type { ToolEnvironment } from '../db/postgres/postgres-tools.ts'
import { BUILT_INS } from '../extensions/built-ins.ts'
import { findKeyMark } from '../wallets/key-mark-store.ts'
import { createKeyVault } from '../wallets/wallet-keys.ts'
import { type Imported, importFrom } from './import-from.ts'
import { type ReportJson, writeReport } from './report.ts'

export interface ImportInto {
  readonly config: Config
  readonly place: string
  readonly dryRun: boolean
  readonly backup: boolean
  readonly repairInternalFees: boolean
  /** Imports payments in flight and open invoices although Satchel uses another node. */
  readonly otherNode: boolean
  /** LNbits' AUTH_SECRET_KEY. */
  readonly tokenSecret: string | undefined
  readonly commandsModule: string
  readonly now: Date
  /** For PostgreSQL's tools. */
  readonly env: ToolEnvironment
  readonly say: (line: string) => void
  /** Decides, by the report, whether to import. */
  readonly confirm: () => Promise<boolean>
}

/** Imports an LNbits into the database of the configuration, which no service may use meanwhile. */
export async function importInto(options: ImportInto): Promise<Imported> {
  const temporary = options.dryRun ? mkdtempSync(join(tmpdir(), 'satchel-dry-run-')) : undefined
  try {
    return await importWith({ ...options, config: configOf(options, temporary) })
  } finally {
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
  }
}

/** A dry run before the first start must not create the real database or key. */
function configOf({ config }: ImportInto, temporary: string | undefined): Config {
  const file = fileOf(config)
  if (temporary === undefined || file === undefined || existsSync(file)) return config
  return { ...config, dataFolder: temporary, databaseUrl: `sqlite://${join(temporary, 'satchel.db')}` }
}

const fileOf = ({ databaseUrl }: Config): string | undefined =>
  databaseUrl.startsWith('sqlite://') ? databaseUrl.slice('sqlite://'.length) : undefined

async function importWith(options: ImportInto): Promise<Imported> {
  const { config, place, dryRun, backup, repairInternalFees, otherNode, commandsModule, now, say, confirm } = options
  requireDatabase(config, false)
  mkdirSync(config.dataFolder, { recursive: true })
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  // An SQLite file has one process anyway, and may have to be created.
  const alone = fileOf(config) === undefined
  const db = await openDatabase(config.databaseUrl, commandsModule, { alone, longCommands: true })
  try {
    removeLeftovers(config.dataFolder)
    const { keyEncryption } = loadSecrets(config, await findKeyMark(db))
    return await importFrom({
      place,
      db,
      repairInternalFees,
      otherNode,
      say,
      vault: createKeyVault(keyEncryption),
      folder: config.dataFolder,
      extensions: BUILT_INS,
      domains: config.domains,
      tokenSecret: options.tokenSecret,
      sourceKind: config.funding.source.kind,
      formerKind: typeof config.funding.former === 'object' ? config.funding.former.kind : undefined,
      now: Math.floor(now.getTime() / 1000),
      show(report) {
        say(writeReport(report))
        if (!dryRun) keepReport(join(config.dataFolder, `import-lnbits-${stamp}.json`), report, say)
      },
      dryRun,
      confirm,
      async beforeWriting() {
        if (dryRun) return say('\nWriting it all once, to take it back:')
        if (backup) await backUp(options, join(config.dataFolder, `before-import-${stamp}.backup`))
        say('Writing, all or nothing:')
      },
    })
  } finally {
    await db.close()
  }
}

/** Removes staged files of a killed import; no other import is running. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^import-\w{6}$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function keepReport(file: string, report: ReportJson, say: (line: string) => void): void {
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
  say(`\nThe whole report is in ${file}.`)
}

/** How to undo the import. */
async function backUp({ config, now, env, say }: ImportInto, file: string): Promise<void> {
  const target = createWriteStream(file, { fd: openSync(file, 'wx', 0o600), flush: true })
  try {
    await pipeline(await makeBackup({ config, version: VERSION, now, env }), target)
  } catch (error) {
    target.destroy()
    rmSync(file, { force: true })
    throw error
  }
  say(`\nThe way back, until the first payment: npm run restore -- ${file} --force, and start LNbits again.`)
}
