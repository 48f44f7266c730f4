import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, ClientError } from '../../packages/client/src/create-client.ts'
import type { Wallet } from '../../packages/client/src/operations.ts'
import { signNostrLogin } from '../../services/wallet/test/world/accounts/sign-nostr-login.ts'
import { readCsv } from '../../services/wallet/test/world/read-csv.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { type Journey, startJourney } from './start-journey.ts'

/** A user of the service, with the oldest wallet. */
interface Person {
  readonly id: string
  readonly username: string
  /** A client with the access token. */
  readonly client: Client
  readonly wallet: Wallet
}

/** Status and reason of a call that must be rejected. */
async function refusal(call: Promise<unknown>): Promise<[number, string]> {
  const error = await call.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof ClientError) return [error.status, error.detail]
  throw error
}

/** One story: each test continues where the previous one has ended. */
describe.each(LOGIC_DIALECTS)('a shop opens, is paid, spends and closes its books over HTTP, on %s', (dialect) => {
  let journey: Journey
  let operator: Client
  let anna: Person
  let ben: Person
  beforeAll(async () => {
    journey = await startJourney(dialect)
  }, 60_000)
  afterAll(() => journey?.close())

  const personOf = async (token: string): Promise<Person> => {
    const client = journey.visitor.as({ token })
    const [{ id, username }, wallet] = await Promise.all([client.call('getCurrentUser'), client.call('getWallet')])
    return { id, username, client, wallet }
  }
  const balanceOf = async ({ client }: Person): Promise<number> => (await client.call('getWallet')).balance
  const ask = async (client: Client, amount: number, more: { unit?: string; hold?: boolean; memo?: string } = {}) => {
    const made = await client.call('createPayment', { body: { out: false, amount, ...more } })
    return { ...made, bolt11: String(made.payment_request) }
  }
  const pay = (client: Client, bolt11: string) => client.call('createPayment', { body: { out: true, bolt11 } })
  const statusOf = (client: Client, checkingId: string) =>
    client.call('getPayment', { path: { checking_id: checkingId } })
  const settled = (client: Client, checkingId: string) =>
    expect
      .poll(async () => (await statusOf(client, checkingId)).status, { timeout: 10_000, interval: 50 })
      .toBe('success')

  test('the operator becomes super user with the token that only readers of the data folder have, once', async () => {
    const file = join(journey.place.folder, 'first-install-token')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const password = 'the password of the operator'
    const body = {
      username: 'operator',
      password,
      password_repeat: password,
      first_install_token: readFileSync(file, 'utf8').trim(),
    }
    const wrong = { ...body, first_install_token: 'f'.repeat(64) }
    expect((await refusal(journey.visitor.call('installFirstSuperUser', { body: wrong })))[0]).toBe(401)
    const { access_token: token } = await journey.visitor.call('installFirstSuperUser', { body })
    operator = journey.visitor.as({ token })
    expect(await operator.call('getCurrentUser')).toMatchObject({ username: 'operator', is_super_user: true })
    expect((await refusal(journey.visitor.call('installFirstSuperUser', { body })))[0]).toBe(403)
    expect(existsSync(file)).toBe(false)
  })

  test('two people register, by password and by Nostr key, and get their first satoshis from the operator', async () => {
    const { visitor, service } = journey
    const login = { username: 'anna', password: 'the password of anna' }
    await visitor.call('register', { body: { ...login, email: 'anna@shop.example' } })
    anna = await personOf((await visitor.call('login', { body: login })).access_token)
    const event = signNostrLogin(randomBytes(32), service.url, Math.floor(Date.now() / 1000))
    ben = await personOf((await visitor.call('loginWithNostr', { body: { nostr_event: event } })).access_token)
    expect((await operator.call('listUsers', { query: {} })).map(({ id }) => id)).toEqual(
      expect.arrayContaining([anna.id, ben.id]),
    )
    await operator.call('topUpWallet', { body: { id: anna.wallet.id, amount: 50_000 } })
    await operator.call('adjustUserBalance', { path: { user_id: ben.id }, body: { amount: 50_000 } })
    expect([await balanceOf(anna), await balanceOf(ben)]).toEqual([50_000_000, 50_000_000])
    expect((await refusal(anna.client.call('listUsers', { query: {} })))[0]).toBe(403)
  })

  test('they pay each other inside without a fee; both see the same payment and its proof', async () => {
    const invoice = await ask(anna.client, 1500, { memo: 'Coffee, "large"' })
    const sent = await pay(ben.client, invoice.bolt11)
    expect(sent.payment_hash).toBe(invoice.payment_hash)
    const [out, into] = [await statusOf(ben.client, sent.checking_id), await statusOf(anna.client, invoice.checking_id)]
    expect([out.details.amount, out.details.fee, into.details.amount]).toEqual([-1500, 0, 1500])
    expect([out.paid, into.paid, out.preimage]).toEqual([true, true, into.preimage])
    expect([await balanceOf(anna), await balanceOf(ben)]).toEqual([51_500_000, 48_500_000])
    expect((await refusal(pay(ben.client, invoice.bolt11)))[0]).toBe(400)
    expect((await refusal(pay(ben.client, (await ask(anna.client, 49_000)).bolt11)))[0]).toBe(400)
  })

  test('they pay and are paid outside, to the millisatoshi', async () => {
    const sent = await pay(anna.client, await journey.node.invoice(2_000_500, 1250))
    await settled(anna.client, sent.checking_id)
    expect((await statusOf(anna.client, sent.checking_id)).details).toMatchObject({
      amount: -2000,
      amount_msat: -2_000_500,
      fee: 1250,
    })
    expect(await balanceOf(anna)).toBe(51_500_000 - 2_000_500 - 1250)
    const invoice = await ask(ben.client, 700)
    await journey.node.pay(invoice.bolt11)
    await settled(ben.client, invoice.checking_id)
    expect(await balanceOf(ben)).toBe(49_200_000)
  })

  test('an invited guest has the granted permissions with separate keys, and none after the share has ended', async () => {
    const permissions = ['view-payments', 'receive-payments'] as const
    const invitation = await anna.client.call('inviteToWallet', { body: { username: ben.username, permissions } })
    const shared = await ben.client.call('acceptWalletShare', {
      body: { share_request_id: invitation.share_request_id },
    })
    expect([shared.id, shared.permissions]).toEqual([anna.wallet.id, permissions])
    expect([anna.wallet.adminkey, anna.wallet.inkey]).not.toContain(shared.adminkey)
    const guest = journey.visitor.as({ key: shared.adminkey })
    expect((await guest.call('listPayments', { query: {} })).length).toBeGreaterThan(2)
    await pay(ben.client, (await ask(guest, 300)).bolt11)
    expect(await balanceOf(anna)).toBe(49_798_250)
    expect((await refusal(pay(guest, (await ask(ben.client, 1)).bolt11)))[0]).toBe(403)
    await anna.client.call('endWalletShare', { path: { id: invitation.share_request_id } })
    expect((await refusal(guest.call('getWallet')))[0]).toBe(401)
  })

  test('the amount of a held payment is in no balance until it is settled', async () => {
    const invoice = await ask(anna.client, 5000, { hold: true })
    const { checking_id: sent } = await pay(ben.client, invoice.bolt11)
    const { paid, details } = await statusOf(anna.client, invoice.checking_id)
    expect([paid, details.held, details.status]).toEqual([false, true, 'pending'])
    expect([await balanceOf(anna), await balanceOf(ben)]).toEqual([49_798_250, 43_900_000])
    const done = await anna.client.call('settlePayment', { path: { checking_id: invoice.checking_id } })
    expect(done.detail).toBe('Payment settled')
    await settled(ben.client, sent)
    expect([await balanceOf(anna), await balanceOf(ben)]).toEqual([54_798_250, 43_900_000])
  })

  test('an invoice over ten dollars has their value in satoshis, and the rate', async () => {
    const invoice = await ask(anna.client, 10, { unit: 'USD', memo: 'Lunch' })
    expect([invoice.amount, invoice.fiat]).toEqual([20_000, { currency: 'USD', amount: 10, rate: 50_000 }])
    await pay(ben.client, invoice.bolt11)
    expect(await balanceOf(anna)).toBe(74_798_250)
  })

  test('a shop script with a token and a budget sells, spends within it, and is rejected once the token is revoked', async () => {
    const acl = await anna.client.call('createAcl', {
      body: { name: 'Till', allowed_endpoints: ['POST /api/v1/payments', 'GET /api/v1/wallet'] },
    })
    const { id, token } = await anna.client.call('createAclToken', {
      path: { acl_id: acl.id },
      body: { name: 'Script', budget_sats: 1000, budget_period: 'month' },
    })
    const script = journey.visitor.as({ token })
    expect(await script.call('getWallet')).toMatchObject({ id: anna.wallet.id, adminkey: '', inkey: '' })
    await pay(ben.client, (await ask(script, 400)).bolt11)
    await pay(script, (await ask(ben.client, 600)).bolt11)
    const [status, detail] = await refusal(pay(script, (await ask(ben.client, 401)).bolt11))
    expect([status, detail]).toEqual([400, expect.stringContaining('budget')])
    await pay(script, (await ask(ben.client, 400)).bolt11)
    expect(await balanceOf(anna)).toBe(74_198_250)
    // This token alone neither reads payments nor makes more tokens.
    expect((await refusal(script.call('listPayments', { query: {} })))[0]).toBe(403)
    expect((await refusal(script.call('createAclToken', { path: { acl_id: acl.id } })))[0]).toBe(403)
    await anna.client.call('revokeAclToken', { path: { acl_id: acl.id, token_id: id } })
    expect((await refusal(ask(script, 1)))[0]).toBe(401)
  })

  test('a short link redirects to the shop until it is deleted', async () => {
    const target = 'https://shop.example/menu?table=7'
    const { id, url } = await anna.client.call('createShortLink', { body: { url: target } })
    const follow = () => fetch(url, { redirect: 'manual' })
    expect(url).toBe(`${journey.service.url}/t/${id}`)
    const answer = await follow()
    expect([answer.status, answer.headers.get('location')]).toEqual([307, target])
    await anna.client.call('deleteShortLink', { path: { id } })
    expect((await follow()).status).toBe(404)
  })

  test('the export has every payment of the list, and adds up to the balance', async () => {
    const listed = await anna.client.call('listPayments', { query: { limit: 1000 } })
    const file = readCsv((await anna.client.call('exportPayments', { query: { format: 'csv' } })) as string)
    const inShort = (row: Record<string, unknown>) =>
      ['checking_id', 'status', 'amount_msat', 'memo'].map((column) => String(row[column]))
    expect(file.map(inShort)).toEqual(listed.map(inShort))
    expect(file.some(({ memo }) => memo === 'Coffee, "large"')).toBe(true)
    const moved = file
      .filter(({ status }) => status === 'success')
      .reduce((sum, row) => sum + Number(row['amount_msat']) - Number(row['fee_msat']), 0)
    const topUp = 50_000_000
    expect(topUp + moved).toBe(await balanceOf(anna))
  })

  test('the books are right at the end, the node agrees, and SIGTERM ends the service with exit code 0', async () => {
    expect((await operator.call('checkBooks')).violations).toEqual([])
    expect(await operator.call('getHalt')).toMatchObject({ halted: false, alarms: [] })
    const { sent, received, open } = await journey.node.truth()
    expect([sent.map(({ amount }) => amount), received.map(({ amount }) => amount), open]).toEqual([
      [2_000_500],
      [700_000],
      [],
    ])
    expect(await journey.audit()).toEqual({ code: 0, said: expect.stringContaining('The books add up: ') })
    journey.service.signal('SIGTERM')
    expect(await journey.service.ended).toBe(0)
  })
})
