import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'

test.each([
  ['a line end in an address', (reply: FastifyReply) => reply.redirect('/x\r\nset-cookie: a=b')],
  ['a letter that no header has', (reply: FastifyReply) => reply.header('x-name', '⚡').type('text/csv').send('a,b')],
  ['one of several values', (reply: FastifyReply) => reply.header('x-name', ['good', '\n']).send({})],
])('an answer with an invalid header is a 500 of ours: %s', async (_what, answerWith) => {
  const app = await openTestApp((routes) => {
    routes.get('/fail', OPEN, async (_request, reply) => answerWith(reply))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/fail`)
  expect([answer.status, await answer.text()]).toEqual([500, '{"detail":"Internal Server Error"}'])
  expect(answer.headers.get('content-type')).toBe('application/json')
  for (const name of ['x-name', 'location', 'set-cookie']) expect(answer.headers.get(name)).toBeNull()
})
