import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSoftAuthenticator } from '../../../world/accounts/soft-authenticator.ts'
import { codeOf, openWithTotp } from '../../../world/accounts/with-totp.ts'
import { register } from '../../../world/accounts/register.ts'
import { happenBefore } from '../../../world/access/happen-before.ts'
import { openWorld, type World } from '../../../world/open-world.ts'
import { DIALECTS } from '../../../world/test-database.ts'
import { tokenOf } from '../../../world/token-of.ts'

const ORIGIN = 'https://pay.example.com'

/** Decision 0089: without a second factor less is asked for, so its removal counts as granting access. */
describe.each(DIALECTS)('the removal of a second factor by a caller whose log-in ends meanwhile, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_PUBLIC_URL: ORIGIN } })
  })
  afterAll(() => world.close())

  const logOutEverywhere = async (userId: string) => {
    const token = await tokenOf(world, { userId })
    expect((await world.call('POST', '/api/v1/auth/logout-everywhere', { token })).status).toBe(200)
  }
  const factorsOf = async (userId: string) =>
    (await world.call('GET', '/api/v1/auth/second-factor', { token: await tokenOf(world, { userId }) })).body

  test('leaves the authenticator app', async () => {
    const { id, token, secret } = await openWithTotp(world, await register(world))
    const happened = happenBefore(world, 'remove-totp', () => logOutEverywhere(id))
    const body = { totp: codeOf(world, secret) }
    const answer = await world.call('DELETE', '/api/v1/auth/totp', { token, body })
    expect([happened(), answer.status, answer.body.code]).toEqual([true, 401, 'token_ended'])
    expect((await factorsOf(id)).second_factor).toEqual(['totp'])
  })

  test('leaves the passkey', async () => {
    const { id, token, password } = await register(world)
    const soft = createSoftAuthenticator({ origin: ORIGIN })
    const begun = await world.call('POST', '/api/v1/auth/passkeys/options', { token, body: { password } })
    const made = { name: 'Key', passkey: soft.create(begun.body) }
    const { body: passkey } = await world.call('POST', '/api/v1/auth/passkeys', { token, body: made })
    const happened = happenBefore(world, 'remove-passkey', () => logOutEverywhere(id))
    const answer = await world.call('DELETE', `/api/v1/auth/passkeys/${passkey.id}`, { token, body: { password } })
    expect([happened(), answer.status, answer.body.code]).toEqual([true, 401, 'token_ended'])
    expect((await factorsOf(id)).second_factor).toEqual(['passkey'])
  })
})
