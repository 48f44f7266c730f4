import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { BITCOINSWITCH } from '../../../../extensions/bitcoinswitch/bitcoinswitch.ts'
import { BOLTCARDS } from '../../../../extensions/boltcards/boltcards.ts'
import { EVENTS } from '../../../../extensions/events/events.ts'
import { FOSSA } from '../../../../extensions/fossa/fossa.ts'
import { LNDHUB } from '../../../../extensions/lndhub/lndhub.ts'
import { NWCPROVIDER } from '../../../../extensions/nwcprovider/nwcprovider.ts'
import { SPLITPAYMENTS } from '../../../../extensions/splitpayments/splitpayments.ts'
import { WITHDRAW } from '../../../../extensions/withdraw/withdraw.ts'
import { type AccessStage, openAccessStage } from '../world/access/access-stage.ts'
import {
  CELLS,
  KEPT,
  PLAYED_WAYS,
  playCell,
  playKept,
  playRestoredBackup,
  playWithoutEvent,
} from '../world/access/play-cell.ts'
import { playSetUpLink } from '../world/access/play-set-up-link.ts'
import { DIALECTS } from '../world/test-database.ts'

const BUILT_INS = [BITCOINSWITCH, BOLTCARDS, EVENTS, FOSSA, LNDHUB, NWCPROVIDER, SPLITPAYMENTS, WITHDRAW]

/** Decision 0089: the table of access, cell by cell. On PostgreSQL a second process answers after the event. */
describe.each(DIALECTS)('the table of access, on %s', (dialect) => {
  let stage: AccessStage
  beforeAll(async () => {
    stage = await openAccessStage(dialect, BUILT_INS)
  })
  afterAll(async () => {
    expect(await stage.world.violations()).toEqual([])
    await stage.close()
  })

  test.each(PLAYED_WAYS)('without an event this is a way in: %s', (way) => playWithoutEvent(stage, way))

  test.each(CELLS)('$way after $event', (cell) => playCell(stage, cell))

  test.each(KEPT)('new-wallet-keys: $way stays with $keep', (kept) => playKept(stage, kept))
})

describe.each(DIALECTS)('the rest of the table of access, on %s', (dialect) => {
  test('backup-restored: every way in of the backup is there again', async () => {
    const stage = await openAccessStage(dialect, BUILT_INS, { alone: true })
    onTestFinished(() => stage.close())
    await playRestoredBackup(stage)
  }, 120_000)

  test('set-up-link: only a super user ends it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-set-up-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await playSetUpLink(dialect, folder)
  }, 60_000)
})
