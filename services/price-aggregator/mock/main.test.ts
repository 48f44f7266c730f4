import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawGet } from './raw-client.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-exchanges-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('it writes the file, prints what to run next, serves prices and control, and ends with 0 on SIGTERM', async () => {
  const { child, firstPort, output } = await startSomewhere()
  expect(output).toContain('EXCHANGES_FILE=data/mock-exchanges.json FETCH_INTERVAL_SECONDS=2 npm run prices')
  const file = JSON.parse(await readFile(join(folder, 'data/mock-exchanges.json'), 'utf8'))
  expect(file.sources[0].single.url).toBe(`http://127.0.0.1:${firstPort}/products/{pair}/ticker`)
  expect((await rawGet(`http://127.0.0.1:${firstPort}/products/BTC-USD/ticker`)).status).toBe(200)
  expect((await rawGet(`http://127.0.0.1:${firstPort - 1}/`)).body.toString()).toContain('source_g  Gemini')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.for(['0', '1', '65530', 'abc', '5101.5', ''])('a bad port is one sentence and exit 1: %j', async (port) => {
  const { code, errors } = await run(port)
  expect(code).toBe(1)
  expect(errors).toBe(`The first port must be a whole number from 2 to 65529, not "${port}".\n`)
})

test('a port in use is one sentence and exit 1', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as { port: number }
  const { code, errors } = await run(String(Math.min(port, 65_529)))
  expect(code).toBe(1)
  expect(errors).toMatch(/^Port \d+ is in use: name another first port, [^\n]+\n$/)
  blocker.close()
})

/** Eight ports in a row are not always free: others are tried until it starts. */
async function startSomewhere(): Promise<{ child: ChildProcess; firstPort: number; output: string }> {
  for (let firstPort = 21_101; firstPort < 21_901; firstPort += 20) {
    const child = start(String(firstPort))
    const output = await new Promise<string>((resolve) => {
      child.stdout?.once('data', (chunk) => resolve(String(chunk)))
      child.once('exit', () => resolve(''))
    })
    if (output !== '') return { child, firstPort, output }
  }
  throw new Error('No eight ports in a row are free.')
}

async function run(port: string): Promise<{ code: number; errors: string }> {
  const child = start(port)
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk)
  })
  const [code] = await once(child, 'close')
  return { code, errors }
}

function start(port: string): ChildProcess {
  return spawn(process.execPath, [MAIN, port], { cwd: folder, env: { ...process.env, MOCK_EXCHANGES_FILE: '' } })
}
