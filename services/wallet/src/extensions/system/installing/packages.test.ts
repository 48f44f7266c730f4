import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../../test/world/accounts/make-acl-token.ts'
import { buildPackage, packageManifest, sha256 } from '../../../../test/world/extensions/build-archive.ts'
import { JAR } from '../../../../test/world/extensions/jar-extension.ts'
import { openExtensionWorld } from '../../../../test/world/extensions/open-extension-world.ts'
import { openWorld } from '../../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import { writeDirectly } from '../../../../test/world/write-directly.ts'
import { openPresentExtensions } from './present-extensions.ts'

const FIELDS = packageManifest('', '') as { resource: object }
const more = (field: object) => ({ resource: { ...FIELDS.resource, ...field } })

describe.each(LOGIC_DIALECTS)('packages, on %s', (dialect) => {
  test('an administrator installs a package: its digest is compared, and it is stored by content, read-only, and kept over a restart', async () => {
    const opened = await openExtensionWorld(dialect)
    const { world, publisher, folder, root, install, adminRow, tree } = opened
    const { hash } = await publisher.publish('diary', '1.0.0', {
      inside: { permissions: [{ id: 'spend', reason: 'x', to: 'any' }] },
    })
    const { status, body } = await install('diary', { source_repo: publisher.manifestUrl, hash: hash.toUpperCase() })
    expect(status).toBe(201)
    expect(body).toMatchObject({ version: '1.0.0', installed: true, active: true, builtin: false, risk: 5 })
    expect(tree()).toEqual(['diary', `diary/${hash}`, `diary/${hash}/manifest.json`])
    const file = join(folder, 'diary', hash, 'manifest.json')
    expect(JSON.parse(readFileSync(file, 'utf8')).id).toBe('diary')
    expect(statSync(file).mode & 0o222).toBe(0)
    expect((await install('diary')).status).toBe(200)
    await world.restart()
    expect(world.service.extensions.deps.present.find('diary')).toMatchObject({
      runtime: 'declarative',
      available: true,
      definition: { manifest: { id: 'diary', version: '1.0.0' }, resource: FIELDS.resource },
    })
    const me = (await world.call('GET', '/api/v1/auth', { token: root })).body
    expect(await adminRow('diary')).toMatchObject({
      hash,
      installed_by: me.id,
      accounts_active: 1,
      previous_version: null,
      rejected_reason: null,
    })
    const lines = await world.db.list(
      `SELECT action FROM audit_log WHERE subject = 'diary'`,
      [],
      (line: { action: string }) => line.action,
    )
    expect(lines).toEqual(['extension-installed'])
  })

  test('a package cannot be installed with a wallet key or by a user; once installed, every account can use it', async () => {
    const { world, publisher, root, someone, install, tree } = await openExtensionWorld(dialect)
    await publisher.publish('diary', '1.0.0')
    const me = (await world.call('GET', '/api/v1/auth', { token: root })).body
    const { body: wallet } = await world.call('GET', '/api/v1/wallet', { token: root })
    expect(wallet.id).toBe(me.wallets[0].id)
    for (const credential of [{ key: wallet.adminkey }, { token: someone.token }]) {
      expect((await install('diary', {}, credential)).status).toBe(403)
    }
    expect(tree()).toEqual([])
    // An access list of an administrator may have this entry.
    const { token } = await makeAclToken(world, root, ['POST /api/v1/extension'])
    expect((await install('diary', {}, { token })).status).toBe(201)
    expect((await install('diary', {}, { token: someone.token })).status).toBe(201)
    expect((await install('diary', {}, { key: wallet.adminkey })).status).toBe(200)
  })

  test('two concurrent installations are one', async () => {
    const { world, publisher, install, tree } = await openExtensionWorld(dialect)
    const { hash } = await publisher.publish('diary', '1.0.0')
    const answers = await Promise.all([install('diary'), install('diary'), install('diary')])
    for (const { status } of answers) expect([200, 201]).toContain(status)
    expect(tree()).toEqual(['diary', `diary/${hash}`, `diary/${hash}/manifest.json`])
    const lines = await world.db.list(`SELECT id FROM audit_log WHERE action = 'extension-installed'`, [], (row) => row)
    expect(lines).toHaveLength(1)
  })

  test('upgrade, rollback and upgrade again: one version in use, one kept, rows of both', async () => {
    const { world, publisher, wallet, install, govern, adminRow, tree } = await openExtensionWorld(dialect)
    const one = await publisher.publish('diary', '1.0.0')
    await install('diary')
    const insert = `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at)
      VALUES ('diary', 'items', 'x', '${wallet.id}', '${wallet.userId}', '{"title":"old"}', 1, 0, 0)`
    await writeDirectly(world, insert)
    const mood = { mood: { type: 'text', max: 10, doc: 'How it was.', default: 'fine' } }
    const two = await publisher.publish('diary', '1.1.0', { inside: more(mood) })
    expect((await govern({ extension: 'diary', upgrade_to: '1.1.0' })).body).toMatchObject({
      version: '1.1.0',
      previous_version: '1.0.0',
      hash: two.hash,
    })
    const data = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) =>
      JSON.parse(row.data),
    )
    expect(data).toEqual([{ mood: 'fine', title: 'old' }])
    expect((await govern({ ext_id: 'diary', rollback: true })).body).toMatchObject({
      version: '1.0.0',
      previous_version: '1.1.0',
    })
    expect(world.service.extensions.deps.present.find('diary')?.definition.resource).not.toHaveProperty('mood')
    expect((await govern({ extension: 'diary', rollback: true })).body).toMatchObject({ version: '1.1.0' })
    const three = await publisher.publish('diary', '2.0.0', { inside: more(mood) })
    expect((await install('diary', { version: '2.0.0' })).status).toBe(201)
    expect(tree().filter((name) => name.endsWith('.json'))).toEqual(
      [two, three].map(({ hash }) => `diary/${hash}/manifest.json`).toSorted(),
    )
    expect(tree().join()).not.toContain(one.hash)
    expect(await adminRow('diary')).toMatchObject({ version: '2.0.0', previous_version: '1.1.0' })
  })

  test('an upgrade that removes, changes or requires a field, or has more permissions, is 400 and the old version stays', async () => {
    const { publisher, install, govern, adminRow } = await openExtensionWorld(dialect)
    const first = await publisher.publish('diary', '1.0.0')
    await install('diary')
    const attempts: readonly [why: string, inside: object][] = [
      ['takes away', { resource: { other: { type: 'bool', doc: 'x', optional: true } } }],
      ['changes', { resource: { title: { type: 'int', doc: 'x' } } }],
      ['demands', more({ mood: { type: 'bool', doc: 'x' } })],
      ['more than the version before (http)', { permissions: [{ id: 'http', reason: 'x', hosts: ['a.example'] }] }],
    ]
    for (const [index, [why, inside]] of attempts.entries()) {
      const version = `1.${index + 1}.0`
      await publisher.publish('diary', version, { inside })
      const { status, body } = await govern({ extension: 'diary', upgrade_to: version })
      expect([status, body.detail]).toEqual([400, expect.stringContaining(why)])
    }
    expect(await adminRow('diary')).toMatchObject({ version: '1.0.0', hash: first.hash, previous_version: null })
    const accepted = await govern({ extension: 'diary', upgrade_to: '1.4.0', accept_permissions: true })
    expect(accepted).toMatchObject({ status: 200, body: { version: '1.4.0', risk: 3 } })
  })

  test('a version has one digest permanently, and a rejected archive leaves no trace', async () => {
    const { publisher, install, govern, tree } = await openExtensionWorld(dialect)
    await publisher.publish('diary', '1.0.0')
    await install('diary')
    await govern({ extension: 'diary', remove: true })
    publisher.catalogue.extensions.length = 0
    await publisher.publish('diary', '1.0.0', { inside: { short_description: 'Tampered with.' } })
    const { status, body } = await install('diary')
    expect([status, body.detail, tree()]).toEqual([400, expect.stringContaining('another digest'), []])
  })

  test('removed for all: files and activations are deleted, the data stays, and it is not reinstalled', async () => {
    const { world, publisher, someone, install, govern, row, tree } = await openExtensionWorld(dialect, {
      env: { SERVICE_EXTENSIONS_DEFAULT_INSTALL: 'diary,nowhere' },
    })
    await publisher.publish('diary', '1.0.0')
    await world.service.extensions.tick()
    expect(await row('diary')).toMatchObject({ available: true, installed: false, version: '1.0.0' })
    await install('diary', {}, { token: someone.token })
    expect((await govern({ extension: 'diary', remove: true })).status).toBe(200)
    expect([tree(), await row('diary', { token: someone.token })]).toEqual([
      [],
      expect.objectContaining({ available: false, installed: false }),
    ])
    await world.service.extensions.tick()
    expect(await row('diary')).toMatchObject({ available: false })
    expect((await govern({ extension: 'diary', remove: true })).status).toBe(404)
    expect((await govern({ extension: 'notes', remove: true })).status).toBe(400)
    expect((await install('diary')).status).toBe(201)
  })

  test('disabled, restricted and enabled again by the super user', async () => {
    const { world, someone, install, govern, row } = await openExtensionWorld(dialect)
    const credential = { token: someone.token }
    await install('notes', {}, credential)
    expect((await govern({ extension: 'notes', active: false })).body).toMatchObject({ available: false })
    expect(await row('notes', credential)).toMatchObject({ installed: true, active: false, available: false })
    expect((await install('notes', {}, credential)).status).toBe(403)
    expect((await govern({ extension: 'notes', active: true, admin_only: true })).body).toMatchObject({
      available: true,
      admin_only: true,
    })
    expect(await row('notes', credential)).toBe(undefined)
    await govern({ extension: 'notes', admin_only: false })
    expect(await row('notes', credential)).toMatchObject({ active: true })
    const lines = await world.db.list(
      `SELECT action FROM audit_log WHERE subject = 'notes' ORDER BY id`,
      [],
      (line: { action: string }) => line.action,
    )
    expect(lines).toEqual([
      'extension-switched-off',
      'extension-switched-on',
      'extension-restricted',
      'extension-opened',
    ])
  })

  test('the admin endpoints: 401, 403 for all but the super user, 404 and 422', async () => {
    const { world, someone, wallet, govern } = await openExtensionWorld(dialect)
    const calls = [
      ['GET', '/admin/api/v1/extensions', undefined],
      ['GET', '/admin/api/v1/extensions/releases', undefined],
      ['POST', '/admin/api/v1/extensions', { extension: 'notes', active: true }],
    ] as const
    for (const [method, url, body] of calls) {
      expect((await world.call(method, url, { body })).status).toBe(401)
      for (const credential of [{ key: wallet.adminKey }, { token: someone.token }]) {
        expect((await world.call(method, url, { ...credential, body })).status).toBe(403)
      }
    }
    expect((await govern({ extension: 'nowhere', active: true })).status).toBe(404)
    for (const body of [
      {},
      { extension: 'notes', active: 'yes' },
      { extension: 'notes', pay_to_enable: { amount: 0, wallet_id: 'x' } },
    ]) {
      expect((await govern(body)).status).toBe(422)
    }
    for (const body of [{ rollback: true }, { upgrade_to: '2.0.0' }, { remove: true, rollback: true }]) {
      expect((await govern({ extension: 'notes', ...body })).status).toBe(400)
    }
  })

  test('code that no manifest describes is not installed, and does not run if it was installed before', async () => {
    const { world, publisher, root, install } = await openExtensionWorld(dialect)
    const manifest = packageManifest('coded', '1.0.0', { runtime: { kind: 'js', entry: 'main.js' } })
    publisher.publishArchive('coded', '1.0.0', await buildPackage(manifest, [{ name: 'main.js', content: 'evil()' }]))
    const refused = await install('coded')
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      'The package is refused: its manifest.json does not describe its code: npm run pack-extension does.',
    ])
    await publisher.publish('diary', '1.0.0')
    await install('diary')
    const old = JSON.stringify({ ...packageManifest('diary', '1.0.0'), runtime: { kind: 'js', entry: 'main.js' } })
    await writeDirectly(world, `UPDATE extension_packages SET manifest = '${old.replaceAll("'", "''")}'`)
    await world.restart()
    expect(world.service.extensions.deps.present.find('diary')).toMatchObject({ runs: false, available: false })
    expect((await world.call('GET', '/diary/api/v1/', { token: root })).status).toBe(404)
  })

  test('a declarative package works like a built-in: immediately, after an upgrade, and not when disabled', async () => {
    const { world, publisher, root, someone, install, govern } = await openExtensionWorld(dialect)
    const call = async (method: 'GET' | 'POST' | 'PUT', path = '', body?: object, token = root) => {
      const answer = await world.call(method, `/diary/api/v1/${path}`, { token, body })
      return [answer.status, answer.body]
    }
    expect((await call('GET'))[0]).toBe(404)
    await publisher.publish('diary', '1.0.0')
    await install('diary')
    const [status, made] = await call('POST', '', { title: 'Monday' })
    expect([status, made]).toEqual([201, expect.objectContaining({ title: 'Monday' })])
    expect((await call('POST', '', {}))[0]).toBe(422)
    expect(await call('GET')).toEqual([200, [made]])
    expect((await call('GET', '', undefined, someone.token))[0]).toBe(403)
    await publisher.publish('diary', '1.1.0', {
      inside: more({ mood: { type: 'text', max: 10, doc: 'How it was.', default: 'fine' } }),
    })
    await govern({ extension: 'diary', upgrade_to: '1.1.0' })
    expect(await call('GET', made.id)).toEqual([200, expect.objectContaining({ title: 'Monday', mood: 'fine' })])
    expect((await call('PUT', made.id, { mood: 'bad' }))[1]).toMatchObject({ mood: 'bad' })
    await govern({ extension: 'diary', rollback: true })
    expect((await call('GET', made.id))[1]).not.toHaveProperty('mood')
    await govern({ extension: 'diary', active: false })
    expect((await call('GET'))[0]).toBe(404)
  })
})

