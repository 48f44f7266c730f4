import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../test/world/open-world.ts'
import { deriveWebhookKey, signWebhook } from './sign-webhook.ts'

type Verify = (secret: string, headers: Readonly<Record<string, string>>, raw: string, now?: number) => unknown

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const OLD_SECRET = `whsec_${Buffer.alloc(32, 6).toString('base64')}`
const BODY = '{"checking_id":"c1","amount":210,"memo":"Grüße ⚡"}'
const NOW = Date.now()

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-webhooks-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const guide = readFileSync(join(ROOT, 'docs/guide/webhooks.md'), 'utf8')
  const blocks = guide.matchAll(
    /<!-- services\/wallet\/src\/notifications\/webhooks-guide\.test\.ts[^\n]*\n```js\n(\/\/ (\S+\.mjs)[\s\S]+?)\n```/g,
  )
  for (const [, code = '', name = ''] of blocks) writeFileSync(join(folder, name), code)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Signed `age` seconds before `NOW`. */
const sign = (age = 0, secrets: readonly string[] = [SECRET]): Record<string, string> =>
  signWebhook({
    id: 'd1',
    timestamp: Math.floor(NOW / 1000) - age,
    body: BODY,
    secrets,
    key: deriveWebhookKey(Buffer.alloc(32, 1)),
  })

async function openReceiver(secret: string): Promise<{ url: string; printed: () => string }> {
  const port = await reservePort()
  const env = { PATH: process.env['PATH'], PORT: String(port), WEBHOOK_SECRET: secret }
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const url = `http://127.0.0.1:${port}/paid`
  const isUp = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    )
  await expect.poll(isUp, { timeout: 20_000 }).toBe(true)
  return { url, printed: () => text }
}

test("the guide's receiver accepts the webhook of a paid invoice", async () => {
  const world = await openWorld({ dialect: 'sqlite', env: { SERVICE_RECONCILE_MS: '100' } })
  onTestFinished(() => world.close())
  await world.service.start()
  const wallet = await world.openWallet()
  const { secret } = (await world.call('GET', '/api/v1/wallet/webhook', { key: wallet.adminKey })).body
  const receiver = await openReceiver(secret)
  const invoice = await world.invoice(wallet, 210, { webhook: receiver.url })
  await world.node.sendControl('POST /receive', { bolt11: invoice.payment_request, notify: 1 })
  await expect.poll(receiver.printed, { timeout: 20_000 }).toBe(`${invoice.checking_id}: 210 sat\n`)
}, 60_000)

test("the guide's receiver answers 400 to a changed body, another secret, and an old call", async () => {
  const receiver = await openReceiver(SECRET)
  const send = async (headers: Record<string, string>, body: string): Promise<number> =>
    (await fetch(receiver.url, { method: 'POST', headers, body })).status
  expect(await send(sign(), BODY)).toBe(204)
  expect(await send(sign(), JSON.stringify(JSON.parse(BODY), undefined, 1))).toBe(400)
  expect(await send(sign(0, [OLD_SECRET]), BODY)).toBe(400)
  expect(await send(sign(302), BODY)).toBe(400)
  expect(receiver.printed()).toBe('c1: 210 sat\n')
}, 60_000)

test("the guide's function accepts what the reference library accepts, up to 300 seconds", async () => {
  const { verifyWebhook } = (await import(pathToFileURL(join(folder, 'verify-webhook.mjs')).href)) as {
    verifyWebhook: Verify
  }
  const verify = (headers: Record<string, string>, raw = BODY) => verifyWebhook(SECRET, headers, raw, NOW)
  for (const age of [0, 300, -300]) expect(verify(sign(age))).toEqual(JSON.parse(BODY))
  for (const age of [301, -301]) expect(() => verify(sign(age))).toThrow('older than five minutes')
  expect(verify(sign(0, [OLD_SECRET, SECRET]))).toEqual(JSON.parse(BODY))
  expect(() => verify(sign(0, [OLD_SECRET]))).toThrow('not signed')
  expect(() => verify(sign(), `${BODY} `)).toThrow('not signed')
  expect(() => verify({ ...sign(), 'webhook-id': 'd2' })).toThrow('not signed')
  for (const name of Object.keys(sign())) {
    const { [name]: _, ...rest } = sign()
    expect(() => verify(rest)).toThrow()
  }
})

test('the reference library needs plain headers, and keeps all digits only of the raw body, as the guide says', () => {
  const webhook = new Webhook(SECRET)
  const headers = new Headers(sign())
  expect(() => webhook.verify(BODY, headers as never)).toThrow('Missing required headers')
  expect(webhook.verify(BODY, Object.fromEntries(headers))).toEqual(JSON.parse(BODY))
  expect(webhook.verify(BODY, sign(), { jsonParse: false })).toBeUndefined()
})
