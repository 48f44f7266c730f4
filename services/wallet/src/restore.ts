import { openConfiguration } from '@satchel/configuration/open-configuration'
import { parseArgs } from 'node:util'
import { restoreBackup } from './admin/backup/restore-backup.ts'
import { readConfig } from './config.ts'

/**
 * `npm run restore -- FILE [--force] [--identity FILE]`: restores a backup while no service runs, and checks the books.
 */
async function main(): Promise<number> {
  const { archive, force, identityFile } = readArguments()
  const { env } = await openConfiguration(process.env, 'wallet')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const { manifest, violations } = await restoreBackup({
    config: read.config,
    archive,
    force,
    identityFile,
    commandsModule: new URL('./commands.ts', import.meta.url).href,
    now: new Date(),
    env,
  })
  for (const { rule, about, problem } of violations) process.stdout.write(`${rule} ${about}: ${problem}\n`)
  if (violations.length > 0) {
    throw new Error('the books of this backup do not add up; nothing of it was kept')
  }
  process.stdout.write(`Restored the backup of ${manifest.created_at}; the books are right.\n${WHAT_NEXT}\n`)
  return 0
}

function readArguments() {
  const options = { force: { type: 'boolean', default: false }, identity: { type: 'string' } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [archive, ...more] = positionals
    if (archive === undefined || more.length > 0) throw new Error(USAGE)
    return { archive, force: values.force, identityFile: values.identity }
  } catch {
    throw new Error(USAGE)
  }
}

const USAGE = 'usage: npm run restore -- FILE [--force] [--identity FILE]'

const WHAT_NEXT =
  'Outgoing payments are halted: start the service, wait until it has compared the node with the books, and resume with PUT /api/v1/admin/halt {"halted": false}.'

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`restore: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
