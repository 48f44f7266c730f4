import type { Route } from '@satchel/extension-sdk/extension'
import { PAGE } from '@satchel/extension-sdk/list-route'
import { expect, test } from 'vitest'
import { ITEM_WAYS } from '../access/ways-in.ts'
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
  expect(query).toMatchObject(PAGE)
})

test('an extension whose items open a wallet is in the table of access', () => {
  const opening = BUILT_INS.filter(({ opensWallet }) => opensWallet).map(({ manifest }) => manifest.id)
  expect(opening.toSorted()).toEqual(Object.values(ITEM_WAYS).toSorted())
})

/** They pay what their owner set up, and no holder of a secret. */
const STANDING_ORDERS = ['events', 'nostrnip5', 'scheduler', 'scrub', 'splitpayments', 'tpos']

test('an extension that pays any recipient opens the wallet, or follows standing orders of the owner', () => {
  const paying = BUILT_INS.filter(({ manifest, opensWallet }) => {
    const isPaying = manifest.permissions.some((permission) => permission.id === 'spend' && permission.to === 'any')
    return isPaying && opensWallet !== true
  })
  expect(paying.map(({ manifest }) => manifest.id).toSorted()).toEqual(STANDING_ORDERS)
})
