import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../world/open-world.ts'
import { shareWallet } from '../../world/accounts/share-wallet.ts'
import { DIALECTS } from '../../world/test-database.ts'
import { findLiveTopic } from './live-topic.ts'
import { listLiveEventsOfWallet } from './payment-event-store.ts'

describe.each(DIALECTS)('what a guest may listen to, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const share = async (permission: string) => {
    const owner = await world.openWallet()
    const guest = await shareWallet(world, owner, await world.openWallet(), [permission])
    return { owner, id: guest.shareId, keys: [guest.wallet.adminkey, guest.wallet.inkey] }
  }
  const topicOf = (key: string) => findLiveTopic(world.db, world.service.vault, key)

  test('with the right to view, the payments of the wallet until the share ends', async () => {
    const { owner, id, keys } = await share('view-payments')
    const topics = await Promise.all(keys.map(topicOf))
    const { payment_request: bolt11 } = await world.invoice(owner, 5)
    await world.send(await world.openWallet(100), bolt11)
    const knownDigests = async () => (await listLiveEventsOfWallet(world.db, owner.id, 0n, 10))[0]?.keyDigests
    const before = await knownDigests()
    expect(before).toHaveLength(4)
    for (const topic of topics) {
      expect(topic).toMatchObject({ kind: 'wallet', walletId: owner.id })
      expect(before).toContain(topic?.kind === 'wallet' && topic.keyDigest)
    }
    await world.call('DELETE', `/api/v1/wallet/share/${id}`, { key: owner.adminKey })
    expect(await knownDigests()).toHaveLength(2)
    for (const key of keys) expect(await topicOf(key)).toBeUndefined()
    expect(await topicOf(owner.invoiceKey)).toMatchObject({ walletId: owner.id })
  })

  test.each(['receive-payments', 'send-payments'])('with the right to %s alone, nothing', async (permission) => {
    for (const key of (await share(permission)).keys) expect(await topicOf(key)).toBeUndefined()
  })
})