test('an archive in the folder is installed without a network, as local', async () => {
  const { publisher, folder, install, row, tree } = await openExtensionWorld('sqlite')
  publisher.open = false
  const archive = await buildPackage(packageManifest('dropped', '0.1.0'))
  writeFileSync(join(folder, 'dropped-0.1.0.zip'), archive)
  writeFileSync(join(folder, 'broken.zip'), 'no zip')
  expect((await install('dropped', { source_repo: 'local' })).status).toBe(201)
  expect(await row('dropped')).toMatchObject({ source_repo: 'local', version: '0.1.0' })
  expect(tree()).toContain(`dropped/${sha256(archive)}/manifest.json`)
})

test('a folder that cannot be written stops the start, by the name of its variable', async () => {
  const { folder } = await openExtensionWorld('sqlite')
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const opening = openWorld({ dialect: 'sqlite', env: { SERVICE_EXTENSIONS_PATH: join(file, 'packages') } })
  await expect(opening).rejects.toThrow('SERVICE_EXTENSIONS_PATH')
  expect(existsSync(join(file, 'packages'))).toBe(false)
})

test('other processes see an installation', async () => {
  const { world, publisher, install } = await openExtensionWorld('postgres')
  await publisher.publish('diary', '1.0.0')
  const { deps } = world.service.extensions
  const other = await openPresentExtensions({ ...deps, builtIns: [], withCode: () => JAR })
  const changed = new Promise<void>((resolve) => void other.onChange(resolve))
  expect(other.find('diary')).toBe(undefined)
  await install('diary')
  await changed
  expect(other.find('diary')).toMatchObject({ id: 'diary', available: true })
  await other.stop()
})
