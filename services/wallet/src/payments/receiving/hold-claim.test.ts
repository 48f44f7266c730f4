import { type LndPeer, openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import type { PartPlace } from '@satchel/lightning/world/peers/lnd/lnd-peer-channels'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { listAlarms } from '../../ledger/halt.ts'

const ROOT = { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'a good password' }

describe.each(DIALECTS)('a settled hold on LND, on %s', (dialect) => {
  let peer: LndPeer
  let world: World
  beforeAll(async () => {
    peer = await openLndPeer()
    world = await openWorld({ dialect, env: { SERVICE_PAY_WAIT_MS: '250', ...ROOT, ...peer.env } })
    await world.tick()
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })
  afterAll(async () => {
    await world.close()
    await peer.close()
  })

  /** One of 77 sat that LND calls settled, while its payment is at that place. */
  async function settleAt(place: PartPlace) {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 77, { hold: true })
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    await world.tick()
    peer.mood.parts.set(invoice.payment_hash, place)
    const path = `/api/v1/payments/${invoice.checking_id}`
    expect((await world.call('PUT', path, { key: wallet.adminKey })).status).toBe(200)
    return { wallet, id: String(invoice.checking_id), hash: String(invoice.payment_hash) }
  }
  const look = async (rounds: number): Promise<void> => {
    for (let count = 0; count < rounds; count += 1) {
      world.advance(6)
      await world.tick()
    }
  }
  const alarmsOf = async (id: string): Promise<string[]> =>
    (await listAlarms(world.db, 100)).filter(({ reference }) => reference === id).map(({ kind }) => kind)

  test('raises no alarm while its payment leaves the channel, which takes a moment', async () => {
    const { wallet, id, hash } = await settleAt('in-channel')
    await look(2)
    expect(await world.balanceMsat(wallet)).toBe(0)
    peer.mood.parts.delete(hash)
    await look(2)
    expect(await world.balanceMsat(wallet)).toBe(77_000)
    expect(await alarmsOf(id)).toEqual([])
  })

  test.each<PartPlace>(['in-channel', 'first-stage'])(
    'raises an alarm if its payment stays %s, and is credited once LND has claimed it',
    async (place) => {
      const { wallet, id, hash } = await settleAt(place)
      await look(8)
      expect(await alarmsOf(id)).toEqual(['hold-unclaimed'])
      expect(await world.balanceMsat(wallet)).toBe(0)
      peer.mood.parts.set(hash, 'claimed')
      await look(6)
      expect(await world.balanceMsat(wallet)).toBe(77_000)
    },
  )

  const resolve = async (id: string, outcome: 'paid' | 'failed', force: boolean) => {
    const login = await world.call('POST', '/api/v1/auth', { body: { username: 'root', password: 'a good password' } })
    const body = { outcome, reason: 'seen at the node', force }
    return world.call('POST', `/api/v1/admin/payments/${id}/resolve`, { token: login.body.access_token, body })
  }

  test('is credited once LND has claimed it, even after an operator has resolved it as failed', async () => {
    const { wallet, id, hash } = await settleAt('first-stage')
    await look(2)
    expect((await resolve(id, 'failed', true)).status).toBe(200)
    await look(6)
    expect(await world.balanceMsat(wallet)).toBe(0)
    peer.mood.parts.set(hash, 'claimed')
    await look(8)
    expect(await world.balanceMsat(wallet)).toBe(77_000)
  })

  test('that was returned to its payer on-chain proves no payment to an operator', async () => {
    const { wallet, id, hash } = await settleAt('first-stage')
    peer.server.cut()
    peer.mood.parts.set(hash, 'timed-out')
    expect((await resolve(id, 'paid', false)).status).toBe(409)
    expect(await world.balanceMsat(wallet)).toBe(0)
  })
})
