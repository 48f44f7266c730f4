import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const SHARE = '/api/v1/wallet/share'
const ALL = ['view-payments', 'receive-payments', 'send-payments']

describe.each(LOGIC_DIALECTS)('what a guest may do, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const nameOf = ({ userId }: WorldWallet): string => `user-${userId}`
  const share = async (owner: WorldWallet, permissions: readonly string[] = ALL) =>
    shareWallet(world, owner, await world.openWallet(), permissions)

  test('a guest has each right only if it was granted, with its keys and with its token', async () => {
    const owner = await world.openWallet(1000)
    const payee = await world.openWallet()
    const mine = await world.invoice(owner, 5)
    const rights = {
      'view-payments': () => ['GET', '/api/v1/payments', undefined] as const,
      'receive-payments': () => ['POST', '/api/v1/payments', { out: false, amount: 1 }] as const,
      'send-payments': async () => {
        const { payment_request: bolt11 } = await world.invoice(payee, 1)
        return ['POST', '/api/v1/payments', { out: true, bolt11 }] as const
      },
    }
    for (const granted of [
      ['view-payments'],
      ['receive-payments'],
      ['send-payments'],
      ['view-payments', 'send-payments'],
    ]) {
      const guest = await share(owner, granted)
      for (const [right, call] of Object.entries(rights)) {
        const good = right === 'view-payments' ? 200 : 201
        const expected = granted.includes(right) ? good : 403
        const seen: number[] = []
        for (const credential of [
          { key: guest.wallet.adminkey },
          { key: guest.wallet.inkey },
          { token: guest.token },
        ]) {
          const [method, path, body] = await call()
          const url = 'token' in credential ? `${path}?wallet_id=${owner.id}` : path
          seen.push((await world.call(method, url, { ...credential, body })).status)
        }
        const byInvoiceKey = right === 'send-payments' ? 403 : expected
        expect([granted, right, seen]).toEqual([granted, right, [expected, byInvoiceKey, expected]])
      }
      const one = await world.call('GET', `/api/v1/payments/${mine.checking_id}`, { key: guest.wallet.adminkey })
      expect(one.status).toBe(granted.includes('view-payments') ? 200 : 403)
      expect(guest.wallet.balance > 0).toBe(granted.includes('view-payments'))
    }
  })

  test('a guest decides about received payments only with the rights to send and to receive', async () => {
    const owner = await world.openWallet()
    for (const granted of [['send-payments'], ['view-payments', 'send-payments'], ['receive-payments']]) {
      const guest = await share(owner, granted)
      const { checking_id: id } = await world.invoice(owner, 5)
      for (const credential of [{ key: guest.wallet.adminkey }, { token: guest.token }]) {
        const which = 'token' in credential ? `wallet_id=${owner.id}` : ''
        const withdrawn = await world.call('DELETE', `/api/v1/payments/${id}?withdraw=true&${which}`, credential)
        const settled = await world.call('PUT', `/api/v1/payments/${id}?${which}`, credential)
        expect([granted, withdrawn.status, settled.status]).toEqual([granted, 403, 403])
      }
      const { body } = await world.call('GET', `/api/v1/payments/${id}`, { key: owner.adminKey })
      expect(body.details.status).toBe('pending')
    }
    const trusted = await share(owner, ['receive-payments', 'send-payments'])
    const { checking_id: id } = await world.invoice(owner, 5)
    const withdraw = `/api/v1/payments/${id}?withdraw=true`
    expect((await world.call('DELETE', withdraw, { key: trusted.wallet.adminkey })).status).toBe(200)
  })

  test('an Idempotency-Key of the owner is independent of one of a guest (A55)', async () => {
    const [owner, payee] = [await world.openWallet(1000), await world.openWallet()]
    const guest = await share(owner, ['send-payments'])
    const headers = { 'Idempotency-Key': 'order-0', Prefer: 'return=representation' }
    const pay = async (key: string, amount: number) => {
      const { payment_request: bolt11 } = await world.invoice(payee, amount)
      return (await world.call('POST', '/api/v1/payments', { key, headers, body: { out: true, bolt11 } })).status
    }
    expect([await pay(owner.adminKey, 5), await pay(guest.wallet.adminkey, 7)]).toEqual([201, 201])
    expect(await world.balanceMsat(owner)).toBe(988_000)
    expect([await pay(owner.adminKey, 5), await pay(guest.wallet.adminkey, 7)]).toEqual([422, 422])
  })

  test('no guest, with any permissions, can do what only the owner may', async () => {
    const [owner, other] = [await world.openWallet(10), await world.openWallet()]
    const guest = await share(owner)
    const calls = [
      ['PUT', '/api/v1/wallet', { name: 'mine' }],
      ['DELETE', '/api/v1/wallet', undefined],
      ['PUT', '/api/v1/wallet/reset', undefined],
      ['GET', '/api/v1/wallet/webhook', undefined],
      ['POST', '/api/v1/wallet/webhook/rotate', undefined],
      ['PUT', `${SHARE}/invite`, { username: nameOf(other), permissions: ALL }],
    ] as const
    for (const [method, path, body] of calls) {
      for (const credential of [{ key: guest.wallet.adminkey }, { key: guest.wallet.inkey }, { token: guest.token }]) {
        const url = 'token' in credential ? `${path}?wallet_id=${owner.id}` : path
        const answer = await world.call(method, url, { ...credential, body })
        expect([method, path, answer.status]).toEqual([method, path, 403])
      }
    }
    for (const key of [guest.wallet.adminkey, guest.wallet.inkey]) {
      expect((await world.call('GET', SHARE, { key })).status).toBe(403)
      expect((await world.call('DELETE', `${SHARE}/${guest.shareId}`, { key })).status).toBe(403)
    }
    expect((await world.call('GET', '/api/v1/wallet', { key: owner.invoiceKey })).body.name).toBe('Test')
  })
})
