import { hash as hashPassword } from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { createPasswords } from './passwords.ts'

describe.each(LOGIC_DIALECTS)('the super user of the environment, on %s', (dialect) => {
  let world: World
  /** Read again at each restart. */
  let env: Record<string, string>
  beforeEach(async () => {
    env = { SUPER_USER_USERNAME: 'boss', SUPER_USER_PASSWORD: 'first password' }
    world = await openWorld({ dialect, env })
  })
  afterEach(() => world.close())

  const login = (username: string, password: string) =>
    world.call('POST', '/api/v1/auth', { body: { username, password } })
  const me = (token: string) => world.call('GET', '/api/v1/auth', { token })

  test('a super user is created with a wallet, and a restart with the same values changes nothing', async () => {
    const { access_token: token } = (await login('boss', 'first password')).body
    const before = (await me(token)).body
    expect(before).toMatchObject({ username: 'boss', is_admin: true, is_super_user: true, wallet_count: 1 })
    await world.restart()
    expect((await me(token)).body).toEqual(before)
  })

  test('a new password invalidates the old one and every earlier token (D4)', async () => {
    const { access_token: token } = (await login('boss', 'first password')).body
    env['SUPER_USER_PASSWORD'] = 'second password'
    await world.restart()
    expect((await me(token)).status).toBe(401)
    expect((await login('boss', 'first password')).status).toBe(401)
    const again = await login('boss', 'second password')
    expect((await me(again.body.access_token)).body).toMatchObject({ wallet_count: 1, is_super_user: true })
  })
})

test('passwords: the same one twice has two hashes, both match, and a decoy never does', async () => {
  const passwords = createPasswords()
  const [first, second] = [await passwords.hash('one password', ''), await passwords.hash('one password', '')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
  const [, memory, rounds] = /m=(\d+),t=(\d+)/.exec(first) ?? []
  expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024)
  expect(Number(rounds)).toBeGreaterThanOrEqual(2)
  expect(first).not.toBe(second)
  expect(await passwords.matches(second, 'one password', '')).toBe(true)
  expect(await passwords.matches(first, 'one passwore', '')).toBe(false)
  expect(await passwords.matches(undefined, 'no account has this password', '')).toBe(false)
})

test('a flood of log-ins is rejected as rate limited instead of filling the memory (D7)', async () => {
  const passwords = createPasswords()
  // Cheap to verify: what matters here is how many may wait.
  const hash = await hashPassword('one password', { memoryCost: 8, timeCost: 1 })
  const results = await Promise.allSettled(
    Array.from({ length: 260 }, (_, index) =>
      passwords.matches(hash, index === 0 ? 'one password' : '\0', `192.0.2.${index}`),
    ),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 429 })
  expect(results[0]).toEqual({ status: 'fulfilled', value: true })
})

test('a queue that was full changes nothing for unknown accounts afterwards (D7)', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1 })
  const flood = Array.from({ length: 260 }, (_, index) => passwords.hash('one password', `192.0.2.${index}`))
  await Promise.allSettled([...flood, passwords.matches(undefined, 'one password', '198.51.100.7')])
  expect(await passwords.matches(undefined, 'one password', '198.51.100.7')).toBe(false)
})
