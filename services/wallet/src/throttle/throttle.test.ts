import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'
import { createThrottle, type Throttle, type Trier } from './throttle.ts'
import type { ThrottledKind } from './throttle-rules.ts'

const ATTACKER = '203.0.113.9'
const ELSEWHERE = '198.51.100.7'

describe.each(LOGIC_DIALECTS)('guessing, on %s', (dialect) => {
  let world: World
  /** As another process on the same database would have it. */
  let other: Throttle
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      env: {
        SUPER_USER_USERNAME: 'Root',
        SUPER_USER_PASSWORD: 'the right one',
        SERVICE_RATE_LIMIT_NO: '1000000',
        AUTH_ALLOWED_METHODS: 'username-password,user-id-only',
      },
    })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    other = createThrottle({ db: world.db, clock: () => world.nowSeconds() * 1000 })
    for (const table of ['failed_tries', 'known_addresses']) await writeDirectly(world, `DELETE FROM ${table}`)
  })

  const post = async (url: string, body: object, remoteAddress: string) => {
    const answer = await world.app.inject({ method: 'POST', url: `/api/v1/auth${url}`, payload: body, remoteAddress })
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json() }
  }
  const login = (password: string, address: string, username = 'root') => post('', { username, password }, address)
  const fail = async (times: number, address = ATTACKER, username = 'root'): Promise<number[]> => {
    const statuses: number[] = []
    for (let count = 0; count < times; count += 1) statuses.push((await login('wrong', address, username)).status)
    return statuses
  }
  /** Failures that cost no hash. */
  const note = async (times: number, kind: ThrottledKind, who: Trier): Promise<void> => {
    for (let count = 0; count < times; count += 1) await other.failed(kind, who)
  }

  test('of a thousand concurrent wrong tries nearly all are 429, and the owner logs in from elsewhere meanwhile (D7)', async () => {
    const flood = Array.from({ length: 1000 }, () => login('wrong', ATTACKER))
    const owner = await login('the right one', ELSEWHERE)
    expect(owner.status).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    const refused = statuses.filter((status) => status === 429).length
    expect(refused).toBeGreaterThanOrEqual(950)
    expect(statuses.length - refused).toBe(statuses.filter((status) => status === 401).length)
  })

  test('a thousand wrong tries from two hundred addresses do no better, and the owner logs in from her own address (D7)', async () => {
    expect((await login('the right one', ELSEWHERE)).status).toBe(200)
    const flood = Array.from({ length: 1000 }, (_, index) => login('wrong', `203.0.113.${index % 200}`))
    expect((await login('the right one', ELSEWHERE)).status).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(950)
    expect((await login('the right one', ELSEWHERE)).status).toBe(200)
  })

  test('after the sixth wrong try the next one waits, twice as long each time, in any letter case of the name', async () => {
    expect(await fail(6)).toEqual([401, 401, 401, 401, 401, 401])
    const refused = await login('the right one', ATTACKER, 'ROOT')
    expect([refused.status, refused.retryAfter, refused.body]).toEqual([
      429,
      '1',
      { detail: 'Too many failed attempts; retry in 1 s.', code: 'too_many_attempts', params: { seconds: 1 } },
    ])
    world.advance(1)
    expect(await fail(2)).toEqual([401, 429])
    expect((await login('wrong', ATTACKER)).retryAfter).toBe('2')
    world.advance(2)
    // The right password ends it: the owner mistyped.
    expect((await login('the right one', ATTACKER)).status).toBe(200)
    expect(await fail(2)).toEqual([401, 401])
  })

  test('right passwords do not count, however many concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => login('the right one', ELSEWHERE)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  test('an unknown name is throttled like a known one', async () => {
    for (const [address, name] of [
      [ATTACKER, 'unknown'],
      [ELSEWHERE, 'root'],
    ] as const) {
      await note(5, 'password', { account: name, address })
      expect(await fail(2, address, name)).toEqual([401, 429])
    }
  })

  test('a quarter of an hour after five wrong tries the count is reset', async () => {
    await note(5, 'password', { account: 'root', address: ATTACKER })
    world.advance(900)
    expect(await fail(2)).toEqual([401, 401])
  })

  test('an address that tries one name after another is throttled, but not where it logged in before', async () => {
    await login('the right one', ATTACKER)
    for (let count = 0; count < 30; count += 1) {
      await note(1, 'password', { account: `name-${count}`, address: ATTACKER })
    }
    expect(await fail(2, ATTACKER, 'another')).toEqual([401, 429])
    expect(await fail(1, ATTACKER, 'and another')).toEqual([429])
    expect((await login('the right one', ATTACKER)).status).toBe(200)
  })

  test('all addresses of an IPv6 /64 count as one', async () => {
    for (let count = 0; count < 6; count += 1) {
      await note(1, 'password', { account: 'root', address: `2001:db8::${count}` })
    }
    expect((await login('wrong', '2001:db8::9')).status).toBe(429)
  })

  test('user ids have counters of their own: an address that guesses them is throttled, and can log in by password', async () => {
    const guess = (count: number) => post('/usr', { usr: `guess-${count}` }, ATTACKER)
    for (let count = 0; count < 6; count += 1) expect((await guess(count)).status).toBe(401)
    expect((await guess(7)).status).toBe(429)
    expect((await login('the right one', ATTACKER)).status).toBe(200)
  })

  test('a client that tries one taken name after another is throttled; registering is not', async () => {
    const register = (username: string, address: string) =>
      post('/register', { username, password: 'long enough' }, address)
    const opened = await Promise.all(Array.from({ length: 8 }, (_, index) => register(`new-${index}`, ATTACKER)))
    expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    await note(20, 'register', { address: ATTACKER })
    expect((await register('root', ATTACKER)).status).toBe(400)
    expect((await register('new-user', ATTACKER)).status).toBe(429)
    expect((await register('new-user', ELSEWHERE)).status).toBe(201)
  })

  test('the holder of a stolen token guesses the password no faster, and does not delay the log-in', async () => {
    const { access_token: token } = (await login('the right one', ELSEWHERE)).body
    const { id } = (await world.call('GET', '/api/v1/auth', { token })).body
    const guess = () =>
      world.call('PUT', '/api/v1/auth/password', {
        token,
        body: { password_old: 'wrong', password: 'long enough', password_repeat: 'long enough' },
      })
    await note(5, 'present-password', { account: id })
    expect([(await guess()).status, (await guess()).status]).toEqual([400, 429])
    expect((await login('the right one', ATTACKER)).status).toBe(200)
  })

  test('counts of one process are known to another one, also after a restart', async () => {
    const who = { account: 'root', address: ATTACKER }
    await note(5, 'password', who)
    expect(await fail(1)).toEqual([401])
    await expect(other.require('password', who)).rejects.toMatchObject({ status: 429 })
    await expect(other.require('password', { ...who, address: ELSEWHERE })).resolves.toBeUndefined()
    await world.restart()
    expect(await fail(1)).toEqual([429])
  })

  test('stored counts name neither accounts nor addresses, and are deleted after a day', async () => {
    await note(2, 'password', { account: 'a name to keep secret', address: ATTACKER })
    const rows = () => world.db.list('SELECT subject FROM failed_tries', [], (row: { subject: string }) => row.subject)
    expect((await rows()).length).toBe(3)
    for (const subject of await rows()) expect(subject).toMatch(/^[\w-]{43}$/)
    world.advance(86_401)
    await note(1, 'password', { account: 'other', address: ELSEWHERE })
    expect((await rows()).length).toBe(3)
  })
})

test('a try that failed for another reason than a wrong guess does not count', async () => {
  const world = await openWorld({ dialect: 'sqlite' })
  try {
    const throttle = createThrottle({ db: world.db, clock: () => world.nowSeconds() * 1000 })
    const who = { account: 'root', address: ATTACKER }
    for (let count = 0; count < 10; count += 1) {
      await expect(
        throttle.around('password', who, () => Promise.reject(new Error('the disk is full'))),
      ).rejects.toThrow('full')
    }
    expect(await throttle.around('password', who, async () => 'in')).toBe('in')
  } finally {
    await world.close()
  }
})

test('SERVICE_RATE_LIMIT_NO=0 disables the throttle, too (S532)', async () => {
  const world = await openWorld({ dialect: 'sqlite', env: { SERVICE_RATE_LIMIT_NO: '0' } })
  try {
    const login = () => world.call('POST', '/api/v1/auth', { body: { username: 'root', password: 'wrong' } })
    for (let count = 0; count < 8; count += 1) expect((await login()).status).toBe(401)
  } finally {
    await world.close()
  }
})
