import { parseArgs } from 'node:util'
import { openConfiguration } from '@satchel/configuration/open-configuration'
import {
  acceptOrigin,
  HOW_TO_ACCEPT,
  namesOf,
  ORIGIN_NOT_ACCEPTED,
  readOriginOption,
} from '../admin/backup/origin/accept-origin.ts'
import { terminalQuestion } from '../admin/backup/origin/terminal-question.ts'
import { restoreBackup } from '../admin/backup/restore-backup.ts'
import { readConfig } from '../config/config.ts'

/**
 * `npm run restore -- FILE [--force] [--identity FILE] [--origin KEY|any]`: restores a backup while no service runs, and
 * checks the books. Exits 3 if the origin of the backup is not accepted.
 */
async function main(): Promise<number> {
  const { archive, force, identityFile, origin } = readArguments()
  const { env } = await openConfiguration(process.env, 'wallet')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const restored = await restoreBackup({
    config: read.config,
    archive,
    force,
    identityFile,
    commandsModule: new URL('../wiring/commands.ts', import.meta.url).href,
    now: new Date(),
    env,
    accepts: acceptOrigin({ given: origin, say, ask: terminalQuestion(process.stdin, process.stdout) }),
  })
  if (restored === undefined) {
    process.stderr.write(`restore: ${HOW_TO_ACCEPT}\n`)
    return ORIGIN_NOT_ACCEPTED
  }
  const { manifest, violations, superUsers } = restored
  for (const { rule, about, problem } of violations) say(`${rule} ${about}: ${problem}`)
  if (violations.length > 0) {
    throw new Error('the books of this backup do not add up; nothing of it was kept')
  }
  say(`Restored the backup of ${manifest.created_at}; the books are right.`)
  say(`Super users now: ${namesOf(superUsers)}`)
  say(WHAT_NEXT)
  return 0
}

function readArguments() {
  const { values, positionals } = parse()
  const [archive, ...more] = positionals
  if (archive === undefined || more.length > 0) throw new Error(USAGE)
  return { archive, force: values.force, identityFile: values.identity, origin: readOriginOption(values.origin) }
}

function parse() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true })
  } catch {
    throw new Error(USAGE)
  }
}

const OPTIONS = {
  force: { type: 'boolean', default: false },
  identity: { type: 'string' },
  origin: { type: 'string' },
} as const

const USAGE = 'usage: npm run restore -- FILE [--force] [--identity FILE] [--origin KEY|any]'

const WHAT_NEXT =
  'Outgoing payments are halted: start the service, wait until it has compared the node with the books, and resume with PUT /api/v1/admin/halt {"halted": false}.'

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`restore: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
