import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))

test('links and QR codes use the public URL, never the host name of this browser', () => {
  const found = ['places', 'parts', 'shell'].flatMap((folder) =>
    readdirSync(`${SOURCES}/${folder}`, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith('.tsx'))
      .map(({ name, parentPath }) => ({ name, text: readFileSync(`${parentPath}/${name}`, 'utf8') }))
      .filter(({ text }) => /\blocation\.(?:origin|host|hostname)\b/.test(text))
      .map(({ name }) => name),
  )
  expect(found).toEqual([])
})
