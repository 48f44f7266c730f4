import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TIPJAR } from '../../../extensions/tipjar/tipjar.ts'
import { JAR } from '../../../services/wallet/test/world/extensions/jar-extension.ts'
import { openWorld, type World } from '../../../services/wallet/test/world/open-world.ts'
import { listRoutes } from './list-routes.ts'

/** Answered under any load; and the picture of a page, which counts as a visit. */
const ANSWERED = ['/api/v1/qrcode/:data', '/api/v1/health']

describe.each(['satchel', 'lnbits'])(
  'a client that has used up the request limit, with the dialect %s at the root',
  (dialect) => {
    let world: World
    let routes: ReturnType<typeof listRoutes>
    beforeAll(async () => {
      const env = { SERVICE_RATE_LIMIT_NO: '1', SERVICE_RATE_LIMIT_UNIT: 'day', SERVICE_DIALECT: dialect }
      world = await openWorld({ dialect: 'sqlite', builtIns: [JAR, TIPJAR], env })
      routes = listRoutes(world.app)
      await world.call('GET', '/nowhere')
    })
    afterAll(() => world.close())

    test('the list has the routes of the API, of the dialect, of extensions, and hidden ones', () => {
      expect(routes.size).toBeGreaterThan(240)
      for (const path of ['/api/v1/payments', '/lnbits/api/v1/payments/:id', '/oauth/token', '/tipjar/api/v1/:id'])
        expect([...routes.keys()]).toContain(path)
    })

    test('every request with a body is 429, and its body is not read', async () => {
      const calls = [...routes].flatMap(([path, verbs]) =>
        WITH_BODY.filter((verb) => verbs.includes(verb)).map((method) => ({ method, path })),
      )
      const answers = await Promise.all(
        calls.map(async ({ method, path }) => {
          const headers = { 'content-type': 'application/json' }
          const { statusCode } = await world.app.inject({ method, url: urlOf(path), headers, payload: '{"broken' })
          return { method, path, statusCode }
        }),
      )
      expect(answers.length).toBeGreaterThan(150)
      expect(answers.filter(({ statusCode }) => statusCode !== 429)).toEqual([])
    })

    test('every GET of the API and of the dialect is 429, except the checks of its state', async () => {
      const paths = [...routes].flatMap(([path, verbs]) =>
        verbs.includes('GET') && OF_PROGRAMS.test(path) ? path : [],
      )
      const answers = await Promise.all(
        paths.map(async (path) => ({ path, statusCode: (await world.app.inject(urlOf(path))).statusCode })),
      )
      expect(answers.length).toBeGreaterThan(60)
      expect(answers.flatMap(({ path, statusCode }) => (statusCode === 429 ? [] : path))).toEqual(ANSWERED)
    })
  },
)

const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
const OF_PROGRAMS = /^\/(?:lnbits|(?:\w+\/)?api\/v1|oauth|users|admin)\//

const urlOf = (path: string): string => path.replaceAll(/:\w+/g, 'a'.repeat(64)).replace(/\*$/, 'a')
