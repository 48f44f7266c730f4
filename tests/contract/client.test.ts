import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeOperations } from '../../packages/client/src/write-operations.ts'
import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'
import { openWorld, type World } from '../../services/wallet/test/world/open-world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS })
})
afterAll(() => world.close())

test('the typed client has every operation as the service describes it now', async () => {
  const { body } = await world.call('GET', '/openapi.json')
  const written = readFileSync(new URL('../../packages/client/src/operations.ts', import.meta.url), 'utf8')
  expect(writeOperations(body) === written, 'run `npm run client`').toBe(true)
})
