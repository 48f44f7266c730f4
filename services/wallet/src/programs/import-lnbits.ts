import { createInterface } from 'node:readline/promises'
import { openConfiguration } from '@satchel/configuration/open-configuration'
import { createReader } from '@satchel/http/environment'
import { readConfig, SECRETS } from '../config/config.ts'
import { importInto } from '../import-lnbits/import-into.ts'

const USAGE =
  'usage: npm run import-lnbits -- PATH_OR_URL [--dry-run | --yes] [--no-backup] [--repair-internal-fees] [--other-node]\n' +
  '  PATH_OR_URL: the data folder of LNbits, its database.sqlite3, or postgres://… of its database'
const FLAGS = ['--dry-run', '--yes', '--no-backup', '--repair-internal-fees', '--other-node']

/**
 * `npm run import-lnbits -- PATH_OR_URL`: imports everything of an LNbits 1.0 to 1.6 in one transaction, while neither
 * it nor this service runs. Shows a report and asks before writing; `--dry-run` rolls back. Exits 1 if nothing was
 * imported.
 */
async function main(): Promise<number> {
  const args = process.argv.slice(2)
  const [place, ...more] = args.filter((arg) => !arg.startsWith('--'))
  const flags = args.filter((arg) => arg.startsWith('--'))
  const dryRun = flags.includes('--dry-run')
  if (place === undefined || more.length > 0 || flags.some((flag) => !FLAGS.includes(flag))) throw new Error(USAGE)
  if (dryRun && flags.includes('--yes')) throw new Error(USAGE)
  const { env } = await openConfiguration(process.env, 'wallet')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const imported = await importInto({
    config: read.config,
    place,
    dryRun,
    backup: !flags.includes('--no-backup'),
    repairInternalFees: flags.includes('--repair-internal-fees'),
    otherNode: flags.includes('--other-node'),
    tokenSecret: createReader(env, [])(SECRETS.lnbitsSecretKey),
    commandsModule: new URL('../wiring/commands.ts', import.meta.url).href,
    now: new Date(),
    env,
    say: (line) => process.stdout.write(`${line}\n`),
    confirm: flags.includes('--yes') ? async () => true : ask,
  })
  if (imported === 'imported') process.stdout.write(`${WHAT_NEXT}\n`)
  if (imported === 'rehearsed') process.stdout.write(`${REHEARSED}\n`)
  if (imported === 'not-confirmed') process.stdout.write('\nNothing was changed.\n')
  return imported === 'not-confirmed' ? 1 : 0
}

const WHAT_NEXT =
  'Imported; the books are right. Do not start LNbits again: two services on one node pay and credit twice.'

const REHEARSED =
  '\nNothing was changed. Everything could be written and the books are right: an import of this LNbits succeeds.'

/** Only `yes` confirms; the end of the input counts as no. */
async function ask(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    return /^y(es)?$/i.test((await Promise.race([lines.question('\nImport this? [y/N] '), ended])).trim())
  } finally {
    lines.close()
  }
}

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`import-lnbits: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
