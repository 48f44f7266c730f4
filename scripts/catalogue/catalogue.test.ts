import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { newSigner } from '../../services/wallet/test/world/extensions/new-signer.ts'
import { openExtensionWorld } from '../../services/wallet/test/world/extensions/open-extension-world.ts'
import { writeNewExtension } from '../scaffold/write-new-extension.ts'
import { serveFolder } from './world/serve-folder.ts'
import { writePackage, writePublishers } from './world/write-packages.ts'
import { writeCatalogue } from './write-catalogue.ts'

/** A folder for archives and a folder for the site, removed after the test. */
function openFolders() {
  const root = mkdtempSync(join(tmpdir(), 'satchel-catalogue-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [folder, site] = [join(root, 'packages'), join(root, 'site')]
  return { folder, site, read: (name: string) => readFileSync(join(site, name), 'utf8') }
}

/** The visible text of a page, on one line. */
const textOf = (page: string): string =>
  page
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('the site of two publishers: a manifest, the archives, an index, and a page for each extension', async () => {
  const { folder, site, read } = openFolders()
  const { ann, bob } = await writePublishers(folder)
  const written = await writeCatalogue({ folder, site, url: 'https://extensions.example/satchel' })
  expect(written).toEqual({ extensions: 2, versions: 4, warnings: [] })
  expect(readdirSync(site, { recursive: true }).map(String).toSorted()).toEqual([
    'catalogue.json',
    'extensions',
    'extensions/box.html',
    'extensions/diary.html',
    'index.html',
    'packages',
    'packages/box-0.1.0.zip',
    'packages/diary-1.0.0.zip',
    'packages/diary-1.1.0.zip',
    'packages/diary-1.10.0.zip',
    'search.js',
    'style.css',
  ])
  const { extensions } = JSON.parse(read('catalogue.json'))
  expect(extensions.at(-1)).toMatchObject({
    id: 'diary',
    version: '1.0.0',
    archive: 'https://extensions.example/satchel/packages/diary-1.0.0.zip',
    publisher: ann.publisher,
    permissions: [{ id: 'http', hosts: ['a.example'] }, { id: 'mail' }],
  })
  const index = textOf(read('index.html'))
  expect(index).toContain('The box Keeps box. 0.1.0 · Signed · box The diary Keeps diary. 1.10.0 · Signed · diary')
  expect(index).toContain('https://extensions.example/satchel/catalogue.json')
  expect(textOf(read('extensions/box.html'))).toContain(`Key of its publisher ${bob.publisher}`)
})

test('the page of an extension compares the permissions of each version with the one before, in the sentences of the app', async () => {
  const { folder, site, read } = openFolders()
  const { ann } = await writePublishers(folder)
  await writeCatalogue({ folder, site })
  const page = textOf(read('extensions/diary.html'))
  const places = ['1.10.0 Changes', '1.1.0 Asks b, too.', '1.0.0 Versions of Satchel'].map((text) => page.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(page).toContain('What it may do Send requests to any server Needs http. Pay from your wallets to any address')
  expect(page).toContain(
    'since 1.1.0: New: Pay from your wallets to any address More than before: Send requests to any server Versions',
  )
  expect(page).toContain('since 1.0.0: New: Send requests to b.example No longer: Send mail Versions')
  expect(page).toContain(`Versions of Satchel from 0.9.0 Version of the extension API 1 Code none Size`)
  expect(page).toContain(`Key of its publisher ${ann.publisher}`)
  const { extensions } = JSON.parse(read('catalogue.json')) as { extensions: { hash: string }[] }
  for (const { hash } of extensions.slice(1)) expect(page).toContain(hash)
})

test.each(['with', 'without'])(
  'a service lists and installs from the site %s its address, and rejects a changed archive',
  async (which) => {
    const { folder, site } = openFolders()
    const { ann } = await writePublishers(folder)
    const { url, close } = await serveFolder(site)
    onTestFinished(close)
    await writeCatalogue({ folder, site, url: which === 'with' ? url : undefined })
    const { world, root, install, govern, adminRow } = await openExtensionWorld('sqlite', {
      env: { SERVICE_EXTENSIONS_MANIFESTS: JSON.stringify([`${url}catalogue.json`]) },
    })
    const { body } = await world.call('GET', '/admin/api/v1/extensions/releases?ext_id=diary', { token: root })
    expect(body.map(({ version }: { version: string }) => version)).toEqual(['1.10.0', '1.1.0', '1.0.0'])
    expect(body[1]).toMatchObject({ publisher: ann.publisher, notes: 'Asks b, too.', compatible: true })
    expect((await install('diary', { version: '1.0.0' })).body).toMatchObject({ version: '1.0.0', available: true })
    expect((await govern({ extension: 'diary', upgrade_to: '1.1.0' })).status).toBe(400)
    const agreed = { extension: 'diary', accept_permissions: true }
    expect((await govern({ ...agreed, upgrade_to: '1.1.0' })).body).toMatchObject({ version: '1.1.0' })
    expect(await adminRow('diary')).toMatchObject({ rejected_reason: null, publisher: ann.publisher })
    writeFileSync(join(site, 'packages/diary-1.10.0.zip'), readFileSync(join(site, 'packages/diary-1.0.0.zip')))
    expect(await govern({ ...agreed, upgrade_to: '1.10.0' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('digest') },
    })
  },
)

test('hostile texts are escaped, and a page has no script or style inside and none from elsewhere', async () => {
  const { folder, site, read } = openFolders()
  const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`
  await writePackage(folder, 'evil', '1.0.0', {
    inside: {
      name: hostile,
      short_description: hostile,
      notes: hostile,
      icon: hostile,
      contributors: [hostile],
      permissions: [{ id: 'http', reason: hostile, hosts: [hostile, '$&$`'] }],
    },
    stated: { pay_to_install: { amount: 21, description: hostile, wallet: hostile, wallet_id: 'w' } },
  })
  await writeCatalogue({ folder, site, url: `https://x.example/"'><script>/` })
  for (const page of [read('index.html'), read('extensions/evil.html')]) {
    expect(page).toContain('&quot;&#39;&gt;&lt;script&gt;')
    expect(page).not.toMatch(/<img|<script(?! src="search\.js" defer>)|<style|\son\w+=(?!alert)|style=|javascript:/)
    expect(page).toContain(`content="default-src &#39;none&#39;; style-src &#39;self&#39;; script-src &#39;self&#39;;`)
    expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^(?:\w+:|\/\/)/)]),
    )
  }
  expect(read('extensions/evil.html')).toContain('$&amp;$`')
})

