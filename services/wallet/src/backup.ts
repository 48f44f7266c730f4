import { openConfiguration } from '@satchel/configuration/open-configuration'
import { createWriteStream, openSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { makeBackup } from './admin/backup/make-backup.ts'
import { readConfig } from './config.ts'
import { VERSION } from './version.ts'

/** `npm run backup -- FILE`: everything a new machine needs, also while the service runs. */
async function main(): Promise<void> {
  const [file, ...more] = process.argv.slice(2)
  if (file === undefined || more.length > 0) throw new Error('usage: npm run backup -- FILE')
  const { env } = await openConfiguration(process.env, 'wallet')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  // `wx`: what was there before is never touched.
  const target = createWriteStream(file, { fd: openSync(file, 'wx', 0o600), flush: true })
  try {
    const archive = await makeBackup({ config: read.config, version: VERSION, now: new Date(), env })
    await pipeline(archive, target)
  } catch (error) {
    target.destroy()
    rmSync(file, { force: true })
    throw error
  }
  const { authSecretKey, keyEncryptionKey } = read.config
  const missing = Object.entries({ AUTH_SECRET_KEY: authSecretKey, SERVICE_KEY_ENCRYPTION_KEY: keyEncryptionKey })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  process.stdout.write(
    `Backup written to ${file}. Anyone who holds it can take the money: keep it as safe as the node.\n`,
  )
  if (missing.length > 0)
    process.stdout.write(`Not in it, because it is set in the environment: ${missing.join(', ')}.\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`backup: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
