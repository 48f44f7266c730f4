import { describe, expect, test } from 'vitest'
import { entryProblem, listChoices, RECEIVE_ENTRY, reachOf } from './acl-entries.ts'
import type { PublishedRoute } from './published-routes.ts'

const ROUTES: readonly PublishedRoute[] = [
  ['GET', '/api/v1/wallet', 'shared'],
  ['GET', '/api/v1/payments/{checking_id}', 'view-payments'],
  ['GET', '/api/v1/payments/paginated', 'view-payments'],
  ['POST', '/api/v1/payments', 'shared'],
  ['GET', '/api/v1/health', 'anyone'],
  ['GET', '/api/v1/auth', 'user'],
  ['POST', '/api/v1/auth', 'anyone'],
  ['PUT', '/api/v1/auth/me', 'user'],
  ['PUT', '/api/v1/auth/password', 'user'],
  ['POST', '/api/v1/auth/acls/{acl_id}/tokens', 'user'],
  ['PUT', '/api/v1/wallet/share/invite', 'admin-key'],
  ['GET', '/api/v1/wallet/shared', 'user'],
  ['PUT', '/api/v1/admin/halt', 'super-user'],
  ['GET', '/admin/api/v1/audit', 'super-user'],
  ['GET', '/users/api/v1/user', 'admin'],
  ['PUT', '/api/v1/elsewhere', 'admin'],
  ['GET', '/{ext_id}/api/v1/', 'invoice-key'],
  ['GET', '/{ext_id}/api/v1/{id}', 'invoice-key'],
].map(([method = '', template = '', access = '']) => ({ method, template, access, summary: `${method} it` }))

describe('what an access list can have', () => {
  test.each([
    'GET /api/v1/wallet',
    'GET /api/v1/payments/{checking_id}',
    'GET /api/v1/payments/0190cafe-1',
    'GET /api/v1/payments/paginated',
    'POST /api/v1/payments',
    'POST /api/v1/payments receive',
    'GET /api/v1/health',
    'GET /api/v1/auth',
    'PUT /api/v1/auth/me',
    'GET /api/v1/wallet/shared',
    'GET /{ext_id}/api/v1/',
    'GET /pos/api/v1/',
    'GET /pos/api/v1/{id}',
  ])('%s', (entry) => {
    expect(entryProblem(entry, ROUTES)).toBeUndefined()
  })

  test.each([
    '',
    'GET',
    'GET ',
    '/api/v1/wallet',
    'get /api/v1/wallet',
    'HEAD /api/v1/wallet',
    'OPTIONS /api/v1/wallet',
    'PUT /api/v1/health',
    '* /api/v1/wallet',
    'GET /api/v1/*',
    'GET /api/v1/wallet/',
    'GET /api/v1/Wallet',
    'GET  /api/v1/wallet',
    ' GET /api/v1/wallet',
    'GET /api/v1/wallet?wallet_id=x',
    'GET //api/v1/wallet',
    'GET /api/v1/payments/',
    'GET /api/v1/payments/a/b',
    'GET /api/v1/payments/{id}',
    'GET /api/v1/payments/:checking_id',
    'GET /api/v1/payments/a%62',
    'GET /api/v1/payments/.*',
    'GET /api/v1/wallet receive',
    'POST /api/v1/payments send',
    'POST /api/v1/payments receive ',
  ])('rejects %j, which is no route', (entry) => {
    expect(entryProblem(entry, ROUTES)).toMatch(/^should /)
  })

  test.each([
    'POST /api/v1/auth',
    'PUT /api/v1/auth/password',
    'POST /api/v1/auth/acls/{acl_id}/tokens',
    'POST /api/v1/auth/acls/one/tokens',
    'PUT /api/v1/wallet/share/invite',
    'PUT /api/v1/admin/halt',
    'GET /admin/api/v1/audit',
    'GET /users/api/v1/user',
    'PUT /api/v1/elsewhere',
  ])('rejects %s, which would extend the token', (entry) => {
    expect(entryProblem(entry, ROUTES)).toBe('is out of the reach of every ACL token')
  })

  test('the choices are valid entries with what they allow, and none that needs no credential', () => {
    const choices = listChoices(ROUTES)
    for (const { endpoint } of choices) expect(entryProblem(endpoint, ROUTES)).toBeUndefined()
    const endpoints = choices.map(({ endpoint }) => endpoint)
    expect(endpoints).toContain(RECEIVE_ENTRY)
    expect(endpoints).not.toContain('GET /api/v1/health')
    expect(choices[0]).toEqual({ endpoint: 'GET /api/v1/wallet', description: 'GET it' })
  })
})

