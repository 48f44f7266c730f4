import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { startForwarder } from '../../test/world/servers/forwarder.ts'
import { startWallet } from '../../test/world/start-wallet.ts'
import { createTestDatabase } from '../../test/world/test-database.ts'

let folder: string
const closing: (() => unknown)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-wallet-main-'))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (env: Record<string, string> = {}) => {
  const service = startWallet({ SERVICE_DATA_FOLDER: folder, ...env })
  closing.push(service.kill)
  return service
}

const SUPER_USER = { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'correct horse' }

const logIn = async (url: string): Promise<string> => {
  const body = JSON.stringify({ username: 'root', password: 'correct horse' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/auth`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { access_token: string }).access_token
}

test('without configuration it starts, logs its URL in one line, warns that no money moves, answers, and SIGTERM ends it with 0; stored data is there after a restart, and no key is in a log', async () => {
  const first = start(SUPER_USER)
  const url = await first.url()
  expect(await (await fetch(`${url}/api/v1/health`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${url}/api/v1/status`)).json()).toMatchObject({
    real_money: false,
    payments_halted: false,
  })
  const token = await logIn(url)
  const headers = { authorization: `Bearer ${token}` }
  const wallet = (await (await fetch(`${url}/api/v1/wallet`, { headers })).json()) as { id: string; adminkey: string }
  first.child.kill('SIGTERM')
  expect(await first.exitCode).toBe(0)
  expect(first.said.out.match(/listens on/g)).toHaveLength(1)
  expect(first.said.out).toMatch(/simulated/i)
  const second = start({ ...SUPER_USER, ACCESS_LOG: 'all' })
  const there = await second.url()
  expect(await (await fetch(`${there}/api/v1/wallet`, { headers })).json()).toEqual(wallet)
  expect((await fetch(`${there}/api/v1/wallet?api-key=${wallet.adminkey}`)).status).toBe(200)
  expect((await fetch(`${there}/api/v1/nothing/${wallet.adminkey}`)).status).toBe(404)
  second.child.kill('SIGINT')
  expect(await second.exitCode).toBe(0)
  for (const { said } of [first, second]) {
    for (const secret of ['correct horse', wallet.adminkey, token]) expect(said.out + said.err).not.toContain(secret)
  }
}, 60_000)

const PTY = 'import pty, sys; pty.spawn(sys.argv[1:])'
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0

test.skipIf(!hasPython)(
  'a start in a terminal shows the link of the first set-up; in a pipe the log has only the file',
  async () => {
    const piped = start()
    await piped.url()
    const token = readFileSync(join(folder, 'first-install-token'), 'utf8').trim()
    piped.child.kill('SIGTERM')
    expect(await piped.exitCode).toBe(0)
    expect(piped.said.out).toContain('first-install-token')
    expect(piped.said.out + piped.said.err).not.toContain(token)
    const service = startWallet({ SERVICE_DATA_FOLDER: folder }, [], (main) => [
      'python3',
      '-c',
      PTY,
      process.execPath,
      main,
    ])
    closing.push(service.kill)
    await expect.poll(() => service.said.out, { timeout: 60_000 }).toContain(`/app/set-up#token=${token}`)
    const lines = service.said.out.split(/\r?\n/)
    expect(lines.filter((line) => line.includes(token)).map((line) => line.trim())).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/app\/set-up#token=[0-9a-f]{64}$/),
    ])
  },
)

test('bad configuration ends it with 1 before it listens, naming every variable in one message (S110)', async () => {
  const service = start({ PORT: 'x', SERVICE_PAY_WAIT_MS: '0', SERVICE_DATABASE_URL: 'mysql://x', ACCESS_LOG: 'loud' })
  expect(await service.exitCode).toBe(1)
  for (const name of ['PORT', 'SERVICE_PAY_WAIT_MS', 'SERVICE_DATABASE_URL', 'ACCESS_LOG']) {
    expect(service.said.err).toContain(`${name}: `)
  }
  expect(service.said.err).not.toMatch(/^\s+at /m)
  expect(service.said.out).toBe('')
})

