import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'

const HOST = 'old.example'
const VOUCHER = encodeLnurl(`https://${HOST}/withdraw/api/v1/lnurl/hash/code`)

let world: World
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', env: { SERVICE_DOMAINS: 'second.example' } })
})
afterAll(() => world.close())

const open = (lightning: string) =>
  world.call('GET', `/lnurlwallet?lightning=${lightning}`, { headers: { host: HOST } })

test.each([
  VOUCHER,
  VOUCHER.toUpperCase(),
  `lightning:${VOUCHER}`,
  encodeLnurl('https://second.example/withdraw/api/v1/lnurl/hash'),
])('the stored page of a voucher of this service shows its code: %s', async (lightning) => {
  const { status, body } = await open(lightning)
  expect([status, String(body).match(/<svg/g)?.length]).toEqual([200, 1])
})

test.each([
  ['a voucher of another host', encodeLnurl('https://evil.example/withdraw/api/v1/lnurl/x')],
  ['a host that begins like ours', encodeLnurl(`https://${HOST}.evil.example/withdraw/api/v1/lnurl/x`)],
  ['a pay link of this service', encodeLnurl(`https://${HOST}/lnurlp/api/v1/lnurl/x`)],
  ['an LNURL without a URL', encodeLnurl('javascript:/withdraw/')],
  ['a mistyped LNURL', VOUCHER.slice(0, -1)],
  ['a word', 'evil'],
  ['HTML', '%3Cscript%3E'],
])('a stored page shows no code of %s', async (_what, lightning) => {
  const { status, body } = await open(lightning)
  expect([status, JSON.stringify(body)]).toEqual([422, expect.not.stringContaining('<svg')])
})

test('a stored page shows no code of an invoice', async () => {
  const invoice = await world.invoice(await world.openWallet(), 21)
  for (const prefix of ['', 'lightning:']) expect((await open(prefix + invoice.payment_request)).status).toBe(422)
})
