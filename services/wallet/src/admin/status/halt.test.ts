import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    dialect: 'sqlite',
    env: { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'a good password' },
  })
})
afterAll(() => world.close())

test('the super user halts and resumes sending at run time; invoices are created meanwhile (A56)', async () => {
  const login = await world.call('POST', '/api/v1/auth', { body: { username: 'root', password: 'a good password' } })
  const token = login.body.access_token as string
  const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
  const stopped = await world.call('PUT', '/api/v1/admin/halt', {
    token,
    body: { halted: true, reason: 'maintenance' },
  })
  expect([stopped.status, stopped.body.halted, stopped.body.reason]).toEqual([200, true, 'maintenance'])
  const invoice = await world.invoice(payee, 10)
  const refused = await world.send(payer, invoice.payment_request)
  expect([refused.status, refused.body.detail]).toEqual([500, expect.stringMatching(/^Payments halted/)])
  expect((await world.call('GET', '/api/v1/status')).body.payments_halted).toBe(true)
  await world.call('PUT', '/api/v1/admin/halt', { token, body: { halted: false } })
  expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
})

test('only the super user may read or change the halt', async () => {
  const wallet = await world.openWallet()
  const token = await tokenOf(world, wallet)
  const asked = [{}, { key: wallet.adminKey }, { token }].map(async (credential) => [
    (await world.call('GET', '/api/v1/admin/halt', credential)).status,
    (await world.call('PUT', '/api/v1/admin/halt', { ...credential, body: { halted: true } })).status,
  ])
  expect(await Promise.all(asked)).toEqual([
    [401, 401],
    [403, 403],
    [403, 403],
  ])
})
