import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareWallet } from '../../test/world/accounts/share-wallet.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'
import { findLiveTopic } from './live-topic.ts'
import { listLiveEventsOfWallet } from './payment-event-store.ts'

describe.each(LOGIC_DIALECTS)('what a guest may listen to, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const share = async (permission: string) => {
    const [owner, user] = [await world.openWallet(), await world.openWallet()]
    const guest = await shareWallet(world, owner, user, [permission])
    return { owner, userId: user.userId, id: guest.shareId, keys: [guest.wallet.adminkey, guest.wallet.inkey] }
  }
  /** Which keys an event of the wallet reaches now, over sockets that are open. */
  const knownDigests = async ({ id }: { readonly id: string }) =>
    (await listLiveEventsOfWallet(world.db, id, 0n, 10))[0]?.keyDigests
  const payTo = async (wallet: WorldWallet): Promise<void> => {
    const { payment_request: bolt11 } = await world.invoice(wallet, 5)
    await world.send(await world.openWallet(100), bolt11)
  }
  const topicOf = (key: string) => findLiveTopic(world.db, world.service.vault, key)

  test('with the right to view: the payments of the wallet until the share ends', async () => {
    const { owner, id, keys } = await share('view-payments')
    const topics = await Promise.all(keys.map(topicOf))
    await payTo(owner)
    const before = await knownDigests(owner)
    expect(before).toHaveLength(4)
    for (const topic of topics) {
      expect(topic).toMatchObject({ kind: 'wallet', walletId: owner.id })
      expect(before).toContain(topic?.kind === 'wallet' && topic.keyDigest)
    }
    await world.call('DELETE', `/api/v1/wallet/share/${id}`, { key: owner.adminKey })
    expect(await knownDigests(owner)).toHaveLength(2)
    for (const key of keys) expect(await topicOf(key)).toBeUndefined()
    expect(await topicOf(owner.invoiceKey)).toMatchObject({ walletId: owner.id })
  })

  test('after the right to view is revoked, or an account disabled: nothing over an open socket', async () => {
    const disable = (userId: string) => writeDirectly(world, `UPDATE users SET disabled_at = 1 WHERE id = '${userId}'`)
    const changed = await share('view-payments')
    const left = await share('view-payments')
    for (const { owner } of [changed, left]) {
      await payTo(owner)
      expect(await knownDigests(owner)).toHaveLength(4)
    }
    const body = { permissions: ['receive-payments'] }
    const key = changed.owner.adminKey
    expect((await world.call('PUT', `/api/v1/wallet/share/${changed.id}`, { key, body })).status).toBe(200)
    expect(await knownDigests(changed.owner)).toHaveLength(2)
    await disable(left.userId)
    expect(await knownDigests(left.owner)).toHaveLength(2)
    await disable(left.owner.userId)
    expect(await knownDigests(left.owner)).toEqual([])
  })

  test.each(['receive-payments', 'send-payments'])('with the right to %s only: nothing', async (permission) => {
    for (const key of (await share(permission)).keys) expect(await topicOf(key)).toBeUndefined()
  })
})
