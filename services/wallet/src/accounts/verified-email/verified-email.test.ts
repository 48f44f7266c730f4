import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { register } from '../../../test/world/accounts/register.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { openMailServer } from '../../../test/world/servers/open-mail-server.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const ADA = 'ada@example.com'

describe.each(LOGIC_DIALECTS)('the address of an account, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_RATE_LIMIT_NO: '100000' } })
  })
  afterAll(() => world.close())

  /** An account with an address, and the mail server of this test. */
  const open = async (email = ADA) => {
    const server = await openMailServer()
    await world.restart({ SERVICE_SMTP_URL: server.url, SERVICE_MAIL_FROM: 'shop@example.org' })
    const { token, id } = await register(world)
    const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
      world.call(method, `/api/v1/auth${url}`, { token, ...(body && { body }) })
    await call('PUT', '/me', { email })
    const mailed = async (): Promise<string> => {
      expect((await call('POST', '/email/code')).status).toBe(202)
      await world.tick()
      return /The code is ([0-9a-z]{8})/.exec(server.received.at(-1)?.data ?? '')?.[1] ?? 'none'
    }
    const standing = async () => (await call('GET', '/email')).body
    return { ...server, id, call, mailed, standing }
  }

  test('an address is verified by the code sent there, and by no other', async () => {
    const { call, mailed, standing, received } = await open()
    expect(await standing()).toEqual({ email: ADA, verified: false })
    const code = await mailed()
    expect(received.map(({ to }) => to)).toEqual([[ADA]])
    expect((await call('POST', '/email/verify', { code: '00000000' })).status).toBe(400)
    expect(await standing()).toMatchObject({ verified: false })
    expect(await call('POST', '/email/verify', { code: code.toUpperCase() })).toMatchObject({
      status: 200,
      body: { email: ADA, verified: true },
    })
    expect(await standing()).toEqual({ email: ADA, verified: true })
    // Another address is another proof.
    await call('PUT', '/me', { email: 'other@example.com' })
    expect(await standing()).toEqual({ email: 'other@example.com', verified: false })
    expect((await call('POST', '/email/verify', { code })).status).toBe(400)
  })

  test('an address is verified by the code of one account for that account alone, and within an hour', async () => {
    const { call, mailed } = await open()
    const code = await mailed()
    const { token } = await register(world)
    await world.call('PUT', '/api/v1/auth/me', { token, body: { email: ADA } })
    expect((await world.call('POST', '/api/v1/auth/email/verify', { token, body: { code } })).status).toBe(400)
    world.advance(3600)
    expect((await call('POST', '/email/verify', { code })).status).toBe(400)
  })

  test('cannot be guessed: from the sixth wrong code on the next one waits', async () => {
    const { call } = await open()
    const statuses: number[] = []
    for (let n = 0; n < 8; n += 1) statuses.push((await call('POST', '/email/verify', { code: `wrong-${n}` })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429])
  })

  test('gets one code in half an hour, five a day from one account, and ten a day from all', async () => {
    const victim = `victim-${dialect}@example.com`
    const { call, received } = await open(victim)
    for (let n = 0; n < 10; n += 1) await call('POST', '/email/code')
    await world.tick()
    expect(received).toHaveLength(1)
    for (let n = 0; n < 8; n += 1) {
      world.advance(1800)
      await call('POST', '/email/code')
      await world.tick()
    }
    expect(received.length).toBeLessThanOrEqual(2 * 5)
  })

  test('counts as verified when a provider has verified it for a linked log-in', async () => {
    const { id, standing } = await open('Grace@example.com')
    await writeDirectly(
      world,
      `INSERT INTO identities (id, user_id, provider, subject, label, verified_email, created_at, last_used_at)
       VALUES ('${id}', '${id}', 'google', '${id}', 'Grace', 'grace@example.com', 0, 0)`,
    )
    expect(await standing()).toEqual({ email: 'Grace@example.com', verified: true })
  })
})

test('without an address, or without a mail server, no code is sent', async () => {
  const world = await openWorld({ dialect: 'sqlite' })
  onTestFinished(() => world.close())
  const { token } = await register(world)
  const send = () => world.call('POST', '/api/v1/auth/email/code', { token })
  expect((await send()).status).toBe(400)
  await world.call('PUT', '/api/v1/auth/me', { token, body: { email: ADA } })
  expect((await send()).status).toBe(501)
})
