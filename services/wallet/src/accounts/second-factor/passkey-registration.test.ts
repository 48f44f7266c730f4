import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPasskeyWorld, type PasskeyAccount, type PasskeyWorld } from '../../../test/world/accounts/passkey-world.ts'
import { register } from '../../../test/world/accounts/register.ts'
import { signNostrLogin } from '../../../test/world/accounts/sign-nostr-login.ts'
import { certifiedAttestation } from '../../../test/world/accounts/soft-authenticator.ts'
import { ticketOf } from '../../../test/world/accounts/ticket-of.ts'
import { openWithTotp } from '../../../test/world/accounts/with-totp.ts'
import type { World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

describe.each(LOGIC_DIALECTS)('the passkeys of an account, on %s', (dialect) => {
  let there: PasskeyWorld
  let world: World
  beforeAll(async () => {
    there = await openPasskeyWorld(dialect)
    world = there.world
  })
  afterAll(() => world.close())

  test('registering: a challenge is used once, a passkey is stored once, and an unrequested attestation is rejected', async () => {
    const { post, open, soft, begin, list } = there
    const account = await open()
    const options = await begin(account)
    const authenticator = soft()
    const passkey = authenticator.create(options)
    expect((await post('/passkeys', { name: 'One', passkey }, account.token)).status).toBe(201)
    const again = await post('/passkeys', { name: 'One', passkey: soft().create(options) }, account.token)
    expect([again.status, again.body.detail]).toEqual([400, 'This challenge was used before.'])
    const other = await open()
    const twice = await post(
      '/passkeys',
      { name: 'One', passkey: authenticator.create(await begin(other)) },
      other.token,
    )
    expect([twice.status, twice.body.detail]).toEqual([400, 'This passkey is registered already.'])
    expect(await list(other)).toEqual([])

    const late = soft().create(await begin(account))
    world.advance(300)
    expect((await post('/passkeys', { name: 'Late', passkey: late }, account.token)).status).toBe(400)
    // Certificates would be checked against lists over the network (rule D9).
    const certified = soft().create(await begin(account), certifiedAttestation)
    expect((await post('/passkeys', { name: 'Certified', passkey: certified }, account.token)).status).toBe(400)
    const wrongOrigin = soft({ origin: 'http://pay.example.com' }).create(await begin(account))
    expect((await post('/passkeys', { name: 'Plain', passkey: wrongOrigin }, account.token)).status).toBe(400)
    for (const broken of ['AAAA', 'o2NmbXRkbm9uZQ']) {
      const response = { ...passkey.response, attestationObject: broken }
      expect((await post('/passkeys', { name: 'x', passkey: { ...passkey, response } }, account.token)).status).toBe(
        400,
      )
    }
    for (const body of [
      {},
      { name: 'x' },
      { passkey },
      { name: '', passkey },
      { name: 'x', passkey: { ...passkey, id: 'ü' } },
    ]) {
      expect((await post('/passkeys', body, account.token)).status).toBe(422)
    }
    expect((await list(account)).map(({ name }: { name: string }) => name)).toEqual(['One'])
  })

  test('the recovery codes are created with the first second factor, and log in a user who has lost the passkey', async () => {
    const { post, open, soft, add } = there
    const account = await open()
    const codes = (await add(account, soft())).body.recovery_codes
    expect((await add(account, soft())).body.recovery_codes).toBeUndefined()
    expect(
      (await post('/second-factor', { ticket: await ticketOf(world, account), recovery_code: codes[4] })).status,
    ).toBe(200)
    const withTotp = await openWithTotp(world)
    expect((await add(withTotp, soft())).body.recovery_codes).toBeUndefined()
    const both = await world.call('GET', '/api/v1/auth/second-factor', { token: withTotp.token })
    expect(both.body.second_factor).toEqual(['totp', 'passkey'])
  })

  test('passkeys are listed and removed by their owner only; after the last one no second factor is required', async () => {
    const { open, soft, add, list, logIn, audit } = there
    const [account, other] = [await open(), await open()]
    await linkNostr(account)
    const [first, second] = [soft(), soft()]
    await add(account, first, 'First')
    await add(account, second, 'Second')
    const remove = ({ token }: PasskeyAccount, id: string) =>
      world.call('DELETE', `/api/v1/auth/passkeys/${id}`, { token })
    expect((await list(account)).map(({ name }: { name: string }) => name)).toEqual(['First', 'Second'])
    expect(await list(other)).toEqual([])
    expect([(await remove(other, first.id)).status, (await remove(account, 'nothing')).status]).toEqual([404, 404])
    expect((await remove(account, first.id)).body).toEqual({ detail: 'Passkey removed' })
    expect((await logIn(first)).status).toBe(401)
    expect((await logIn(second)).status).toBe(200)
    expect((await remove(account, second.id)).status).toBe(200)
    const left = await world.call('GET', '/api/v1/auth/second-factor', { token: account.token })
    expect(left.body).toEqual({ second_factor: [], missing: false, recovery_codes_left: 0 })
    expect((await audit(account)).at(-1)).toEqual(['passkey-removed', { passkey: second.id }])
  })

  test('an account has at most twenty passkeys', async () => {
    const { open, soft, add } = there
    const account = await open()
    for (let count = 0; count < 20; count += 1) expect((await add(account, soft())).status).toBe(201)
    expect((await add(account, soft())).status).toBe(400)
  })

  test('without a password a log-in of the last ten minutes is needed; with one, the password', async () => {
    const { post, open, soft, add } = there
    const account = await open()
    const authenticator = soft()
    await add(account, authenticator)
    world.advance(601)
    const late = await post('/passkeys/options', undefined, account.token)
    expect([late.status, late.body.detail]).toEqual([403, expect.stringContaining('Log in again')])
    const remove = () => world.call('DELETE', `/api/v1/auth/passkeys/${authenticator.id}`, { token: account.token })
    expect((await remove()).status).toBe(403)
    expect((await post('/totp', undefined, account.token)).status).toBe(403)
    expect((await post('/recovery-codes', undefined, account.token)).status).toBe(403)

    const user = await register(world)
    world.advance(601)
    expect((await post('/passkeys/options', undefined, user.token)).status).toBe(422)
    expect((await post('/passkeys/options', { password: 'a wrong one' }, user.token)).status).toBe(400)
    expect((await post('/passkeys/options', { password: user.password }, user.token)).status).toBe(200)
  })

  test('the last passkey cannot be removed while it is the only way to log in; a password or an identity allows it', async () => {
    const { open, soft, add, list, logIn } = there
    const [account, authenticator] = [await open(), soft()]
    await add(account, soft(), 'First')
    await add(account, authenticator, 'Second')
    const [first] = await list(account)
    const remove = (id: string, more: object = {}) =>
      world.call('DELETE', `/api/v1/auth/passkeys/${id}`, { token: account.token, ...more })
    expect((await remove(first.id)).status).toBe(200)
    const refused = await remove(authenticator.id)
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('your only way to log in')])
    expect((await logIn(authenticator)).status).toBe(200)
    await linkNostr(account)
    expect((await remove(authenticator.id)).status).toBe(200)

    const user = await register(world)
    const { body: options } = await there.post('/passkeys/options', { password: user.password }, user.token)
    const own = soft()
    await there.post('/passkeys', { name: 'Own', passkey: own.create(options) }, user.token)
    const freed = await world.call('DELETE', `/api/v1/auth/passkeys/${own.id}`, {
      token: user.token,
      body: { password: user.password },
    })
    expect(freed.status).toBe(200)
  })

  const linkNostr = async ({ token }: PasskeyAccount): Promise<void> => {
    const path = '/api/v1/auth/nostr/link'
    const event = signNostrLogin(randomBytes(32), 'https://pay.example.com/satchel', world.nowSeconds(), path)
    const linked = await world.call('POST', path, { token, body: { nostr_event: event } })
    expect(linked.status).toBe(201)
  }
})
