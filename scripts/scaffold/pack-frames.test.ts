import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readArchive } from '../../services/wallet/src/extensions/system/packages/read-archive.ts'
import { readPackage } from '../../services/wallet/src/extensions/system/packages/read-package.ts'
import { packExtension } from './pack-extension.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CODE = `import { defineExtension } from '@satchel/extension-sdk/extension'
export const GAME = defineExtension({
  manifest: {
    id: 'game', name: 'Game', version: '0.1.0', short_description: 'A game.', api_version: 1,
    permissions: [{ id: 'page', reason: 'Shows it.' }, { id: 'frames', reason: 'It has scripts.' }],
  },
  resource: { title: { type: 'text', max: 50, doc: 'Its name.' } },
})
`

function writeGame(files: Readonly<Record<string, string>>): string {
  const place = mkdtempSync(join(ROOT, 'my-games-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  for (const [name, content] of Object.entries({ 'game.ts': CODE, ...files })) {
    mkdirSync(dirname(join(place, 'game', name)), { recursive: true })
    writeFileSync(join(place, 'game', name), content)
  }
  return join(place, 'game')
}

test('the files in frames/ are packed and listed, as a server reads them', async () => {
  const folder = writeGame({
    'frames/game.html': '<p>',
    'frames/parts/a.js': '1',
    'frames/.DS_Store': 'x',
    'other.js': '1',
  })
  const { file } = await packExtension(folder)
  const files = await readArchive(readFileSync(file))
  expect(readPackage(files).code?.frames).toEqual(['game.html', 'parts/a.js'])
  expect([...files.keys()].filter((name) => name.endsWith('.js') || name.includes('/'))).toEqual([
    'extension.js',
    'frames/game.html',
    'frames/parts/a.js',
  ])
})

test.each(['game.exe', 'no ending', 'two words.html', '.hidden.d/x..js'])(
  '%j is not packed as a file for frames',
  async (name) => {
    await expect(packExtension(writeGame({ [`frames/${name}`]: '1' }))).rejects.toThrow(`frames/${name}`)
  },
)