test('a database file that cannot be created ends it with 1 and names its setting (D15)', async () => {
  writeFileSync(join(folder, 'file'), '')
  const service = start({ SERVICE_DATABASE_URL: `sqlite://${join(folder, 'file', 'satchel.db')}` })
  expect(await service.exitCode).toBe(1)
  expect(service.said.err).toMatch(/wallet service cannot start:\n.*SERVICE_DATABASE_URL/)
})

test('a folder for extensions that cannot be created ends it with 1 and names its setting', async () => {
  // A place where no folder can be created although its parent exists.
  const service = start({ SERVICE_EXTENSIONS_PATH: '/proc/satchel' })
  expect(await service.exitCode).toBe(1)
  expect(service.said.err).toMatch(/wallet service cannot start:\n.*SERVICE_EXTENSIONS_PATH/)
})

test('a data folder that cannot be created ends it with 1', async () => {
  const service = start({ SERVICE_DATA_FOLDER: '/proc/satchel' })
  expect(await service.exitCode).toBe(1)
  expect(service.said.err).toMatch(/wallet service cannot start:\n.*no database file can be made/)
})

test('a port in use ends it with 1 and a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  closing.push(() => other.close())
  await once(other, 'listening')
  const service = start({ PORT: String((other.address() as AddressInfo).port) })
  expect(await service.exitCode).toBe(1)
  expect(service.said.err).toContain('already in use')
})

test('a second process on the same SQLite file ends with 1 and the reason; the first continues, and after kill −9 the file is free again (A12)', async () => {
  const first = start()
  const url = await first.url()
  const second = start()
  expect(await second.exitCode).toBe(1)
  expect(second.said.err).toMatch(/another process uses the database .*satchel\.db/)
  expect(second.said.err).not.toMatch(/^\s+at /m)
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200)
  first.child.kill('SIGKILL')
  await first.exitCode
  expect((await fetch(`${await start().url()}/api/v1/health`)).status).toBe(200)
}, 60_000)

test('on PostgreSQL two processes share one database; the secret must be given (A12)', async () => {
  const place = await createTestDatabase('postgres')
  closing.push(() => place.drop())
  const refused = start({ SERVICE_DATABASE_URL: place.url })
  expect(await refused.exitCode).toBe(1)
  expect(refused.said.err).toContain('AUTH_SECRET_KEY: ')
  const env = {
    ...SUPER_USER,
    SERVICE_DATABASE_URL: place.url,
    AUTH_SECRET_KEY: 'one secret for both, longer than 32 bytes',
  }
  const both = [start(env), start(env)]
  const urls = await Promise.all(both.map((service) => service.url()))
  const token = await logIn(urls[0] ?? '')
  const ids = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(`${url}/api/v1/wallet`, { headers: { authorization: `Bearer ${token}` } })
      return ((await answer.json()) as { id: string }).id
    }),
  )
  expect(ids[0]).toEqual(expect.any(String))
  expect(ids[1]).toBe(ids[0])
}, 60_000)

test('a database that starts after the service is waited for; SIGTERM ends the wait', async () => {
  const place = await createTestDatabase('postgres')
  closing.push(() => place.drop())
  const forwarder = await startForwarder(place.url)
  closing.push(forwarder.close)
  await forwarder.refuse()
  const env = { SERVICE_DATABASE_URL: forwarder.url, AUTH_SECRET_KEY: 'one secret, longer than thirty-two bytes' }
  const [stopped, service] = [start(env), start(env)]
  for (const { said } of [stopped, service]) {
    await expect.poll(() => said.out, { timeout: 20_000 }).toMatch(/"level":"warn".*waiting for the database/)
  }
  stopped.child.kill('SIGTERM')
  expect(await stopped.exitCode).not.toBe(0)
  expect(stopped.said.err).toBe('')
  await forwarder.mend()
  expect((await fetch(`${await service.url()}/ready`)).status).toBe(200)
}, 60_000)

test('a database that cannot be reached ends it with 1 and says so, without its password', async () => {
  const server = inject('postgresUrl').replace(/:[^:@/]+@/, ':wrongpassword@')
  const service = start({ SERVICE_DATABASE_URL: server, AUTH_SECRET_KEY: 'one secret, longer than thirty-two bytes' })
  expect(await service.exitCode).toBe(1)
  expect(service.said.err).toContain('wallet service cannot start')
  expect(service.said.err).not.toContain('wrongpassword')
})