describe('what entries allow of a matched route', () => {
  const reach = (entries: string[], method: string, template: string, params: Record<string, string> = {}) =>
    reachOf(entries, { method, template, params })
  const one = { checking_id: 'abc' }

  test('a template matches every value and HEAD for GET, and nothing else', () => {
    const entries = ['GET /api/v1/payments/{checking_id}']
    expect(reach(entries, 'GET', '/api/v1/payments/{checking_id}', one)).toBe('everything')
    expect(reach(entries, 'HEAD', '/api/v1/payments/{checking_id}', one)).toBe('everything')
    expect(reach(entries, 'DELETE', '/api/v1/payments/{checking_id}', one)).toBe('nothing')
    expect(reach(entries, 'GET', '/api/v1/payments/paginated')).toBe('nothing')
    expect(reach([], 'GET', '/api/v1/payments/{checking_id}', one)).toBe('nothing')
  })

  test('an entry for one object matches no other', () => {
    const entries = ['GET /api/v1/payments/abc']
    expect(reach(entries, 'GET', '/api/v1/payments/{checking_id}', one)).toBe('everything')
    for (const checking_id of ['abd', 'ABC', 'abc ', 'abc/', '']) {
      expect(reach(entries, 'GET', '/api/v1/payments/{checking_id}', { checking_id })).toBe('nothing')
    }
  })

  test('an entry for one extension matches it, with or without one of its items', () => {
    const item = (ext_id: string, id: string) => [`/{ext_id}/api/v1/{id}`, { ext_id, id }] as const
    expect(reach(['GET /pos/api/v1/{id}'], 'GET', ...item('pos', '7'))).toBe('everything')
    expect(reach(['GET /pos/api/v1/{id}'], 'GET', ...item('till', '7'))).toBe('nothing')
    expect(reach(['GET /pos/api/v1/7'], 'GET', ...item('pos', '7'))).toBe('everything')
    expect(reach(['GET /pos/api/v1/7'], 'GET', ...item('pos', '8'))).toBe('nothing')
  })

  test('a value that resembles part of an entry is only a value', () => {
    expect(reach([RECEIVE_ENTRY], 'POST', '/api/v1/{x}', { x: 'payments receive' })).toBe('nothing')
    expect(reach(['GET /a/{y}'], 'GET', '/a/{x}', { x: '{y}' })).toBe('nothing')
  })

  test('an entry for receiving alone is distinguished from one for both directions', () => {
    expect(reach([RECEIVE_ENTRY], 'POST', '/api/v1/payments')).toBe('receive-only')
    expect(reach([RECEIVE_ENTRY, 'POST /api/v1/payments'], 'POST', '/api/v1/payments')).toBe('everything')
    expect(reach([RECEIVE_ENTRY], 'GET', '/api/v1/payments')).toBe('nothing')
  })

  test('no access list opens routes that tokens may not call (D2)', () => {
    const listed = ['PUT /api/v1/auth/password', 'GET /users/api/v1/user', 'PUT /api/v1/wallet/share/invite']
    for (const entry of listed) {
      const [method = '', template = ''] = entry.split(' ')
      expect(reach([entry], method, template)).toBe('nothing')
    }
  })
})
