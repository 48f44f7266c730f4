import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { APP_EXCEPTIONS } from './app-exceptions.ts'
import type { ApiDocument } from './matrix/operations.ts'

const SOURCES = fileURLToPath(new URL('../../apps/web/src', import.meta.url))
const EXTENSIONS = new Set(BUILT_INS.map(({ manifest }) => manifest.id))

/** `GET /api/v1/wallets`, of every operation behind a credential. */
let behindCredentials: readonly string[]
let app: string

beforeAll(async () => {
  const world = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS })
  const { paths } = JSON.parse((await world.app.inject('/openapi.json')).body) as ApiDocument
  await world.close()
  behindCredentials = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => (security ?? []).length > 0)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  app = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'))
    .join('\n')
})

const isCalled = (operation: string): boolean => app.includes(`'${operation}'`)

/** An exception for exactly this operation, or for a group that it belongs to. */
function isMeant(exception: string, operation: string): boolean {
  const [method = '', pattern = ''] = exception.split(' ')
  const [its = '', path = ''] = operation.split(' ')
  if (method !== '*' && method !== its) return false
  if (pattern === '/{extension}/*') return EXTENSIONS.has(path.split('/')[1] ?? '')
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

const missing = (): string[] => behindCredentials.filter((operation) => !isCalled(operation))

test('every operation that needs a credential is called by the app, or is an exception with a reason', () => {
  expect(behindCredentials.length).toBeGreaterThan(250)
  const unknown = missing().filter(
    (operation) => !Object.keys(APP_EXCEPTIONS).some((exception) => isMeant(exception, operation)),
  )
  expect(unknown).toEqual([])
})

test('every exception is still needed, and has a sentence as reason', () => {
  const needed = missing()
  const idle = Object.keys(APP_EXCEPTIONS).filter((one) => !needed.some((operation) => isMeant(one, operation)))
  expect(idle).toEqual([])
  for (const reason of Object.values(APP_EXCEPTIONS)) expect(reason).toMatch(/^[A-Z].{20,}\.(?:md\.)?$/)
})
