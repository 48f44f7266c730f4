import { type LndPeer, openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { findHalt, listAlarms, resumePayments } from '../../ledger/halt.ts'

let lnd: LndPeer
beforeAll(async () => {
  lnd = await openLndPeer()
})
afterAll(() => lnd.close())

describe.each(DIALECTS)('a real node after a simulated one, on %s', (dialect) => {
  const open = async (): Promise<World> => {
    const world = await openWorld({ dialect })
    onTestFinished(() => world.close())
    return world
  }
  const useLnd = (world: World) => world.restart({ ...lnd.env, SERVICE_FORMER_FUNDING_SOURCE: 'simulated' })

  test('pays out no play money until an operator has decided about it, once', async () => {
    const world = await open()
    const { bolt11 } = await world.foreignInvoice(10_000)
    const wallet = await world.openWallet()
    const play = await world.call('POST', '/api/v1/wallet/play-balance', {
      key: wallet.adminKey,
      body: { amount: 1000 },
    })
    expect([play.status, await world.balanceMsat(wallet)]).toEqual([201, 1_000_000])
    await useLnd(world)
    const sent = await world.send(wallet, bolt11)
    expect([sent.status, sent.body.code]).toEqual([500, 'payments_halted'])
    const held = expect.stringContaining('wallets hold 1000 sat from the time when the node was simulated')
    expect(await findHalt(world.db)).toEqual(held)
    expect(await listAlarms(world.db, 10)).toMatchObject([{ kind: 'halt', detail: held }])
    await world.db.transact(resumePayments, {})
    await world.restart()
    expect(await findHalt(world.db)).toBeUndefined()
    expect(await world.violations()).toEqual([])
  })

  test('halts nothing if the wallets hold only what the operator booked', async () => {
    const world = await open()
    await world.openWallet(1000)
    await useLnd(world)
    expect(await findHalt(world.db)).toBeUndefined()
  })
})
