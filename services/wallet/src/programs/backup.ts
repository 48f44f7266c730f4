import { createWriteStream, openSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { openConfiguration } from '@satchel/configuration/open-configuration'
import { writeBackupNote } from '../admin/backup/backup-notes.ts'
import { encryptArchive } from '../admin/backup/encrypt-archive.ts'
import { makeBackup } from '../admin/backup/make-backup.ts'
import { openOwnOrigin } from '../admin/backup/origin/own-origins.ts'
import { VERSION } from '../base/version.ts'
import { readConfig } from '../config/config.ts'
import { recipientsProblem } from '../config/recipients-problem.ts'

const USAGE = 'usage: npm run backup -- FILE [--recipient age1…]'

/** `npm run backup -- FILE`: everything a new machine needs, also while the service runs. */
async function main(): Promise<void> {
  const { file, recipients } = readArguments()
  const { env } = await openConfiguration(process.env, 'wallet')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const signal = onStop()
  const now = new Date()
  const target = createWriteStream(file, { fd: openNew(file), flush: true })
  try {
    const archive = await makeBackup({ config: read.config, version: VERSION, now, env, signal })
    await pipeline(recipients.length === 0 ? archive : await encryptArchive(archive, recipients), target, { signal })
  } catch (error) {
    target.destroy()
    rmSync(file, { force: true })
    throw error
  }
  noteForStartPage(read.config.dataFolder, file, now)
  const { authSecretKey, keyEncryptionKey } = read.config
  const missing = Object.entries({ AUTH_SECRET_KEY: authSecretKey, SERVICE_KEY_ENCRYPTION_KEY: keyEncryptionKey })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  const warning =
    recipients.length === 0
      ? 'Anyone who holds it can take the money: keep it as safe as the node.'
      : 'It is encrypted: a restore needs the identity file of age.'
  process.stdout.write(`Backup written to ${file}. ${warning}\n`)
  process.stdout.write(`Its origin is ${openOwnOrigin(read.config).key}: keep this with the identity file of age.\n`)
  if (missing.length > 0)
    process.stdout.write(`Not in it, because it is set in the environment: ${missing.join(', ')}.\n`)
}

/** A failure leaves the backup valid, only unknown to the service. */
function noteForStartPage(dataFolder: string, file: string, now: Date): void {
  try {
    const at = Math.floor(now.getTime() / 1000)
    writeBackupNote(dataFolder, { made: { at, file: resolve(file), bytes: statSync(file).size } })
  } catch (error) {
    process.stderr.write(`backup: the start page of administration does not show this backup: ${String(error)}\n`)
  }
}

/** Aborts at SIGTERM and SIGINT, so that a stopped backup removes its archive and its copy of the database. */
function onStop(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () => stopping.abort(new Error(`stopped by ${name}; nothing was written`)))
  }
  return stopping.signal
}

/** Never overwrites an existing file. */
function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(`${file} exists already: choose another name, or remove it`, { cause: error })
  }
}

function readArguments(): { readonly file: string; readonly recipients: readonly string[] } {
  const { values, positionals } = parse()
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Error(USAGE)
  const recipients = (values.recipient ?? []).flatMap((value) => value.split(','))
  const problem = recipientsProblem(recipients)
  if (problem !== undefined) throw new Error(`--recipient: ${problem}`)
  return { file, recipients }
}

function parse() {
  try {
    return parseArgs({ options: { recipient: { type: 'string', multiple: true } }, allowPositionals: true })
  } catch {
    throw new Error(USAGE)
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`backup: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
