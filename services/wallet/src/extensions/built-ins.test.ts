import type { Route } from '@satchel/extension-sdk/extension'
import { PAGE } from '@satchel/extension-sdk/list-route'
import { expect, test } from 'vitest'
import { BUILT_INS } from './built-ins.ts'

/** At most 1,000 rows, all of them in one answer. */
const WHOLE = new Set(['lncalendar GET /api/v1/:id/unavailable'])

const LISTS = BUILT_INS.flatMap(({ manifest, routes = {} }) =>
  Object.entries<Route<never, never>>(routes)
    .filter(([path, { replyType }]) => path.startsWith('GET /api/v1/') && replyType === 'list')
    .map(([path, { query }]) => ({ list: `${manifest.id} ${path}`, query })),
).filter(({ list }) => !WHOLE.has(list))

test('there are lists below the items of built-in extensions', () => {
  expect(LISTS.length).toBeGreaterThan(10)
})

test.each(LISTS)('$list has the page size of all lists (X6)', ({ query }) => {
  expect(query).toEqual(PAGE)
})
