import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildPackage, packageManifest, sha256 } from '../../../../test/world/extensions/build-archive.ts'
import { openExtensionWorld } from '../../../../test/world/extensions/open-extension-world.ts'
import { openPublisher } from '../../../../test/world/extensions/open-publisher.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import { writeDirectly } from '../../../../test/world/write-directly.ts'

const toMail = (row: { payload: string }): unknown => JSON.parse(row.payload)

describe.each(LOGIC_DIALECTS)('the catalogue, on %s', (dialect) => {
  test('a catalogue that does not answer keeps its last good copy, also after a restart, and built-ins need none', async () => {
    const { world, publisher, someone, install, row, adminRow } = await openExtensionWorld(dialect)
    await publisher.publish('diary', '1.0.0')
    const fetched = (await adminRow('diary'))?.['catalogue_fetched_at']
    expect(fetched).toBe(world.nowSeconds())
    publisher.open = false
    world.advance(100)
    await world.restart()
    expect(await row('diary')).toMatchObject({ version: '1.0.0', compatible: true })
    expect((await install('notes', {}, { token: someone.token })).status).toBe(201)
    expect(await adminRow('diary')).toMatchObject({ catalogue_fetched_at: fetched })
    expect((await install('diary')).status).toBe(400)
    publisher.open = true
    expect((await install('diary')).status).toBe(201)
  })

  test('releases: newest first, those that run here and others, and the newest that runs is installed', async () => {
    const { world, publisher, root, install } = await openExtensionWorld(dialect)
    await publisher.publish('diary', '1.10.0', { entry: { max_service_version: '1.0.0' } })
    await publisher.publish('diary', '1.9.0')
    await publisher.publish('diary', '2.0.0', { entry: { min_service_version: '99.0.0' } })
    expect((await install('diary')).body).toMatchObject({ version: '1.10.0', latest_version: '2.0.0' })
    const { status, body } = await world.call('GET', '/admin/api/v1/extensions/releases?ext_id=diary', { token: root })
    const listed = body.map((one: Record<string, unknown>) => [one['version'], one['compatible'], one['installed']])
    expect([status, listed]).toEqual([
      200,
      [
        ['2.0.0', false, false],
        ['1.10.0', true, true],
        ['1.9.0', true, false],
      ],
    ])
    expect(body[0]).toMatchObject({
      ext_id: 'diary',
      description: 'Keeps diary.',
      source_repo: publisher.manifestUrl,
      min_service_version: '99.0.0',
      max_service_version: null,
    })
    expect((await install('diary', { version: '3.0.0' })).status).toBe(404)
    expect((await install('diary', { version: '2.0.0' })).status).toBe(400)
  })

  test('a rejected entry is shown to the super user only, with the reason; one bad entry spoils no other', async () => {
    const { world, publisher, someone, row, adminRow } = await openExtensionWorld(dialect)
    await publisher.publish('diary', '1.0.0')
    await publisher.publish('auth', '1.0.0')
    await publisher.publish('notes', '9.0.0')
    publisher.catalogue.extensions.push({ id: 'half' }, 'nothing' as never)
    expect(await adminRow('auth')).toMatchObject({ rejected_reason: expect.stringContaining('reserved') })
    expect(await adminRow('half')).toMatchObject({ available: false, rejected_reason: expect.any(String) })
    expect(await adminRow('notes')).toMatchObject({ builtin: true, version: '1.2.3', available: true })
    const ids = (await world.call('GET', '/api/v1/extension', { token: someone.token })).body.map(
      (one: { id: string }) => one.id,
    )
    expect(ids).toEqual(['lists', 'diary', 'notes'])
    expect(await row('diary')).toMatchObject({ name: 'The diary' })
  })

  test('a revoked version cannot be installed; an installed one is disabled until another replaces it', async () => {
    const { world, publisher, install, govern, adminRow, row } = await openExtensionWorld(dialect)
    await writeDirectly(world, `UPDATE users SET email = 'root@example.com' WHERE role = 'super-user'`)
    const { hash } = await publisher.publish('diary', '1.0.0')
    await install('diary')
    publisher.catalogue.revoked.push(hash)
    await world.service.extensions.tick()
    await world.service.extensions.tick()
    const mails = await world.db.list(`SELECT payload FROM extension_jobs WHERE kind = 'mail'`, [], toMail)
    expect(mails).toEqual([
      { to: 'root@example.com', subject: expect.any(String), text: expect.stringContaining('1.0.0') },
    ])
    expect(await adminRow('diary')).toMatchObject({
      available: false,
      rejected_reason: expect.stringContaining('revoked'),
    })
    expect((await govern({ extension: 'diary', active: true })).status).toBe(400)
    await world.restart()
    expect(await row('diary')).toMatchObject({ available: false })
    await publisher.publish('diary', '1.0.1')
    expect((await govern({ extension: 'diary', upgrade_to: '1.0.1' })).body).toMatchObject({
      available: true,
      version: '1.0.1',
    })
    expect((await govern({ extension: 'diary', rollback: true })).status).toBe(400)
    publisher.catalogue.revoked.push({ id: 'diary', range: '<2.0.0' })
    await publisher.publish('other', '1.0.0')
    await world.service.extensions.tick()
    expect(await row('diary')).toMatchObject({ available: false })
    expect((await install('other')).status).toBe(201)
  })
})

