import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { expect, test } from 'vitest'
import { COMPILE_CACHE, NO_FILES } from '../../services/wallet/test/world/compile-cache.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('the curl calls of the first payment, run unchanged, let two wallets pay each other', async () => {
  const block = /<!-- tests\/journeys\/first-payment\.test\.ts[^\n]*\n```sh\n([\s\S]+?)\n```/.exec(
    readFileSync(`${ROOT}docs/guide/first-payment.md`, 'utf8'),
  )
  const port = await reservePort()
  const script = (block?.[1] ?? '').replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
  expect(script.match(/\bcurl\b/g)).toHaveLength(5)
  const folder = mkdtempSync(join(tmpdir(), 'satchel-first-payment-'))
  const service = spawn(process.execPath, [join(ROOT, 'services/dist/wallet.js')], {
    env: {
      ...COMPILE_CACHE,
      ...NO_FILES,
      PATH: process.env['PATH'],
      PORT: String(port),
      SERVICE_DATA_FOLDER: folder,
      SUPER_USER_USERNAME: 'alice',
      SUPER_USER_PASSWORD: 'correct-horse',
    },
    stdio: 'ignore',
  })
  try {
    await expect.poll(() => isUp(port), { timeout: 20_000 }).toBe(true)
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script])
    expect(stdout).toContain('"new_balance":10000000')
    expect(JSON.parse(stdout.slice(stdout.lastIndexOf('{')))).toMatchObject({
      status: 'success',
      amount: -1500,
      fee: 0,
    })
  } finally {
    service.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)

const isUp = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  )
