import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LNURLP } from './lnurlp.ts'

/** Half a dollar: 1,000 sat at first. */
async function open() {
  const world = await openWorld({
    dialect: 'sqlite',
    builtIns: [LNURLP],
    env: { SERVICE_FIXED_RATES: '{"USD":50000}' },
  })
  onTestFinished(() => world.close())
  const owner = await world.openWallet()
  await activateExtension(world, owner, 'lnurlp')
  const body = { description: 'Coffee', min: 0.5, max: 0.5, currency: 'USD' }
  const make = async (): Promise<string> =>
    (await world.call('POST', '/lnurlp/api/v1/', { key: owner.adminKey, body })).body.id
  const callbackOf = async (id: string): Promise<string> => {
    const { callback } = (await world.call('GET', `/lnurlp/lnurl/${id}`)).body
    return new URL(callback).pathname
  }
  const pays = async (callback: string, msat: number): Promise<boolean> => {
    return 'pr' in (await world.call('GET', `${callback}?amount=${msat}`)).body
  }
  const setRate = (usd: number) => world.restart({ SERVICE_FIXED_RATES: `{"USD":${usd}}` })
  return { world, make, callbackOf, pays, setRate }
}

test('a payer can pay the offered amount, however far the rate has moved since', async () => {
  const { make, callbackOf, pays, setRate } = await open()
  const id = await make()
  const callback = await callbackOf(id)
  for (const usd of [49_900, 25_000, 100_000]) {
    await setRate(usd)
    expect(await pays(callback, 999_999)).toBe(false)
    expect(await pays(callback, 1_010_001)).toBe(false)
    expect(await pays(callback, 1_000_000)).toBe(true)
  }
  // Without an offer the current price counts.
  expect(await pays(`/lnurlp/lnurl/${id}/cb`, 499_999)).toBe(false)
  expect(await pays(`/lnurlp/lnurl/${id}/cb`, 500_000)).toBe(true)
  expect(await pays(`/lnurlp/lnurl/${id}/cb`, 506_000)).toBe(false)
})

test('a payer can pay the offered amount, also when the rate is missing since', async () => {
  const { make, callbackOf, pays, setRate, world } = await open()
  const id = await make()
  const callback = await callbackOf(id)
  await world.restart({ SERVICE_FIXED_RATES: '{"EUR":50000}' })
  expect(await pays(callback, 1_000_000)).toBe(true)
  expect(await pays(`/lnurlp/lnurl/${id}/cb`, 1_000_000)).toBe(false)
  await setRate(50_000)
  expect(await pays(`/lnurlp/lnurl/${id}/cb`, 1_000_000)).toBe(true)
})

test('an offer is valid for five minutes and for its own link, and only the service can create one', async () => {
  const { world, make, callbackOf, pays, setRate } = await open()
  const [id, other] = [await make(), await make()]
  const callback = await callbackOf(id)
  await setRate(40_000)
  expect(await pays(callback.replace(id, other), 1_000_000)).toBe(false)
  expect(await pays(`${callback.slice(0, -4)}AAAA`, 1_000_000)).toBe(false)
  expect(await pays(`/lnurlp/lnurl/${id}/cb/x`, 1_000_000)).toBe(false)
  world.advance(300)
  expect(await pays(callback, 1_000_000)).toBe(true)
  world.advance(1)
  expect(await pays(callback, 1_000_000)).toBe(false)
})
