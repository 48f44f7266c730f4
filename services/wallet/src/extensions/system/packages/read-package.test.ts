import { expect, test } from 'vitest'
import { packageManifest } from '../../../../test/world/extensions/build-archive.ts'
import { definePackage } from './define-package.ts'
import { parsePackage } from './read-package.ts'
import { newPermissions, riskOf } from './risk-of.ts'
import { isCompatible, isVersion } from './version-bounds.ts'

const EVERY_FIELD = {
  title: { type: 'text', max: 40, min: 1, doc: 'x', pattern: '^[a-z]+$', default: 'title', show: 'public' },
  kind: { type: 'text', max: 9, doc: 'x', oneOf: ['a', 'b'], index: true },
  link: { type: 'url', doc: 'x', optional: true },
  price: { type: 'money', doc: 'x', min: 0.5, max: 10, default: 1.5 },
  sats: { type: 'sat', doc: 'x', min: 1 },
  on: { type: 'bool', doc: 'x', default: true },
  extra: { type: 'json', doc: 'x', maxBytes: 100, optional: true },
  tags: { type: 'list', doc: 'x', maxItems: 3, of: { scalar: 'text', max: 10 } },
  lines: { type: 'list', doc: 'x', maxItems: 3, of: { name: { type: 'text', max: 5, doc: 'x' } } },
}

const read = (more: object) => parsePackage(JSON.stringify(packageManifest('diary', '1.0.0', more)))

test('a declarative package becomes a definition like that of a built-in, with checked fields only', () => {
  const permissions = [{ id: 'receive', reason: 'is paid', hosts: 5 }]
  const manifest = read({ resource: EVERY_FIELD, filters: ['kind'], noun: 'entry', pay_to_install: 'x', permissions })
  expect(manifest).not.toHaveProperty('pay_to_install')
  expect(definePackage(manifest)).toEqual({
    manifest: {
      id: 'diary',
      name: 'The diary',
      version: '1.0.0',
      short_description: 'Keeps diary.',
      api_version: 1,
      permissions: [{ id: 'receive', reason: 'is paid' }],
    },
    resource: EVERY_FIELD,
    filters: ['kind'],
    noun: 'entry',
  })
})

test.each([
  ['a default above its max', { a: { type: 'int', doc: 'x', max: 1, default: 2 } }],
  ['a default that is none of its choices', { a: { type: 'text', max: 9, doc: 'x', oneOf: ['a'], default: 'b' } }],
  ['a min above its max', { a: { type: 'sat', doc: 'x', min: 2, max: 1 } }],
  ['no words for the manual', { a: { type: 'bool' } }],
  ['a name in capitals', { Title: { type: 'bool', doc: 'x' } }],
  ['a field in a list without a type', { a: { type: 'list', doc: 'x', maxItems: 1, of: { b: {} } } }],
  ['a bad field in a list', { a: { type: 'list', doc: 'x', maxItems: 1, of: { b: { type: 'int' } } } }],
  [
    'a bad pattern in a list',
    { a: { type: 'list', doc: 'x', maxItems: 1, of: { scalar: 'text', max: 9, pattern: '(a+)+' } } },
  ],
  ['no object at all', { a: 'text' }],
])('a package is refused for a field with %s', (_what, resource) => {
  expect(() => read({ resource })).toThrow('refused')
})

test('a package is refused for a password among its fields, which only built-in extensions can keep', () => {
  const pin = { type: 'text', max: 8, doc: 'x', atRest: 'password' }
  expect(() => read({ resource: { pin } })).toThrow('is a password, which only built-in extensions can keep')
})

test('a package is refused for a permission that it names twice, and for a filter that is no indexed field', () => {
  const page = { id: 'page', reason: 'x' }
  expect(() => read({ permissions: [page, page] })).toThrow('twice')
  expect(() => read({ filters: ['title'] })).toThrow('indexed')
})

test('the risk follows from what it may do', () => {
  const asks = (id: string, more = {}) => ({ id, reason: '', ...more })
  expect(riskOf([])).toBe(1)
  expect(riskOf([asks('receive'), asks('page')])).toBe(1)
  expect(riskOf([asks('http')])).toBe(3)
  expect(riskOf([asks('http'), asks('payments.read')])).toBe(4)
  expect(['own', 'listed', 'any'].map((to) => riskOf([asks('spend', { to })]))).toEqual([3, 4, 5])
  expect(riskOf([asks('unheard-of')])).toBe(5)
})

test('more permissions are a new one, a wider one, and another host', () => {
  const spend = (to: string) => [{ id: 'spend', reason: '', to }]
  const http = (...hosts: string[]) => [{ id: 'http', reason: '', hosts }]
  expect(newPermissions(spend('own'), spend('own'))).toEqual([])
  expect(newPermissions(spend('own'), spend('any'))).toEqual(['spend'])
  expect(newPermissions(spend('any'), spend('own'))).toEqual([])
  expect(newPermissions(http('a.example'), http('a.example', 'b.example'))).toEqual(['http'])
  expect(newPermissions([], spend('own'))).toEqual(['spend'])
})

test('versions are strict; min is inclusive, max exclusive, and a pre-release that runs counts as its release', () => {
  expect(['1.2.3', '1.2.3-rc.1', '1.2.3+build'].map(isVersion)).toEqual([true, true, true])
  expect(['1.2', 'v1.2.3', '1.2.3.4', '01.2.3', ' 1.2.3', '', 'x'].map(isVersion)).toEqual(Array(7).fill(false))
  expect(isCompatible({}, '1.0.0')).toBe(true)
  expect(isCompatible({ min_service_version: '1.0.0', max_service_version: '1.0.1' }, '1.0.0')).toBe(true)
  expect(isCompatible({ max_service_version: '1.0.0' }, '1.0.0')).toBe(false)
  expect(isCompatible({ min_service_version: '1.0.0' }, '1.0.0-rc.1')).toBe(true)
  expect(isCompatible({ min_service_version: '1.10.0' }, '1.9.0')).toBe(false)
})
