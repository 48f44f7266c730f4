import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../../services/wallet/test/world/open-world.ts'
import { openMatrixWorld } from './open-matrix-world.ts'
import { listOperations, readDocument } from './operations.ts'

const listing = await openMatrixWorld('sqlite')
const OPERATIONS = listOperations(await readDocument(listing))
await listing.close()

/** Path → the verbs that the manual has for it. Those with a parameter in them may be other paths, too. */
const PATHS = [...new Set(OPERATIONS.map(({ path }) => path).filter((path) => !path.includes('{')))].map((path) => ({
  path,
  verbs: OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method as string),
}))

let world: World
beforeAll(async () => {
  world = await openMatrixWorld('sqlite')
})
afterAll(() => world.close())

test.each(PATHS)(
  '$path is 405 to every other method and lists its own, with and without credentials',
  async ({ path, verbs }) => {
    const allow = [...verbs, ...(verbs.includes('GET') ? ['HEAD'] : [])].sort().concat('OPTIONS').join(', ')
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      if (verbs.includes(method)) continue
      const answer = await world.app.inject({ method, url: path })
      expect([method, answer.statusCode, answer.headers.allow, answer.json()]).toEqual([
        method,
        405,
        allow,
        { detail: 'Method Not Allowed', code: 'method_not_allowed' },
      ])
    }
  },
)
