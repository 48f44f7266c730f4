import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { COMPILE_CACHE } from '../../test/world/compile-cache.ts'

/** Prints the package of each module that the commands load. */
const LIST_PACKAGES = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      packages.add(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1])
      return next(url, context)
    },
  })
  await import(${JSON.stringify(new URL('./commands.ts', import.meta.url).href)})
  console.log(JSON.stringify([...packages].filter(Boolean)))`

test('the thread that writes loads no schemas, no HTTP server and no client with the commands', () => {
  const env = { PATH: process.env['PATH'], ...COMPILE_CACHE }
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', LIST_PACKAGES], { env, encoding: 'utf8' })
  const packages = JSON.parse(output) as readonly string[]
  expect(packages).toContain('better-sqlite3')
  expect(packages.filter((name) => /^(typebox|ajv|fastify|undici|nostr-tools|pg|jose)$/.test(name))).toEqual([])
})
