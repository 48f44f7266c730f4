import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { writeBackupNote } from '../backup/backup-notes.ts'
import { claimBackup, concludeBackup, findBackupState } from '../backup/backup-state-store.ts'
import { noteBackup } from '../backup/note-backup.ts'

const ROOT = { username: 'root', password: 'correct horse' }

describe.each(LOGIC_DIALECTS)('backups in the status for the operator, on %s', (dialect) => {
  let folder: string
  let world: World
  let token: string
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-backup-status-'))
    const env = {
      SERVICE_DATA_FOLDER: folder,
      SUPER_USER_USERNAME: ROOT.username,
      SUPER_USER_PASSWORD: ROOT.password,
    }
    world = await openWorld({ dialect, env })
    token = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token
  })
  afterEach(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const status = async () => (await world.call('GET', '/api/v1/admin/status', { token })).body.backups
  const conclude = async (end: Parameters<typeof concludeBackup.run>[1]['end']): Promise<void> => {
    const { text } = await findBackupState(world.db)
    await world.db.transact(claimBackup, { seen: text, holder: 'a test' })
    await world.db.transact(concludeBackup, { holder: 'a test', end })
  }

  test('without a schedule and a backup nothing is known', async () => {
    expect(await status()).toEqual({
      schedule: null,
      target: null,
      overdue_seconds: null,
      failed_at: null,
      age_seconds: null,
      last: null,
      last_drill: null,
    })
  })

  test('the newest one counts, whether it was made by the schedule, by the command, or downloaded', async () => {
    const started = world.nowSeconds()
    await world.restart({ SERVICE_BACKUP_SCHEDULE: '0 3 * * *', SERVICE_BACKUP_TARGET: join(folder, 'target') })
    await conclude({ kind: 'made', at: started * 1000, bytes: 7 })
    const place = join(folder, 'target')
    const scheduled = { at: started, by: 'schedule', place, bytes: 7 }
    expect(await status()).toMatchObject({ schedule: '0 3 * * *', target: place, last: scheduled, age_seconds: 0 })
    world.advance(60)
    writeBackupNote(folder, { made: { at: started + 60, file: '/usb/a.tar.gz', bytes: 9 } })
    expect((await status()).last).toEqual({ at: started + 60, by: 'command', place: '/usb/a.tar.gz', bytes: 9 })
    world.advance(60)
    const actor = { id: 'x', address: '' }
    await world.db.transact(noteBackup, { actor, at: started + 120 })
    world.advance(5)
    expect(await status()).toMatchObject({
      last: { at: started + 120, by: 'download', place: null, bytes: null },
      age_seconds: 5,
    })
  })

  test('a failed attempt is shown until one succeeds', async () => {
    const at = world.nowSeconds()
    await conclude({ kind: 'failed', at: at * 1000, dueAt: at * 1000, reason: 'disk full', stored: undefined })
    expect(await status()).toMatchObject({ failed_at: at, last: null })
    await conclude({ kind: 'made', at: at * 1000, bytes: 7 })
    expect(await status()).toMatchObject({ failed_at: null, last: { at } })
  })

  test('the last drill and the last backup by hand are kept beside each other', async () => {
    writeBackupNote(folder, { made: { at: 5, file: '/usb/a.tar.gz', bytes: 9 } })
    writeBackupNote(folder, { drill: { at: 6, problem: 'it is damaged' } })
    expect((await status()).last_drill).toEqual({ at: 6, backup: null, passed: false, problem: 'it is damaged' })
    writeBackupNote(folder, { drill: { at: 7, backup: 'a.tar.gz' } })
    expect(await status()).toMatchObject({
      last: { at: 5, by: 'command' },
      last_drill: { at: 7, backup: 'a.tar.gz', passed: true, problem: null },
    })
    expect(readdirSync(folder).filter((name) => name.startsWith('last-backups'))).toEqual(['last-backups.json'])
  })
})
