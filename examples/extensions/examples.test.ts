import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packExtension } from '../../scripts/scaffold/pack-extension.ts'
import { installLocal } from '../../services/wallet/test/world/extensions/install-local.ts'
import { openTestSocket } from '../../services/wallet/test/world/open-test-socket.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'

const NAMES = ['listener', 'allowance', 'announcer', 'board']

let folder: string
let world: World
let owner: WorldWallet

/** All examples, packed as their authors do, on a server that runs them in the sandbox. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-examples-'))
  for (const name of NAMES) await packExtension(fileURLToPath(new URL(name, import.meta.url)), { into: folder })
  world = await openWorld({ dialect: 'sqlite', builtIns: [], env: { SERVICE_EXTENSIONS_PATH: folder } })
  owner = await world.openWallet(10_000)
  for (const name of NAMES) await installLocal(world, owner, name)
}, 60_000)
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const make = async (name: string, body: object): Promise<string> => {
  const answer = await world.call('POST', `/${name}/api/v1/`, { key: owner.adminKey, body })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.id
}
const see = async (path: string) => (await world.call('GET', path, { key: owner.adminKey })).body

test('the listener sees every payment to its wallet', async () => {
  const id = await make('listener', { name: 'Till', min_sats: 10 })
  const payer = await world.openWallet(1000)
  for (const sats of [5, 21, 79]) {
    const { payment_request: bolt11 } = await world.invoice(owner, sats, { memo: `${sats} coffees` })
    await world.send(payer, bolt11)
  }
  await world.tick()
  expect(await see(`/listener/api/v1/${id}`)).toMatchObject({ payments: 2, sats: 100 })
  expect(await see(`/listener/api/v1/${id}/receipts`)).toEqual([
    { sats: 79, memo: '79 coffees' },
    { sats: 21, memo: '21 coffees' },
  ])
})

test('the allowance is paid once a day, and only under a budget', async () => {
  const token = await tokenOf(world, owner)
  const child = (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Child' } })).body
  const id = await make('allowance', { to: child.id, sats: 300 })
  const aDay = async (): Promise<void> => {
    world.advance(86_400)
    for (let n = 0; n < 4; n += 1) await world.tick()
  }
  const paidMsat = async () => (await world.call('GET', '/api/v1/wallet', { key: child.inkey })).body.balance
  await aDay()
  expect(await paidMsat()).toBe(0)
  expect(await see(`/allowance/api/v1/${id}`)).toMatchObject({ paid: 0, problem: expect.stringContaining('budget') })
  const budget = { active: true, budget_sats: 500, period: 'week' }
  const granted = await world.call('PUT', '/api/v1/extension/grants/allowance', { key: owner.adminKey, body: budget })
  expect(granted).toMatchObject({ status: 200 })
  await aDay()
  expect(await paidMsat()).toBe(300_000)
  expect(await see(`/allowance/api/v1/${id}`)).toMatchObject({ paid: 1 })
  await aDay()
  expect(await paidMsat()).toBe(300_000)
  expect(await see(`/allowance/api/v1/${id}`)).toMatchObject({ paid: 1, problem: expect.stringContaining('used up') })
})

test('the announcer publishes a signed note to its relays', async () => {
  const relay = await openTestRelay()
  const id = await make('announcer', { topic: 'coffee', relays: [relay.url] })
  const body = { text: 'Fresh beans today.' }
  const answer = await world.call('POST', `/announcer/api/v1/${id}/notes`, { key: owner.adminKey, body })
  expect(answer).toMatchObject({ status: 202 })
  await world.tick()
  // The relay keeps only events with a valid signature.
  expect(relay.events).toMatchObject([
    { kind: 1, content: 'Fresh beans today.', tags: [['t', 'coffee']], pubkey: answer.body.pubkey },
  ])
  expect(await see(`/announcer/api/v1/${id}`)).toMatchObject({ notes: 1 })
})

test('the board shows a page with the cause, a form, and what was given, and tells open pages of it', async () => {
  const id = await make('board', { title: 'A new roof', text: 'It rains in.', goal: 500 })
  const { page } = await see(`/board/api/v1/${id}`)
  expect(new URL(page).pathname).toBe(`/board/p/${id}`)
  const show = async (language: string): Promise<string> =>
    (await world.call('GET', `/board/p/${id}`, { headers: { 'accept-language': language } })).body
  expect(await show('en')).toMatch(/A new roof[\s\S]*It rains in\.[\s\S]*0 sat of 500 sat[\s\S]*Give/)
  const [, channel = ''] = /data-channel="([^"]+)"/.exec(await show('en')) ?? []
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const open = await openTestSocket(url.replace('http', 'ws') + channel)
  const gift = await world.call('POST', `/board/public/${id}/gifts`, { body: { sats: 500, name: 'Ann' } })
  await world.send(await world.openWallet(1000), gift.body.payment_request)
  await world.tick()
  await expect.poll(() => open.messages).toMatchObject([{ sats: 500, name: 'Ann' }])
  expect(await show('de')).toMatch(/500 sat von 500 sat[\s\S]*Danke![\s\S]*Ann/)
})
