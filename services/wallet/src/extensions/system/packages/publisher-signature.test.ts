import { expect, test } from 'vitest'
import { newSigner, type Signer } from '../../../../test/world/extensions/new-signer.ts'
import { openExtensionWorld } from '../../../../test/world/extensions/open-extension-world.ts'
import { openPublisher, type Publisher } from '../../../../test/world/extensions/open-publisher.ts'
import { isGenuine, releaseText, revocationText } from './publisher-signature.ts'

async function publishSigned(publisher: Publisher, signer: Signer, version: string) {
  const { hash } = await publisher.publish('diary', version)
  const listed = publisher.catalogue.extensions.at(-1) ?? {}
  Object.assign(listed, signer.sign(releaseText({ id: 'diary', version, hash })))
  return { hash, listed }
}

test('the vector of RFC 8032 is verified, and every change of one bit is detected', () => {
  const publisher = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
  const signature =
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b'
  expect(isGenuine({ publisher, signature }, '')).toBe(true)
  expect(isGenuine({ publisher, signature }, ' ')).toBe(false)
  expect(isGenuine({ publisher, signature: `f${signature.slice(1)}` }, '')).toBe(false)
  expect(isGenuine({ publisher: `c${publisher.slice(1)}`, signature }, '')).toBe(false)
  expect([isGenuine({ publisher }, ''), isGenuine({ signature }, ''), isGenuine({}, '')]).toEqual([false, false, true])
})

test('a signed release is listed with its key; one with another signature is rejected', async () => {
  const { world, publisher, root, install, adminRow } = await openExtensionWorld('sqlite')
  const signer = newSigner()
  const { listed } = await publishSigned(publisher, signer, '1.0.0')
  expect((await install('diary')).status).toBe(201)
  const { body } = await world.call('GET', '/admin/api/v1/extensions/releases?ext_id=diary', { token: root })
  expect(body).toMatchObject([{ version: '1.0.0', publisher: signer.publisher }])
  expect(await adminRow('diary')).toMatchObject({ publisher: signer.publisher })
  expect(await adminRow('notes')).toMatchObject({ publisher: null })
  await publisher.publish('forged', '1.0.0', { entry: { ...signer.sign('anything') } })
  await publisher.publish('half', '1.0.0', { entry: { publisher: signer.publisher } })
  for (const id of ['forged', 'half']) {
    expect(await adminRow(id)).toMatchObject({ rejected_reason: expect.stringContaining('signature') })
    expect((await install(id)).status).toBe(400)
  }
  Object.assign(listed, { archive: `${publisher.url}/forged-1.0.0.zip`, hash: '0'.repeat(64) })
  expect(await adminRow('diary')).toMatchObject({ rejected_reason: expect.stringContaining('signature') })
})

test('an upgrade needs the key of the previous version, until that one was removed', async () => {
  const { publisher, install, govern, row } = await openExtensionWorld('sqlite')
  const [author, thief] = [newSigner(), newSigner()]
  await publishSigned(publisher, author, '1.0.0')
  await install('diary')
  await publishSigned(publisher, thief, '1.1.0')
  await publisher.publish('diary', '1.2.0')
  for (const upgrade_to of ['1.1.0', '1.2.0']) {
    expect(await govern({ extension: 'diary', upgrade_to })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('signed by') },
    })
  }
  await publishSigned(publisher, author, '1.3.0')
  expect((await govern({ extension: 'diary', upgrade_to: '1.3.0' })).status).toBe(200)
  expect((await govern({ extension: 'diary', remove: true })).body).toMatchObject({
    installed_at: null,
    hash: null,
    publisher: null,
    previous_version: null,
  })
  expect((await install('diary', { version: '1.1.0' })).status).toBe(201)
  expect(await row('diary')).toMatchObject({ version: '1.1.0', available: true })
})

test('a signed release is revoked by the same key alone, in any catalogue', async () => {
  const second = await openPublisher()
  const first = await openPublisher()
  const { world, install, row, adminRow } = await openExtensionWorld('sqlite', {
    env: { SERVICE_EXTENSIONS_MANIFESTS: JSON.stringify([first.manifestUrl, second.manifestUrl]) },
  })
  const [author, thief] = [newSigner(), newSigner()]
  const { hash } = await publishSigned(first, author, '1.0.0')
  await install('diary')
  const range = { id: 'diary', range: '<2.0.0' }
  first.catalogue.revoked.push(hash, range, { hash, ...thief.sign(revocationText({ hash })) })
  second.catalogue.revoked.push({ ...range, publisher: author.publisher, signature: '0'.repeat(128) })
  await world.service.extensions.tick()
  expect(await row('diary')).toMatchObject({ available: true })
  second.catalogue.revoked.push({ ...range, ...author.sign(revocationText(range)) })
  await world.service.extensions.tick()
  expect(await row('diary')).toMatchObject({ available: false })
  expect(await adminRow('diary')).toMatchObject({ rejected_reason: expect.stringContaining('revoked') })
  await publishSigned(first, author, '1.5.0')
  expect((await install('diary', { version: '1.5.0' })).status).toBe(400)
})
