import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { deriveAddress } from './derive-address.ts'
import { readMasterKey } from './read-master-key.ts'
import { WATCHONLY } from './watchonly.ts'
import { openFakeEsplora } from './world/fake-esplora.ts'
import { tpubAt } from './world/sample-keys.ts'

test('a late payment to an old address is found without a full scan', async () => {
  const explorer = await openFakeEsplora('regtest')
  onTestFinished(() => explorer.stop())
  const env = { SERVICE_EXPLORER_URLS: `regtest=${explorer.url}/` }
  const world = await openWorld({ dialect: 'sqlite', builtIns: [WATCHONLY], env })
  onTestFinished(() => world.close())
  const { adminKey: key, userId } = await world.openWallet()
  await activateExtension(world, { userId }, 'watchonly')
  const masterpub = tpubAt("m/84'/1'/19'")
  const wallet = { title: 'Savings', masterpub, network: 'regtest', type: 'p2wpkh', gap_receive: 1, gap_change: 1 }
  const { body } = await world.call('POST', '/watchonly/api/v1/', { key, body: wallet })
  const path = `/watchonly/api/v1/${body.id}`
  const addresses: string[] = []
  for (let n = 0; n < 300; n += 1) {
    addresses.push((await world.call('POST', `${path}/addresses`, { key, body: {} })).body.address)
  }
  expect(addresses[7]).toBe(deriveAddress(readMasterKey({ ...wallet, type: 'p2wpkh' }), 0, 7).address)
  for (const index of [7, 60]) explorer.pay(addresses[index] ?? '', 1000 + index)
  explorer.mine()
  // A hundred are older than the newest two hundred: two turns of fifty.
  for (let turn = 0; turn < 2; turn += 1) {
    world.advance(600)
    await world.tick()
  }
  expect((await world.call('GET', path, { key })).body).toMatchObject({ balance: 2067, used_index: 61 })
  const asked = (index: number) => explorer.asked.filter((line) => line.endsWith(`/address/${addresses[index]}`)).length
  expect([20, 80, 100, 299].map(asked)).toEqual([1, 1, 2, 2])
})
