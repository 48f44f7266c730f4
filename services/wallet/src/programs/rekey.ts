import { openConfiguration } from '@satchel/configuration/open-configuration'
import { createReader } from '@satchel/http/environment'
import { openOwnOrigin } from '../admin/backup/origin/own-origins.ts'
import { changeKey } from '../admin/settings/change-key.ts'
import { readConfig, SECRETS } from '../config/config.ts'

/** `npm run rekey`: re-encrypts all secrets in the database with another key, while no service runs. */
async function main(): Promise<number> {
  if (process.argv.length > 2) {
    throw new Error('usage: npm run rekey, with SERVICE_NEW_KEY_ENCRYPTION_KEY in the environment or without')
  }
  const { env } = await openConfiguration(process.env, 'rekey')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const newKey = createReader(env, [])(SECRETS.newKeyEncryptionKey)
  const { secrets } = await changeKey({
    config: read.config,
    newKey,
    commandsModule: new URL('../wiring/commands.ts', import.meta.url).href,
    at: Math.floor(Date.now() / 1000),
  })
  process.stdout.write(
    secrets === undefined ? 'All secrets are under this key already.\n' : `${secrets} secrets are under the new key.\n`,
  )
  process.stdout.write(
    newKey === undefined
      ? 'It is in the data folder. Backups that were made before have the old one.\n'
      : 'Set SERVICE_KEY_ENCRYPTION_KEY to it before the next start. Backups that were made before need the old one.\n',
  )
  if (newKey !== undefined) {
    const { key } = openOwnOrigin({ ...read.config, keyEncryptionKey: newKey })
    process.stdout.write(`Backups are signed with this key from now on: ${key}. Write it down.\n`)
  }
  return 0
}

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`rekey: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
