import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const COMMAND = ['node', '--max-semi-space-size=4', 'services/wallet/src/programs/main.ts', '--new']
const BUNDLED = ['node', '--max-semi-space-size=4', 'services/dist/wallet.js', '--new']

const BUILDER = new URL('build-services.mjs', import.meta.url).href
const DIGEST = new URL('build-once.mjs', import.meta.url).href

/** A checkout of one source, with a builder that appends to `built`. */
function checkout() {
  const root = mkdtempSync(join(tmpdir(), 'satchel-checkout-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (path: string, text: string): void => {
    writeFileSync(join(root, path), text)
    // A fixed time: all versions of an archive have the same one.
    utimesSync(join(root, path), 0, 0)
  }
  for (const folder of ['scripts', 'services']) mkdirSync(join(root, folder))
  write('source.ts', '1')
  write(
    'scripts/bundle-services.mjs',
    `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    import { digestOf } from '${DIGEST}'
    if (readFileSync('source.ts', 'utf8') === 'wrong') throw new Error('source.ts cannot be read')
    appendFileSync('built', 'x')
    mkdirSync(process.argv[2])
    writeFileSync(process.argv[2] + '/stamp.json', JSON.stringify({ made: ['source.ts'], digest: digestOf('.', 'services', ['source.ts']) }))`,
  )
  const script = `import { withBundles } from '${BUILDER}'
    process.stdout.write(JSON.stringify(await withBundles('.', process.env, ${JSON.stringify(COMMAND)})))`
  const start = (): unknown =>
    JSON.parse(
      execFileSync('node', ['--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8', stdio: 'pipe' }),
    )
  return { root, write, start }
}

test('the services are bundled once, and again after a source has changed', () => {
  const { root, write, start } = checkout()
  const built = (): number => readFileSync(join(root, 'built'), 'utf8').length
  expect([start(), built()]).toEqual([BUNDLED, 1])
  expect([start(), built()]).toEqual([BUNDLED, 1])
  write('source.ts', '2')
  expect([start(), built()]).toEqual([BUNDLED, 2])
})

test('if bundling fails, the sources run, not an old bundle', () => {
  const { write, start } = checkout()
  expect(start()).toEqual(BUNDLED)
  write('source.ts', 'wrong')
  expect(start()).toEqual(COMMAND)
})
