import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import { schemaRef } from '../schema-ref.ts'

const Thing = Type.Object({ id: Type.Integer(), name: Type.String() }, { $id: 'Thing' })
const NewThing = Type.Object(
  {
    name: Type.String({ examples: ['Bench'], description: 'What it is `called`.' }),
    note: Type.Optional(Type.String()),
  },
  { $id: 'NewThing' },
)

const api = {
  title: 'Test <service>',
  version: '1.2.3',
  description: '## First steps\n\n1. **Read** the `list`.\n2. Then [go on](https://example.org/more).\n',
  tags: [{ name: 'things', description: 'All about things.' }],
  logInPath: '/log-in',
  credentials: {
    schemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, token: { type: 'http', scheme: 'bearer' } },
    of: () => ({ schemes: ['key'], who: 'the owner' }),
  },
}

const openPages = (more: object = {}) =>
  openTestApp(
    (routes) => {
      const params = Type.Object({ id: Type.Integer({ description: 'Its number.', examples: [7] }) })
      const answer = { 200: schemaRef(Thing) }
      routes.get(
        '/things/:id',
        {
          ...OPEN,
          schema: { operationId: 'getThing', summary: 'Read a thing', tags: ['things'], params, response: answer },
        },
        async () => ({ id: 1, name: 'x' }),
      )
      routes.post(
        '/things',
        {
          ...OPEN,
          schema: {
            operationId: 'makeThing',
            summary: 'Make <b>one</b>',
            tags: ['things'],
            body: schemaRef(NewThing),
            response: answer,
          },
        },
        async () => ({ id: 1, name: 'x' }),
      )
    },
    { components: [Thing, NewThing], validationDetail: 'text', api: { ...api, ...more } },
  )

test.each(['/docs', '/redoc'])(
  '%s shows every operation with what it takes and answers, without JavaScript',
  async (url) => {
    const { body, headers } = await (await openPages()).inject(url)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<h1>Test &lt;service&gt;</h1>')
    expect(body).toContain('<h2>First steps</h2><ol><li><strong>Read</strong> the <code>list</code>.</li>')
    expect(body).toContain('<a href="https://example.org/more">go on</a>')
    expect(body).toMatch(/id="getThing">.*<code class="path">\/things\/{id}<\/code>/)
    expect(body).toContain('Make &lt;b&gt;one&lt;/b&gt;')
    expect(body).toContain('What it is <code>called</code>.')
    expect(body).toContain('Access: the owner.')
    expect(body).toMatch(/<section id="schema-Thing" class="schema">/)
    // Every link within the page has its target, and no id is there twice.
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  },
)

test('/docs has a form for each operation with an example, and a way to log in; /redoc has neither', async () => {
  const app = await openPages()
  const { body } = await app.inject('/docs')
  expect(body).toContain('data-method="POST" data-path="/things" data-schemes="key" data-type="application/json"')
  expect(body).toMatch(/<textarea [^>]*name="body"[^>]*>{\n  &quot;name&quot;: &quot;Bench&quot;\n}<\/textarea>/)
  expect(body).toMatch(/<input id="getThing-path-id" name="id" data-in="path"[^>]* placeholder="7" required="">/)
  expect(body).toContain('<form data-path="/log-in"')
  expect(body).toMatch(/data-scheme="token" data-header="Authorization" data-prefix="Bearer "/)
  expect((await app.inject('/redoc')).body).not.toContain('<form')
})

test('chapters are tasks: each operation is in one of them, the rest in the last', async () => {
  const tasks = [
    {
      id: 'make',
      name: 'Make things',
      description: 'New ones.',
      tags: [],
      operations: ['makeThing'],
      also: ['getThing'],
    },
    { id: 'others', name: 'All others', description: '', tags: [], rest: true },
  ]
  const { body } = await (await openPages({ tasks })).inject('/docs')
  const [, make = '', others = ''] = body.split('<section class="chapter"')
  expect(make).toContain('<h2>Make things</h2>')
  expect(make).toContain('id="makeThing"')
  expect(make).toContain('<a href="#getThing">')
  expect(others).toContain('<h2>All others</h2>')
  expect(others).toContain('id="getThing"')
  expect(others).not.toContain('id="makeThing"')
})

test.each([
  ['/docs', 'text/html'],
  ['/redoc', 'text/html'],
  ['/docs/docs.css', 'text/css'],
  ['/docs/docs.js', 'text/javascript'],
  ['/docs/log-in.js', 'text/javascript'],
  ['/docs/try-operation.js', 'text/javascript'],
])('%s is served from our own files as %s, compressed, and cached until it changes', async (url, type) => {
  const app = await openPages()
  const answer = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
  expect(answer.headers['content-type']).toMatch(new RegExp(`^${type}`))
  const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } })
  expect(again.statusCode).toBe(304)
})

test.each(['/docs', '/redoc'])(
  'the policy of %s permits no inline script, no inline style and no other host',
  async (url) => {
    const app = await openPages()
    const { body, headers } = await app.inject(url)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    expect(body).not.toMatch(/ style="| on[a-z]+="|<style|<script>/)
    const links = [...body.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map((match) => match[1] ?? '')
    expect(links.length).toBeGreaterThan(3)
    for (const link of links.filter((one) => one !== 'data:,' && !one.startsWith('https://example.org/'))) {
      expect(link).toMatch(/^\/[^/]/)
      expect((await app.inject(link)).statusCode).toBe(200)
    }
  },
)
