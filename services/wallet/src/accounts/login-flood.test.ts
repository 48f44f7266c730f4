import { expect, onTestFinished, test } from 'vitest'
import { type Registered, register } from '../../test/world/accounts/register.ts'
import { openWorld } from '../../test/world/open-world.ts'

const ATTACKERS = ['203.0.113.1', '203.0.113.2'] as const
const HONEST = '198.51.100.7'

/** A cost so high that the hash takes most of the time of a log-in, as in a service. */
const COSTLY = { memoryCost: 16 * 1024, timeCost: 2 }

async function open() {
  const world = await openWorld({
    dialect: 'sqlite',
    passwordCost: COSTLY,
    env: { SUPER_USER_USERNAME: 'Root', SUPER_USER_PASSWORD: 'the right one', SERVICE_RATE_LIMIT_NO: '1000000' },
  })
  onTestFinished(() => world.close())
  const answered: { readonly address: string; readonly status: number }[] = []
  const request = async (url: string, payload: object, address: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const method = url === '/password' ? 'PUT' : 'POST'
    const answer = await world.app.inject({
      method,
      url: `/api/v1/auth${url}`,
      payload,
      headers,
      remoteAddress: address,
    })
    answered.push({ address, status: answer.statusCode })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  /** How many hashes of attackers ended before the honest caller was answered. */
  const hashedBefore = (): number =>
    answered
      .slice(
        0,
        answered.findIndex(({ address }) => address === HONEST),
      )
      .filter(({ status }) => status !== 429).length
  return { world, answered, request, hashedBefore }
}

/** As many hashes as run concurrently, the first one of each attacking address, and one that has just ended. */
const MAX_HASHED_BEFORE = 6

test('300 log-ins to as many accounts from two addresses: a third address is logged in immediately', async () => {
  const { request, hashedBefore } = await open()
  const flood = Array.from({ length: 300 }, (_, n) =>
    request('', { username: `name-${n}`, password: 'wrong' }, ATTACKERS[n % 2] ?? ''),
  )
  await Promise.any(flood)
  const honest = await request('', { username: 'root', password: 'the right one' }, HONEST)
  expect(honest.status).toBe(200)
  expect(hashedBefore()).toBeLessThanOrEqual(MAX_HASHED_BEFORE)
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  // Each address fails 30 times before it waits, and five log-ins of an address are checked together.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(2 * (31 + 5))
  for (const { status, headers } of await Promise.all(flood)) {
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('300 registrations from two addresses: a third address is logged in immediately', async () => {
  const { request, hashedBefore } = await open()
  const flood = Array.from({ length: 300 }, (_, n) =>
    request('/register', { username: `name-${n}`, password: 'long enough' }, ATTACKERS[n % 2] ?? ''),
  )
  await Promise.any(flood)
  expect((await request('', { username: 'root', password: 'the right one' }, HONEST)).status).toBe(200)
  expect(hashedBefore()).toBeLessThanOrEqual(MAX_HASHED_BEFORE)
  await Promise.all(flood)
})

test('300 changes of a password by one account: another account changes its own immediately', async () => {
  const { world, request, hashedBefore } = await open()
  const [mallory, alice] = [await register(world), await register(world)]
  const change = ({ token }: Registered, passwordOld: string, address: string) =>
    request(
      '/password',
      { password_old: passwordOld, password: 'another one', password_repeat: 'another one' },
      address,
      token,
    )
  const flood = Array.from({ length: 300 }, () => change(mallory, 'wrong', ATTACKERS[0]))
  await Promise.any(flood)
  expect((await change(alice, alice.password, HONEST)).status).toBe(200)
  expect(hashedBefore()).toBeLessThanOrEqual(MAX_HASHED_BEFORE)
  await Promise.all(flood)
})