test('of several catalogues the first decides names and digests, but not for extensions of others', async () => {
  const second = await openPublisher()
  const { publisher, install, row, adminRow } = await openExtensionWorld('sqlite', {
    env: {},
    prepare: async (first) => {
      await first.publish('diary', '1.0.0')
      await second.publish('diary', '1.1.0', { entry: { name: 'Impostor' } })
      await second.publish('diary', '1.0.0', { inside: { short_description: 'Another one.' } })
    },
  })
  expect(await row('diary')).toMatchObject({ latest_version: '1.0.0' })
  const both = await openExtensionWorld('sqlite', {
    env: { SERVICE_EXTENSIONS_MANIFESTS: JSON.stringify([publisher.manifestUrl, second.manifestUrl]) },
  })
  expect(await both.row('diary')).toMatchObject({ name: 'The diary', latest_version: '1.1.0' })
  expect(await both.adminRow('diary')).toMatchObject({ rejected_reason: expect.stringContaining('another digest') })
  second.catalogue.revoked.push({ id: 'diary', range: '*' })
  expect((await both.install('diary', { source_repo: publisher.manifestUrl })).status).toBe(201)
  await both.world.service.extensions.tick()
  expect(await both.row('diary')).toMatchObject({ available: true, version: '1.0.0' })
  expect((await both.install('diary', { source_repo: second.manifestUrl, version: '1.1.0' })).status).toBe(400)
  expect((await install('diary', { source_repo: second.manifestUrl })).status).toBe(404)
  expect(await adminRow('nowhere')).toBe(undefined)
})

test('a repository: a release is checked against its published digest, or one that the installing caller repeats', async () => {
  const { publisher, install, row } = await openExtensionWorld('sqlite', {
    prepare: async (one) => {
      one.catalogue.repos.push({ id: 'digested', organisation: 'acme', repository: 'digested' })
      one.catalogue.repos.push({ id: 'undigested', organisation: 'acme', repository: 'undigested' })
    },
  })
  const digests: Record<string, string> = {}
  for (const id of ['digested', 'undigested']) {
    const archive = await buildPackage(packageManifest(id, '1.0.0'))
    digests[id] = sha256(archive)
    publisher.files.set(`/${id}.zip`, archive)
    const digest = id === 'digested' ? `sha256:${digests[id]}` : null
    const assets = [{ name: 'package.zip', browser_download_url: `${publisher.url}/${id}.zip`, digest }]
    publisher.files.set(`/api/repos/acme/${id}/releases`, [{ tag_name: 'v1.0.0', name: 'First', assets }])
  }
  expect(await row('digested')).toMatchObject({ source_repo: 'acme/digested', version: '1.0.0' })
  expect((await install('digested', { source_repo: 'acme/digested' })).status).toBe(201)
  const first = await install('undigested')
  expect([first.status, first.body.detail]).toEqual([400, expect.stringContaining(digests['undigested'] ?? '')])
  expect((await install('undigested', { hash: '0'.repeat(64) })).status).toBe(400)
  expect((await install('undigested', { hash: digests['undigested'] })).status).toBe(201)
})

test('a release has the notes and permissions that its catalogue states, or null; those of a manually added archive are its own', async () => {
  const permissions = [{ id: 'http', reason: 'Asks for prices.', hosts: ['prices.example'] }]
  const { world, publisher, folder, root } = await openExtensionWorld('sqlite', {
    prepare: async (one) => {
      await one.publish('diary', '1.1.0', { entry: { notes: 'Two <new> fields.', permissions: [] } })
      await one.publish('diary', '1.0.0')
    },
  })
  const dropped = await buildPackage(packageManifest('box', '1.0.0', { permissions, notes: 'The first.' }))
  writeFileSync(join(folder, 'box.zip'), dropped)
  writeFileSync(
    join(folder, 'pin.zip'),
    await buildPackage(packageManifest('pin', '1.0.0', { permissions: undefined })),
  )
  const releases = async (id: string) =>
    (await world.call('GET', `/admin/api/v1/extensions/releases?ext_id=${id}`, { token: root })).body
  expect(await releases('diary')).toMatchObject([
    { version: '1.1.0', notes: 'Two <new> fields.', permissions: [] },
    { version: '1.0.0', notes: null, permissions: null },
  ])
  expect(await releases('box')).toMatchObject([{ notes: 'The first.', permissions }])
  expect(await releases('pin')).toMatchObject([{ notes: null, permissions: [] }])
  expect(await releases('lists')).toMatchObject([{ permissions: [{ id: 'spend', to: 'listed' }] }])
  expect(publisher.paths()).not.toContain('GET /diary-1.1.0.zip')
})

test('the address of an archive may be relative to its manifest', async () => {
  const { world, publisher, root, install } = await openExtensionWorld('sqlite', {
    prepare: (one) => one.publish('diary', '1.0.0', { entry: { archive: 'diary-1.0.0.zip' } }),
  })
  expect((await install('diary')).status).toBe(201)
  expect(publisher.paths()).toContain('GET /diary-1.0.0.zip')
  await publisher.publish('other', '1.0.0', { entry: { archive: '../%' } })
  expect((await install('other')).status).toBe(400)
  expect((await world.call('GET', '/admin/api/v1/extensions', { token: root })).status).toBe(200)
})

test('a catalogue that does not answer delays callers only briefly', async () => {
  const { world, root } = await openExtensionWorld('sqlite', { prepare: (one) => (one.silent = true) })
  const began = performance.now()
  const { status, body } = await world.call('GET', '/api/v1/extension', { token: root })
  expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, ['lists', 'notes']])
  expect(performance.now() - began).toBeLessThan(5000)
})

test('without configured catalogues the shipped one is official, and needs no network', async () => {
  const { world, root } = await openExtensionWorld('sqlite', { env: { SERVICE_EXTENSIONS_MANIFESTS: '' } })
  const { status } = await world.call('GET', '/api/v1/extension', { token: root })
  expect([status, world.service.extensions.deps.catalogue.now().sources]).toEqual([200, ['official', 'local']])
})
