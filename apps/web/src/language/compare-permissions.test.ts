import { expect, test } from 'vitest'
import { comparePermissions } from './compare-permissions.ts'
import { type AskedPermission, permissionKey } from './permission-key.ts'

const http = (...hosts: string[]): AskedPermission => ({ id: 'http', hosts })
const spend = (to: string): AskedPermission => ({ id: 'spend', to })
const MAIL: AskedPermission = { id: 'mail' }

/** `kind id to hosts`, in the order of the answer. */
const changes = (before: readonly AskedPermission[], now: readonly AskedPermission[]): string[] =>
  comparePermissions(before, now).map(({ kind, permission: { id, to, hosts } }) =>
    [kind, id, ...(to === undefined ? [] : [to]), ...(hosts ?? [])].join(' '),
  )

test('the order of permissions does not count as a change', () => {
  expect(changes([], [])).toEqual([])
  expect(changes([MAIL, http('a', 'b'), spend('own')], [spend('own'), http('b', 'a'), MAIL])).toEqual([])
})

test('added permissions are listed before removed ones', () => {
  expect(changes([MAIL, spend('any')], [{ id: 'receive' }])).toEqual([
    'added receive',
    'removed mail',
    'removed spend any',
  ])
})

test('only the added or removed hosts are named', () => {
  expect(changes([http('a', 'b')], [http('b', 'evil.example')])).toEqual(['added http evil.example', 'removed http a'])
})

test('`every host` is wider than named hosts, and named hosts are narrower than `every host`', () => {
  expect(changes([http('a')], [http('*')])).toEqual(['wider http *'])
  expect(changes([http('*')], [http('a')])).toEqual(['narrower http a'])
  expect(changes([http('*')], [http('*', 'a')])).toEqual([])
})

test.each([
  ['own', 'listed', ['wider spend listed']],
  ['own', 'any', ['wider spend any']],
  ['listed', 'any', ['wider spend any']],
  ['any', 'own', ['narrower spend own']],
  ['any', 'any', []],
])('a change of `spend` from %s to %s is %j', (old, now, expected) => {
  expect(changes([spend(old)], [spend(now)])).toEqual(expected)
})

test('an unknown destination is read as `any`, and an unknown permission has no sentence', () => {
  expect(permissionKey(spend('moon'))).toBe('ext.may-spend-any')
  expect(permissionKey({ id: 'toString' })).toBe(undefined)
})
