import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWallet } from '../../test/world/start-wallet.ts'

const ROOT = { username: 'root', password: 'correct horse' }

let folder: string
const closing: (() => Promise<void>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-lost-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (args: readonly string[] = [], env: Record<string, string> = {}) => {
  const service = startWallet(
    {
      SERVICE_DATA_FOLDER: folder,
      SERVICE_RATE_LIMIT_NO: '0',
      SUPER_USER_USERNAME: ROOT.username,
      SUPER_USER_PASSWORD: ROOT.password,
      ...env,
    },
    args,
  )
  closing.push(service.kill)
  return service
}
const call = async (url: string, path: string, headers: Record<string, string>, body?: object) => {
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(url + path, init)
  return { status: answer.status, body: await answer.text() }
}
const JSON_BODY = { 'content-type': 'application/json' }
/** The super user's token and wallet. */
async function logIn(url: string) {
  const { body } = await call(url, '/api/v1/auth', JSON_BODY, ROOT)
  const authorization = `Bearer ${(JSON.parse(body) as { access_token: string }).access_token}`
  const wallet = JSON.parse((await call(url, '/api/v1/wallet', { authorization })).body) as {
    id: string
    adminkey: string
  }
  const invoice = () =>
    call(url, '/api/v1/payments', { ...JSON_BODY, 'x-api-key': wallet.adminkey }, { out: false, amount: 7 })
  return { authorization, wallet, invoice }
}

test('with its database file deleted it answers 503, says what to do, ends with 1, does not start empty, and continues with the saved copy', async () => {
  const first = start()
  const { wallet, invoice } = await logIn(await first.url())
  expect((await invoice()).status).toBe(201)
  rmSync(join(folder, 'satchel.db'))
  const after = await invoice()
  expect([after.status, after.body]).toEqual([503, expect.stringMatching(/deleted or replaced/)])
  expect(await first.exitCode).toBe(1)
  expect(first.said.out).toMatch(/"level":"error".*satchel\.db was deleted while in use/)
  const [, saved = ''] = /mv (\S+rescued-\S+) /.exec(first.said.out) ?? []

  const second = start()
  expect(await second.exitCode).toBe(1)
  expect(second.said.err).toMatch(/satchel\.db is missing or empty.*npm run wallet -- --new/)
  expect(readdirSync(folder)).not.toContain('satchel.db')

  renameSync(saved, join(folder, 'satchel.db'))
  const third = start()
  expect((await logIn(await third.url())).wallet).toEqual(wallet)
}, 180_000)

test('with a replaced file it makes no backup and ends with 1', async () => {
  const service = start()
  const url = await service.url()
  const { authorization } = await logIn(url)
  const file = join(folder, 'satchel.db')
  copyFileSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
  expect((await call(url, '/admin/api/v1/backup', { authorization })).status).toBe(503)
  expect(await service.exitCode).toBe(1)
  expect(service.said.out).toContain('satchel.db was replaced by another file while in use')
  expect(readdirSync(folder).filter((name) => name.startsWith('backup-'))).toEqual([])
}, 180_000)

test('with --new it starts with an empty database and old keys; without a database to put aside --new is rejected', async () => {
  const first = start()
  const { wallet } = await logIn(await first.url())
  first.child.kill('SIGTERM')
  expect(await first.exitCode).toBe(0)
  for (const name of readdirSync(folder)) if (name.startsWith('satchel.db')) rmSync(join(folder, name))
  const second = start(['--new'])
  expect((await logIn(await second.url())).wallet.id).not.toBe(wallet.id)
  await second.kill()
  const third = start(['--new'])
  expect(await third.exitCode).toBe(1)
  expect(third.said.err).toMatch(/--new: there is a database already/)
  const fourth = start(['--newest'])
  expect([await fourth.exitCode, fourth.said.err]).toEqual([1, expect.stringContaining('usage: ')])
}, 180_000)

test('a second process on the same file through a hard link ends with 1; the first continues (A12)', async () => {
  const first = start()
  const url = await first.url()
  mkdirSync(join(folder, 'other'))
  const link = join(folder, 'other', 'hard.db')
  linkSync(join(folder, 'satchel.db'), link)
  const second = start([], { SERVICE_DATABASE_URL: `sqlite://${link}` })
  expect(await second.exitCode).toBe(1)
  expect(second.said.err).toContain('another process uses the database')
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200)
}, 180_000)