test('the command names every problem, and then writes nothing', async () => {
  const { folder, site } = openFolders()
  const signer = newSigner()
  await writePackage(folder, 'forged', '1.0.0', { signer, stated: { signature: '0'.repeat(128) } })
  await writePackage(join(folder, 'more'), 'twice', '1.0.0')
  await writePackage(folder, 'twice', '1.0.0', { inside: { short_description: 'Another one.' } })
  writeFileSync(join(folder, 'revoked.json'), '["no digest"]')
  await expect(writeCatalogue({ folder, site })).rejects.toThrow(
    /^forged: Its signature[^\n]*\ntwice: Version 1\.0\.0 .*\nrevoked\.json: .*\ntwice 1\.0\.0: /,
  )
  writeFileSync(join(folder, 'broken.zip'), 'PK')
  await writePackage(folder, 'lnurlp', '1.0.0')
  await expect(writeCatalogue({ folder, site })).rejects.toThrow(
    /^broken\.zip: .*valid zip.*\nlnurlp-1\.0\.0\.zip: .*lnurlp is reserved\.$/,
  )
  expect(existsSync(site)).toBe(false)
})

test('a published version keeps its archive, another key is a warning, and a revoked version says so', async () => {
  const { folder, site, read } = openFolders()
  const { hash, file } = await writePackage(folder, 'box', '1.0.0', { signer: newSigner() })
  await writePackage(folder, 'old', '1.0.0')
  await writeCatalogue({ folder, site })
  rmSync(join(folder, 'old-1.0.0.zip'))
  const other = newSigner()
  await writePackage(folder, 'box', '1.1.0', { signer: other })
  const { publisher } = JSON.parse(readFileSync(file.replace(/zip$/, 'json'), 'utf8')) as { publisher: string }
  writeFileSync(join(folder, 'revoked.json'), JSON.stringify([{ hash, publisher, signature: '0'.repeat(128) }]))
  await expect(writeCatalogue({ folder, site })).rejects.toThrow('revocation')
  rmSync(join(folder, 'revoked.json'))
  expect((await writeCatalogue({ folder, site })).warnings).toEqual([expect.stringContaining('box 1.1.0')])
  expect(read('extensions/box.html')).toContain('Not the key of 1.0.0')
  expect(existsSync(join(site, 'extensions/old.html'))).toBe(false)
  await writePackage(folder, 'box', '1.0.0', { inside: { short_description: 'Changed.' } })
  rmSync(file.replace(/zip$/, 'json'))
  await expect(writeCatalogue({ folder, site })).rejects.toThrow('box 1.0.0: another archive')
  writeFileSync(join(folder, 'revoked.json'), '[{ "id": "plain", "range": "<2.0.0" }]')
  await writePackage(folder, 'plain', '1.0.0')
  rmSync(file)
  await writeCatalogue({ folder, site })
  expect(textOf(read('index.html'))).toContain('1.0.0 · Revoked by its publisher')
})

test('a folder with other files is not written over', async () => {
  const { folder } = openFolders()
  await writePackage(folder, 'box', '1.0.0')
  await expect(writeCatalogue({ folder, site: folder })).rejects.toThrow('choose another folder')
  await expect(writeCatalogue({ folder, site: `${folder}-site`, url: 'ftp://x.example' })).rejects.toThrow('--url')
})

test('pack-extension writes what the catalogue reads beside the archive', async () => {
  const { folder, site, read } = openFolders()
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const run = (...args: string[]) => spawnSync('node', args, { cwd: root, encoding: 'utf8' })
  writeNewExtension({ id: 'shelf', withCode: false, into: folder })
  const key = join(folder, 'publisher.pem')
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  expect(run('scripts/pack-extension.ts', join(folder, 'shelf'), key)).toMatchObject({ status: 0 })
  expect(run('scripts/catalogue.ts', folder, '--out', site)).toMatchObject({
    status: 0,
    stdout: `${site}: extensions: 1, versions: 1. Servers read catalogue.json.\n`,
  })
  expect(JSON.parse(read('catalogue.json')).extensions[0].publisher).toMatch(/^[0-9a-f]{64}$/)
})
