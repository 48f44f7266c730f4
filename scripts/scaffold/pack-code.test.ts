import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packCode } from './pack-code.ts'

const pack = (more: string) => {
  const folder = mkdtempSync(join(import.meta.dirname, 'packed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entry = join(folder, 'lamp.ts')
  const manifest = `{ id: 'lamp', name: 'Lamp', version: '0.1.0', short_description: 'Shines.', api_version: 1, permissions: [] }`
  writeFileSync(entry, `export const LAMP = { manifest: ${manifest}, resource: {}, ${more} }`)
  return packCode(entry, {})
}

test('the manifest lists the sockets of the code, with the handlers of each besides open', async () => {
  const open = `open: async () => 'x'`
  const { manifest } = await pack(`sockets: { '/ws/:id': { ${open}, message: async () => 1 }, '/ws/all': { ${open} } }`)
  expect(manifest).toMatchObject({ code: { sockets: { '/ws/:id': ['message'], '/ws/all': [] } } })
})

test.each(['claims', 'answers', 'assets'])('code with %s, which only built-ins have, is not packed', async (name) => {
  await expect(pack(`${name}: {}`)).rejects.toThrow(`only built-ins have ${name}`)
})
