import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BITCOINSWITCH } from '../../../../../extensions/bitcoinswitch/bitcoinswitch.ts'
import { BOLTCARDS } from '../../../../../extensions/boltcards/boltcards.ts'
import { EVENTS } from '../../../../../extensions/events/events.ts'
import { FOSSA } from '../../../../../extensions/fossa/fossa.ts'
import { LNDHUB } from '../../../../../extensions/lndhub/lndhub.ts'
import { NWCPROVIDER } from '../../../../../extensions/nwcprovider/nwcprovider.ts'
import { SPLITPAYMENTS } from '../../../../../extensions/splitpayments/splitpayments.ts'
import { WITHDRAW } from '../../../../../extensions/withdraw/withdraw.ts'
import { type AccessStage, openAccessStage } from '../../../test/world/access/access-stage.ts'
import { CELLS, KEPT, PLAYED_WAYS, playCell, playKept, playWithoutEvent } from '../../../test/world/access/play-cell.ts'

/** The events by which owners end access. */
const EVENTS_HERE = ['new-password', 'log-out-everywhere', 'new-wallet-keys', 'account-disabled']
/** They wait for a relay, or for a socket to be closed. */
const SLOW = ['nwc-connection', 'socket']
const HERE = CELLS.filter(({ way, event }) => EVENTS_HERE.includes(event) && !SLOW.includes(way))

/** Decision 0089. Every cell, on both databases and at two processes: the campaign `access-table`. */
describe('the table of access', () => {
  let stage: AccessStage
  beforeAll(async () => {
    stage = await openAccessStage('sqlite', [
      BITCOINSWITCH,
      BOLTCARDS,
      EVENTS,
      FOSSA,
      LNDHUB,
      NWCPROVIDER,
      SPLITPAYMENTS,
      WITHDRAW,
    ])
  })
  afterAll(async () => {
    expect(await stage.world.violations()).toEqual([])
    await stage.close()
  })

  test('the cells are those of the table', () => {
    expect(HERE).toHaveLength(EVENTS_HERE.length * (PLAYED_WAYS.length - SLOW.length))
  })

  test.each(PLAYED_WAYS.filter((way) => !SLOW.includes(way)))('the event-free cell means access: %s', (way) =>
    playWithoutEvent(stage, way),
  )

  test.each(HERE)('$way after $event', (cell) => playCell(stage, cell))

  test.each(KEPT.filter(({ way }) => !SLOW.includes(way)))('new-wallet-keys: $way stays with $keep', (kept) =>
    playKept(stage, kept),
  )
})
