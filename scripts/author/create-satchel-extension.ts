#!/usr/bin/env node
// `create-satchel-extension NAME [--satchel CHECKOUT]`: the folder of a new extension. With a checkout, the SDK is the one
// that `npm run author-kit` has packed there.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Generated, writeAuthorFolder } from './write-author-folder.ts'

try {
  const { values, positionals } = parseArgs({ options: { satchel: { type: 'string' } }, allowPositionals: true })
  const about = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { generated } = JSON.parse(about) as { generated: Generated }
  const [name = ''] = positionals
  writeAuthorFolder({ name, checkout: values.satchel, generated })
  process.stdout.write(`${name}/ is there. Next:\n\n  cd ${name}\n  npm install\n  npm run dev\n`)
} catch (error) {
  process.stderr.write(`create-satchel-extension: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
