import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { isGenuine, releaseText } from '../../services/wallet/src/extensions/system/packages/publisher-signature.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { installLocal } from '../../services/wallet/test/world/extensions/install-local.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { packExtension } from './pack-extension.ts'
import { packAndDrop } from './world/pack-and-drop.ts'
import { withRegistered, writeNewExtension } from './write-new-extension.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'satchel-new-extension-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a package is signed with the key of its publisher, as servers check it', async () => {
  const { folder: made } = writeNewExtension({ id: 'signed', withCode: false, into: folder })
  const key = join(folder, 'publisher.pem')
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  writeFileSync(key, privateKey)
  const { entry } = await packExtension(made, { key })
  expect(entry.publisher).toMatch(/^[0-9a-f]{64}$/)
  expect(isGenuine(entry, releaseText(entry))).toBe(true)
  expect(isGenuine(entry, releaseText({ ...entry, version: '9.9.9' }))).toBe(false)
  expect((await packExtension(made)).entry).not.toHaveProperty('signature')
})

test('a new package works unchanged: it is packed, dropped into the folder, installed, used, and its page is public', async () => {
  const made = writeNewExtension({ id: 'shelf', withCode: false, into: folder })
  const { entry, env } = await packAndDrop(made.folder)
  expect(entry).toMatchObject({ id: 'shelf', version: '0.1.0', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const world = await openWorld({ dialect: 'sqlite', builtIns: [], env })
  try {
    const owner = await world.openWallet()
    await installLocal(world, owner, 'shelf')
    const key = owner.adminKey
    const thing = await world.call('POST', '/shelf/api/v1/', { key, body: { title: 'First', price: 21, note: 'mine' } })
    expect(thing).toMatchObject({ status: 201, body: { title: 'First', price: 21, currency: 'sat', note: 'mine' } })
    expect((await world.call('POST', '/shelf/api/v1/', { key, body: { price: 1 } })).status).toBe(422)
    const seen = await world.call('GET', `/shelf/public/${thing.body.id}`)
    expect(seen.body).toEqual({ id: thing.body.id, title: 'First', price: 21, currency: 'sat' })
  } finally {
    await world.close()
  }
})

test('the same folder is always the same archive', async () => {
  const { folder: made } = writeNewExtension({ id: 'crate', withCode: false, into: folder })
  const first = await packExtension(made)
  const before = readFileSync(first.file)
  expect((await packExtension(made)).entry).toEqual(first.entry)
  expect(readFileSync(first.file).equals(before)).toBe(true)
})

test('a new built-in is code that the compiler accepts, and that sells', async () => {
  const place = makePlace('my-extensions-')
  const made = writeNewExtension({ id: 'kiosk', withCode: true, into: place })
  writeFileSync(join(place, 'tsconfig.json'), '{ "extends": "../tsconfig.base.json", "files": ["kiosk/kiosk.ts"] }')
  expect(spawnSync('tsc', ['-p', place], { cwd: ROOT, encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' })
  const { KIOSK } = (await import(join(made.folder, 'kiosk.ts'))) as { KIOSK: AnyExtension }
  const world = await openWorld({ dialect: 'sqlite', builtIns: [KIOSK] })
  try {
    const owner = await world.openWallet(100)
    await activateExtension(world, owner, 'kiosk')
    await expectToSell(world, owner, 'kiosk')
  } finally {
    await world.close()
  }
})

test('the same code is packed, installed and sells, in the sandbox', async () => {
  const made = writeNewExtension({ id: 'booth', withCode: true, into: makePlace('my-packages-') })
  const { env } = await packAndDrop(made.folder)
  const world = await openWorld({ dialect: 'sqlite', builtIns: [], env })
  try {
    const owner = await world.openWallet(100)
    await installLocal(world, owner, 'booth')
    await expectToSell(world, owner, 'booth')
  } finally {
    await world.close()
  }
})

test.each([true, false])(
  'a folder given as a relative path, as the guides print it, is packed: code %s',
  (withCode) => {
    const place = makePlace('my-packages-')
    const made = writeNewExtension({ id: 'board', withCode, into: place })
    const command = join(ROOT, 'scripts/pack-extension.ts')
    for (const [cwd, path] of [
      [ROOT, relative(ROOT, made.folder)],
      [made.folder, '.'],
    ] as const) {
      const run = spawnSync(process.execPath, [command, path], { cwd, encoding: 'utf8' })
      expect(run).toMatchObject({ status: 0, stderr: '' })
      expect(run.stdout).toContain(`${join(place, 'board-0.1.0.zip')}\n`)
    }
  },
)

/** Beside the sources, where imports of a new extension lead somewhere, and not among them; for one test. */
function makePlace(prefix: string): string {
  const place = mkdtempSync(join(ROOT, prefix))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  return place
}

/** What `--code` writes: an item has a page, is paid for, and counts its sales. */
async function expectToSell(world: World, owner: WorldWallet, id: string): Promise<void> {
  const key = owner.adminKey
  const thing = await world.call('POST', `/${id}/api/v1/`, { key, body: { title: 'First', price: 21 } })
  expect(thing).toMatchObject({ status: 201, body: { title: 'First' } })
  const bought = await world.call('POST', `/${id}/public/${thing.body.id}/invoices`, { body: { note: 'For Ann' } })
  expect(bought.status).toBe(201)
  expect((await world.call('GET', `/${id}/p/${thing.body.id}`)).body).toContain('First')
  await world.send(owner, bought.body.payment_request)
  await world.tick()
  expect((await world.call('GET', `/${id}/api/v1/${thing.body.id}`, { key })).body).toMatchObject({ sold: 1 })
  const sales = await world.call('GET', `/${id}/api/v1/${thing.body.id}/sales`, { key })
  expect(sales).toMatchObject({ body: [{ sats: 21, note: 'For Ann' }], headers: { 'x-total-count': '1' } })
}

test('its test is the common contract, and its registration a line in the list of built-ins', () => {
  const { folder: made } = writeNewExtension({ id: 'stall', withCode: true, into: folder })
  expect(readFileSync(join(made, 'stall.test.ts'), 'utf8')).toContain('extensionContract(STALL')
  const list = readFileSync(join(ROOT, 'services/wallet/src/extensions/built-ins.ts'), 'utf8')
  expect(withRegistered(list, 'stall')).toMatch(/^import \{ STALL \} from '@satchel\/extensions\/stall\/stall'$/m)
  expect(withRegistered(list, 'stall')).toMatch(/\n {2}[A-Z0-9]+,\n {2}STALL,\n\]\n$/)
})

test.each(['', 'A', 'has space', '1st', '../x', 'x'.repeat(40)])('%j is no name', (id) => {
  expect(() => writeNewExtension({ id, withCode: false, into: folder })).toThrow('give it a name')
})

test('a folder that is there is not written over, and a folder without a manifest is not packed', async () => {
  writeNewExtension({ id: 'twice', withCode: false, into: folder })
  expect(() => writeNewExtension({ id: 'twice', withCode: false, into: folder })).toThrow('is there already')
  await expect(packExtension(folder)).rejects.toThrow('manifest.json')
})
