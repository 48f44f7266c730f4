import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('check-advisories.mjs', import.meta.url))
const GHSA = 'GHSA-aaaa-bbbb-cccc'

let folder: string
let registry: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-advisories-'))
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

async function close(): Promise<void> {
  const opened = registry
  registry = undefined
  if (opened !== undefined) await new Promise((resolve) => opened.close(resolve))
}

/** A registry in place of npm's: `answer` gets the names of the packages that npm asks about. */
async function open(answer: (names: readonly string[]) => object | undefined): Promise<string> {
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      const isBulk = request.url === '/-/npm/v1/security/advisories/bulk'
      const found = isBulk ? answer(Object.keys(JSON.parse(text.toString()) as object)) : undefined
      response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(found === undefined ? '{}' : JSON.stringify(found))
    })
  }
  const opened = createServer(listener)
  registry = opened
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}`
}

const check = (url: string, ...args: readonly string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: folder, npm_config_registry: url, npm_config_cache: folder }
    execFile(process.execPath, [SCRIPT, ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: out + err }),
    )
  })

const advisory = (severity: string) => ({
  fastify: [
    {
      id: 1,
      url: `https://github.com/advisories/${GHSA}`,
      title: 'Bodies bite',
      severity,
      vulnerable_versions: '>=0.0.1',
      cwe: [],
      cvss: { score: 9, vectorString: null },
    },
  ],
})

test('the check of advisories is a step of npm run check', () => {
  const text = readFileSync(new URL('commands.mjs', import.meta.url), 'utf8')
  const steps = /\n {2}check: \(\) => \[\n([\s\S]*?)\n {2}\],\n/.exec(text)?.[1]
  expect(steps).toContain("['node', 'scripts/check-advisories.mjs'],")
})

test('it checks production packages only, and passes if the registry has no advisories', async () => {
  let asked: readonly string[] = []
  const url = await open((names) => {
    asked = names
    return {}
  })
  expect(await check(url)).toEqual({ code: 0, said: expect.stringContaining('advisories: 0 about the packages') })
  expect(asked).toContain('fastify')
  expect(asked.filter((name) => /^(typescript|rolldown|vitest|elliptic|secp256k1)$/.test(name))).toEqual([])
}, 60_000)

test.each(['high', 'critical'])(
  'an advisory that is %s fails',
  async (severity) => {
    const url = await open(() => advisory(severity))
    const { code, said } = await check(url)
    expect([code, said]).toEqual([1, expect.stringContaining(`${severity}: fastify >=0.0.1: Bodies bite (https://`)])
    expect(said).toContain('1 of them high or critical and not accepted')
  },
  60_000,
)

test('a moderate advisory is counted, and is no failure', async () => {
  const url = await open(() => advisory('moderate'))
  expect(await check(url)).toEqual({
    code: 0,
    said: expect.stringContaining('1 about the packages of production, 0 of'),
  })
}, 60_000)

test('an accepted advisory passes with its reason; an entry without a reason, or without its advisory, is reported', async () => {
  const url = await open(() => advisory('high'))
  const accepted = join(folder, 'accepted.json')
  writeFileSync(accepted, JSON.stringify({ [GHSA]: 'no such bodies here', 'GHSA-gone': 'old' }))
  const { code, said } = await check(url, '--accepted', accepted)
  expect([code, said]).toEqual([0, expect.stringContaining(`accepted: ${GHSA}: no such bodies here`)])
  expect(said).toContain('no longer found, remove it from the accepted ones: GHSA-gone')
  writeFileSync(accepted, JSON.stringify({ [GHSA]: ' ' }))
  expect(await check(url, '--accepted', accepted)).toEqual({
    code: 1,
    said: expect.stringContaining(`${GHSA} has no reason`),
  })
}, 60_000)

test('a registry without advisories, and one that does not answer, print a line and are no failure', async () => {
  const url = await open(() => undefined)
  const without = await check(url)
  expect([without.code, without.said]).toEqual([0, expect.stringMatching(/^advisories: not checked, .* 404 Not Found/)])
  await close()
  const away = await check(url)
  expect([away.code, away.said]).toEqual([0, expect.stringMatching(/^advisories: not checked, .*ECONNREFUSED/)])
}, 120_000)
