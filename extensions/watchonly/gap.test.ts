import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { SATSPAY } from '../satspay/satspay.ts'
import { TIPJAR } from '../tipjar/tipjar.ts'
import { gapWarning } from './gap.ts'
import { openFakeChain } from './world/fake-chain.ts'
import { ZPUB } from './world/sample-keys.ts'

const DAY_SECONDS = 86_400
/** A charge of a minute: its end, the day of grace, and a month in which a late payment would be a mistake. */
const RESTED_SECONDS = 32 * DAY_SECONDS

/** A wallet with a gap limit of three, with charges and a tip jar. */
async function open(dialect: (typeof LOGIC_DIALECTS)[number] = 'sqlite') {
  const chain = openFakeChain()
  const world = await openWorld({ dialect, builtIns: [SATSPAY, TIPJAR, chain.lender] })
  onTestFinished(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  const owner = await world.openWallet()
  for (const id of ['satspay', 'tipjar', 'watchonly']) await activateExtension(world, owner, id)
  const post = async (path: string, body: object) => {
    const answer = await world.call('POST', path, { key: owner.adminKey, body })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const { id: onchain } = await post('/watchonly/api/v1/', { title: 'Savings', masterpub: ZPUB, gap_receive: 3 })
  const jar = await post('/tipjar/api/v1/', { name: 'Ada', onchain })
  const order = () =>
    post('/satspay/api/v1/', { description: 'Sofa', amount: 1000, lightning: false, time: 1, onchain })
  const charge = async (): Promise<string> => (await order()).onchain_address
  const tip = async (): Promise<string> => (await post(`/tipjar/public/${jar.id}/onchain`, { sats: 1000 })).address
  const later = async (seconds: number) => {
    world.advance(seconds)
    await world.tick()
  }
  const listed = async () =>
    (await world.call('GET', `/watchonly/api/v1/${onchain}/addresses`, { key: owner.adminKey })).body
  return { world, owner, chain, order, charge, tip, later, listed }
}

test.each(LOGIC_DIALECTS)(
  'beyond the gap an unpaid address goes to the next charge after a month, the oldest first, on %s',
  async (dialect) => {
    const { charge, later, listed } = await open(dialect)
    const first = [await charge(), await charge(), await charge()]
    expect(new Set(first).size).toBe(3)
    await later(3 * DAY_SECONDS)
    const fourth = await charge()
    expect(first).not.toContain(fourth)
    await later(RESTED_SECONDS - 3 * DAY_SECONDS)
    const before = await listed()
    expect(await charge()).toBe(first[0])
    expect(await Promise.all([charge(), charge()])).toEqual(expect.arrayContaining(first.slice(1)))
    // All of them are reused, and the fourth was free for a shorter time.
    const fifth = await charge()
    expect([...first, fourth]).not.toContain(fifth)
    const after = await listed()
    expect(after).toHaveLength(5)
    const noteOf = (rows: typeof after) => rows.find(({ address }: { address: string }) => address === first[0]).note
    expect(noteOf(after)).toMatch(/^satspay /)
    expect(noteOf(after)).not.toBe(noteOf(before))
  },
)

test('an address that was ever used is never given out again, not even after a late, dropped or spent payment', async () => {
  const { chain, charge, later } = await open()
  const [late, dropped, spent] = [await charge(), await charge(), await charge()]
  chain.drop(chain.pay(spent, 1000))
  const lost = chain.pay(dropped, 1000)
  await later(60)
  chain.drop(lost)
  await later(RESTED_SECONDS)
  chain.pay(late, 1000)
  expect([late, dropped, spent]).not.toContain(await charge())
})

test('no address is given out again within the gap, or if the chain cannot be queried', async () => {
  const { chain, charge, later } = await open()
  const first = [await charge(), await charge()]
  await later(RESTED_SECONDS)
  const third = await charge()
  expect(first).not.toContain(third)
  chain.setDown(true)
  expect([...first, third]).not.toContain(await charge())
  chain.setDown(false)
  expect(await charge()).toBe(first[0])
})

test('an address unused by a tip goes to the next tip, and never to a charge', async () => {
  const { chain, charge, tip, later } = await open()
  const first = [await tip(), await tip(), await tip()]
  await later(2 * DAY_SECONDS)
  const [charged, again] = [await charge(), await tip()]
  expect(first).not.toContain(charged)
  expect(first).toContain(again)
  await later(RESTED_SECONDS)
  expect([...first, charged]).toContain(await tip())
  chain.pay(charged, 1000)
  expect([...first, charged]).not.toContain(await charge())
})

test('a charge that is opened again after its address went to another charge gets a new address', async () => {
  const { world, owner, order, charge, later } = await open()
  const [old] = [await order(), await charge(), await charge()]
  await later(RESTED_SECONDS)
  expect(await charge()).toBe(old.onchain_address)
  const again = { key: owner.adminKey, body: { amount: 2000 } }
  const { status, body } = await world.call('PUT', `/satspay/api/v1/${old.id}`, again)
  expect(status).toBe(200)
  expect(body.onchain_address).toMatch(/^bc1q/)
  expect(body.onchain_address).not.toBe(old.onchain_address)
})

test('the owner is warned of addresses that other wallets will not find, after a scan of the chain', () => {
  const indices = { address_index: 25, used_index: 5, gap_receive: 20 }
  const scanned_at = '2026-11-22T06:00:00Z'
  expect(gapWarning({ ...indices, scanned_at })).toBeUndefined()
  expect(gapWarning({ ...indices, address_index: 26 })).toBeUndefined()
  expect(gapWarning({ ...indices, address_index: 26, scanned_at })).toMatch(/^21 receive addresses .+ at least 21\.$/)
})
