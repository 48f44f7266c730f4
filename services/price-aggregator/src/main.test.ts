import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '@satchel/http/environment'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startMockExchanges } from '../mock/mock-exchanges.ts'
import { SOURCE_IDS } from './exchanges/source.ts'

/** Built by the global set-up of the tests. */
const MAIN = fileURLToPath(new URL('../../dist/prices.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'satchel-main-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('a file configures the service, and a name in it that nothing reads stops the start', async () => {
  const place = mkdtempSync(join(folder, 'files-'))
  writeFileSync(join(place, 'satchel.toml'), '[prices]\ncurrencies = "usd"\nfetch_interval_secs = 5\n')
  const wrong = start({ SERVICE_CONFIG_FOLDER: place })
  expect(await wrong.exitCode).toBe(1)
  expect(wrong.said.err).toContain(
    'fetch_interval_secs: no such variable of this service; did you mean FETCH_INTERVAL_SECONDS?',
  )
  writeFileSync(join(place, 'satchel.toml'), '[prices]\ncurrencies = "usd,eu"\n')
  const named = start({ SERVICE_CONFIG_FOLDER: place })
  expect(await named.exitCode).toBe(1)
  expect(named.said.err).toContain('CURRENCIES: not a three-letter code: EU')
})

/** The real process, as `npm run prices` starts it. */
function start(env: Environment) {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      SERVICE_CONFIG_FOLDER: import.meta.dirname,
      PRICES_DATA_FOLDER: folder,
      ...env,
    },
  })
  closing.push(() => child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  const url = async (): Promise<string> => {
    await expect.poll(() => said.out, { timeout: 10_000 }).toContain('listens on')
    return /listens on (http:\/\/[\w.:]+)/.exec(said.out)?.[1] ?? ''
  }
  const exitCode = once(child, 'exit').then(([code]) => code as number | null)
  return { child, said, url, exitCode }
}

async function mocksFile(hanging: boolean): Promise<string> {
  const mocks = await startMockExchanges()
  closing.push(() => mocks.close())
  if (hanging) for (const id of SOURCE_IDS) await mocks.misbehave(id, 'never-answers')
  const file = join(folder, `exchanges-${hanging}.json`)
  writeFileSync(file, JSON.stringify(mocks.exchangesFile()))
  return file
}

test('while every exchange hangs the service listens, and /rates answers 503 within milliseconds', async () => {
  const service = start({ EXCHANGES_FILE: await mocksFile(true) })
  const url = await service.url()
  const before = performance.now()
  const answer = await fetch(`${url}/rates`)
  expect(answer.status).toBe(503)
  expect(performance.now() - before).toBeLessThan(500)
  expect(await (await fetch(`${url}/health`)).text()).toBe('{"status":"ok"}')
})

test('one line names the URL, and SIGTERM ends it with 0, even while exchanges hang and readers follow the stream', async () => {
  const service = start({ EXCHANGES_FILE: await mocksFile(true) })
  const stream = await fetch(`${await service.url()}/stream`)
  service.child.kill('SIGTERM')
  expect(await service.exitCode).toBe(0)
  await expect(stream.text()).resolves.toBe('')
  expect(service.said.out.match(/listens on/g)).toHaveLength(1)
})

test('a whole service with real cycles: rates, then SIGINT', async () => {
  const service = start({ EXCHANGES_FILE: await mocksFile(false), FETCH_INTERVAL_SECONDS: '1', ACCESS_LOG: 'all' })
  const url = await service.url()
  await expect.poll(async () => (await fetch(`${url}/rates`)).status, { timeout: 5000 }).toBe(200)
  const first = ((await (await fetch(`${url}/rates`)).json()) as { timestamp: string }).timestamp
  const current = async () => ((await (await fetch(`${url}/rates`)).json()) as { timestamp: string }).timestamp
  await expect.poll(current, { timeout: 5000 }).not.toBe(first)
  await fetch(`${url}/rate/SECRET/1?token=hidden`)
  service.child.kill('SIGINT')
  expect(await service.exitCode).toBe(0)
  expect(service.said.out).toContain('"route":"/rate/:currency/:amount","status":404')
  expect(service.said.out).not.toMatch(/SECRET|hidden/)
})

test('bad configuration ends it with 1 and one message that names every variable', async () => {
  const service = start({
    CURRENCIES: 'DOLLAR',
    FETCH_INTERVAL_SECONDS: '0',
    EXCHANGES_FILE: '/nowhere.json',
    PORT: 'x',
  })
  expect(await service.exitCode).toBe(1)
  for (const name of ['CURRENCIES', 'FETCH_INTERVAL_SECONDS', 'EXCHANGES_FILE', 'PORT']) {
    expect(service.said.err).toContain(`${name}: `)
  }
  expect(service.said.err).not.toContain('at ')
  expect(service.said.out).toBe('')
})

test('a port in use ends it with 1 and a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  closing.push(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const service = start({ PORT: String(port) })
  expect(await service.exitCode).toBe(1)
  expect(service.said.err).toContain(`PORT: ${port} is already in use on 127.0.0.1`)
})
