import { defineExtension } from '@satchel/extension-sdk/extension'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Shape } from '@satchel/extension-sdk/shape'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../../../test/world/open-world.ts'
import { DIALECTS } from '../../../../test/world/test-database.ts'

const FIELDS = { name: { type: 'text', max: 20, doc: 'Its name.' } } as const satisfies Shape
const TABLES = {
  books: {
    item: { type: 'text', max: 64, doc: 'The shelf.', index: true },
    number: { type: 'int', doc: 'Which one.' },
  },
} as const satisfies Record<string, Shape>
const { route, listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()

const SHELF = defineExtension({
  manifest: {
    id: 'shelf',
    name: 'Shelf',
    version: '1.0.0',
    short_description: 'Keeps books.',
    api_version: 1,
    permissions: [],
  },
  resource: FIELDS,
  tables: TABLES,
  routes: {
    'POST /api/v1/:id/books': route({
      access: 'admin',
      summary: 'Add books',
      body: { count: { type: 'int', min: 1, max: 200, doc: 'How many.' } },
      async handle({ item, body: { count } }, ctx) {
        for (let number = 1; number <= count; number += 1) {
          await ctx.table('books').insert({ item: item.id, number }, item.wallet)
        }
        return { json: { count } }
      },
    }),
    'GET /api/v1/:id/books': listRoute({
      table: 'books',
      access: 'invoice',
      summary: 'The books of a shelf',
      reply: { number: TABLES.books.number },
      toJson: ({ number }) => ({ number }),
    }),
  },
})

describe.each(DIALECTS)('a list below an item, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [SHELF] })
    owner = await world.openWallet()
    await activateExtension(world, owner, 'shelf')
  })
  afterAll(() => world.close())

  const makeShelf = async (count: number): Promise<string> => {
    const { body } = await world.call('POST', '/shelf/api/v1/', { key: owner.adminKey, body: { name: 'Shelf' } })
    const path = `/shelf/api/v1/${body.id}/books`
    expect(await world.call('POST', path, { key: owner.adminKey, body: { count } })).toMatchObject({ status: 200 })
    return path
  }
  const list = async (path: string) => {
    const { status, headers, body } = await world.call('GET', path, { key: owner.invoiceKey })
    const numbers = status === 200 ? (body as unknown as { number: number }[]).map(({ number }) => number) : []
    return { status, total: headers['x-total-count'], numbers }
  }

  test('it answers the newest 20 rows, and the number of all rows of the item (X6)', async () => {
    const path = await makeShelf(25)
    await makeShelf(3)
    const { total, numbers } = await list(path)
    expect(total).toBe('25')
    expect(numbers).toHaveLength(20)
    expect(numbers.slice(0, 3)).toEqual([25, 24, 23])
  })

  test('limit and offset select the page, and the total stays (X6)', async () => {
    const path = await makeShelf(25)
    expect(await list(`${path}?limit=2&offset=3`)).toEqual({ status: 200, total: '25', numbers: [22, 21] })
    expect(await list(`${path}?offset=24`)).toEqual({ status: 200, total: '25', numbers: [1] })
    expect(await list(`${path}?offset=25`)).toEqual({ status: 200, total: '25', numbers: [] })
  })

  test('a page has at most 100 rows; other limits are 422 (X6)', async () => {
    const path = await makeShelf(101)
    expect((await list(`${path}?limit=100`)).numbers).toHaveLength(100)
    for (const query of ['limit=101', 'limit=0', 'limit=x', 'offset=-1', 'offset=1000001']) {
      expect(await list(`${path}?${query}`)).toMatchObject({ status: 422 })
    }
  })
})
