import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import { createRequestIds } from './request-ids.ts'

const asking = (id?: string | string[]) => ({ headers: id === undefined ? {} : { 'x-request-id': id as string } })

test('ids are unique, also over processes', () => {
  const [one, other] = [createRequestIds(), createRequestIds()]
  const ids = Array.from({ length: 1000 }, () => [one(asking()), other(asking())]).flat()
  expect(new Set(ids).size).toBe(2000)
})

test.each(['trace-0001', 'a.b_c-D9', 'x'.repeat(64)])("a caller's harmless id is kept: %j", (id) => {
  expect(createRequestIds()(asking(id))).toBe(id)
})

test.each(['', 'short', 'x'.repeat(65), 'with space', 'line\nbreak', 'quote"quote', 'größer-als', 'a;b=c;d;'])(
  'an id that could break a log line or a header is replaced: %j',
  (id) => {
    expect(createRequestIds()(asking(id))).toMatch(/^[0-9a-f]{12}-1$/)
  },
)

test('every answer carries the id, errors included', async () => {
  const app = await openTestApp((routes) => routes.get('/thing', OPEN, async (request) => ({ id: request.id })))
  const answer = await app.inject({ url: '/thing', headers: { 'x-request-id': 'trace-0001' } })
  expect(answer.headers['x-request-id']).toBe('trace-0001')
  expect(answer.json()).toEqual({ id: 'trace-0001' })
  expect((await app.inject('/nothing')).headers['x-request-id']).toMatch(/^[0-9a-f]{12}-\w+$/)
})
