import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { encryptArchive } from '../../src/admin/backup/encrypt-archive.ts'
import { makeBackup } from '../../src/admin/backup/make-backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { TEST_AUTH_SECRET } from './open-world.ts'

/** Writes what `npm run backup -- FILE` writes, in this process: starting Node costs more than most backups. */
export async function writeBackup(
  file: string,
  env: Readonly<Record<string, string>>,
  recipients: readonly string[] = [],
): Promise<void> {
  const read = readConfig({ AUTH_SECRET_KEY: TEST_AUTH_SECRET, ...env })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const archive = await makeBackup({ config: read.config, version: '1.2.3', now: new Date(), env })
  const content = recipients.length === 0 ? archive : await encryptArchive(archive, recipients)
  await pipeline(content, createWriteStream(file))
}
