import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { WATCHONLY } from '../watchonly/watchonly.ts'
import { openFakeEsplora } from '../watchonly/world/fake-esplora.ts'
import { ZPUB } from '../watchonly/world/sample-keys.ts'
import { SATSPAY } from './satspay.ts'

async function open(explorer: boolean) {
  const esplora = await openFakeEsplora('mainnet')
  const env = explorer ? { SERVICE_EXPLORER_URLS: esplora.url } : {}
  const world = await openWorld({ dialect: 'sqlite', builtIns: [SATSPAY, WATCHONLY], env })
  onTestFinished(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
    await esplora.stop()
  })
  const owner = await world.openWallet()
  for (const id of ['satspay', 'watchonly']) await activateExtension(world, owner, id)
  const post = (ext: string, body: object) => world.call('POST', `/${ext}/api/v1/`, { key: owner.adminKey, body })
  const { body: wallet } = await post('watchonly', { title: 'Savings', masterpub: ZPUB })
  const charge = await post('satspay', { description: 'Sofa', amount: 100_000, onchain: wallet.id })
  return { world, owner, esplora, charge }
}

test('an explorer reports a charge as paid in two parts', async () => {
  const { world, owner, esplora, charge } = await open(true)
  expect(charge).toMatchObject({ status: 201 })
  const { id, onchain_address: address } = charge.body
  const see = async () => {
    world.advance(60)
    await world.tick()
    return (await world.call('GET', `/satspay/api/v1/${id}`, { key: owner.invoiceKey })).body
  }
  esplora.pay(address, 40_000)
  expect(await see()).toMatchObject({ status: 'open', pending: 40_000 })
  esplora.mine()
  expect(await see()).toMatchObject({ status: 'partial', balance: 40_000 })
  esplora.pay(address, 60_000)
  esplora.mine()
  expect(await see()).toMatchObject({ status: 'paid', balance: 100_000 })
})

test('without an explorer an on-chain charge is rejected, and a Lightning charge is not', async () => {
  const { charge } = await open(false)
  expect(charge).toMatchObject({ status: 400, body: { detail: expect.stringContaining('No explorer is set') } })
})
