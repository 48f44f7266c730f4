import { parseArgs } from 'node:util'
import { openConfiguration } from '@satchel/configuration/open-configuration'
import { type BackupNotes, writeBackupNote } from '../admin/backup/backup-notes.ts'
import { type Drilled, drillRestore } from '../admin/backup/drill-restore.ts'
import { openBackupTarget } from '../admin/backup/open-backup-target.ts'
import {
  acceptOrigin,
  HOW_TO_ACCEPT,
  namesOf,
  ORIGIN_NOT_ACCEPTED,
  readOriginOption,
} from '../admin/backup/origin/accept-origin.ts'
import { terminalQuestion } from '../admin/backup/origin/terminal-question.ts'
import { readConfig } from '../config/config.ts'

const USAGE = 'usage: npm run restore-drill -- [--identity FILE] [--origin KEY|any]'

/**
 * `npm run restore-drill`: restores the newest backup aside and audits it, also while the service runs. Exits 3 if the
 * origin of the backup is not accepted.
 */
async function main(): Promise<number> {
  const { identityFile, origin } = readOptions()
  const { env } = await openConfiguration(process.env, 'wallet')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const { config } = read
  const now = new Date()
  const note = (result: Omit<Drill, 'at'>): void =>
    noteForStartPage(config.dataFolder, { at: secondsOf(now), ...result })
  const drilled = await drillRestore({
    config,
    identityFile,
    env,
    now,
    target: openBackupTarget(config.backups.target, config.dataFolder),
    commandsModule: new URL('../wiring/commands.ts', import.meta.url).href,
    accepts: acceptOrigin({ given: origin, say, ask: terminalQuestion(process.stdin, process.stdout) }),
  }).catch((error: unknown) => {
    note({ problem: messageOf(error) })
    throw error
  })
  if (drilled === undefined) {
    note({ problem: 'the origin of the newest backup is not accepted' })
    process.stderr.write(`restore-drill: ${HOW_TO_ACCEPT}\n`)
    return ORIGIN_NOT_ACCEPTED
  }
  const isSound = drilled.found !== undefined
  note({
    backup: drilled.name,
    ...(isSound ? {} : { problem: `${drilled.violations.length} violations of the books` }),
  })
  return report(drilled, now)
}

type Drill = NonNullable<BackupNotes['drill']>

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A failure leaves the result valid, only unknown to the service. */
function noteForStartPage(dataFolder: string, drill: Drill): void {
  try {
    writeBackupNote(dataFolder, { drill })
  } catch (error) {
    process.stderr.write(
      `restore-drill: the start page of administration does not show this drill: ${messageOf(error)}\n`,
    )
  }
}

/** Prints the result. Returns the exit code. */
function report(drilled: Drilled, now: Date): number {
  const { name, bytes, manifest, violations, superUsers, found } = drilled
  const hours = (now.getTime() - Date.parse(manifest.created_at)) / 3_600_000
  say(`${name}: ${bytes} bytes, made ${manifest.created_at} (${hours.toFixed(1)} hours ago) by ${manifest.version}`)
  for (const { rule, about, problem } of violations) say(`${rule} ${about}: ${problem}`)
  if (found === undefined) {
    say(`${violations.length} violations: this backup would not be restored.`)
    return 1
  }
  const { payments, postings, wallets, balanceMsat } = found
  say(`${payments} payments, ${wallets} wallets, ${balanceMsat / 1000n} sat in all balances`)
  say(`Super users: ${namesOf(superUsers)}`)
  say(`The books add up: ${postings} postings, ${payments} payments.`)
  say('The backup can be restored. What was restored for this drill is deleted again.')
  return 0
}

function readOptions() {
  const { identity: identityFile, origin } = parse()
  return { identityFile, origin: readOriginOption(origin) }
}

function parse() {
  try {
    return parseArgs({ options: { identity: { type: 'string' }, origin: { type: 'string' } } }).values
  } catch {
    throw new Error(USAGE)
  }
}

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`restore-drill: ${messageOf(error)}\n`)
    process.exit(1)
  })
