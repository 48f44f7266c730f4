import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import { ErrorBody } from '../error-body.ts'
import { schemaRef } from '../schema-ref.ts'
import { HttpValidationError } from '../validation-problem.ts'

const Thing = Type.Object({ id: Type.Integer(), name: Type.String() }, { $id: 'Thing' })
const NewThing = Type.Object({ name: Type.String({ minLength: 1 }) }, { $id: 'NewThing' })

const openDocumented = () =>
  openTestApp(
    (routes) => {
      const responses = { 404: schemaRef(ErrorBody), 422: schemaRef(HttpValidationError) }
      const params = Type.Object({ id: Type.Integer({ description: 'Its number.' }) })
      routes.get(
        '/things/:id',
        { ...OPEN, schema: { operationId: 'getThing', params, response: { 200: schemaRef(Thing), ...responses } } },
        async ({ params: { id } }) => ({ id, name: 'x', secret: 'must not leak' }) as never,
      )
      routes.post(
        '/things',
        { ...OPEN, schema: { body: schemaRef(NewThing), response: { 201: schemaRef(Thing) } } },
        async () => ({
          id: 1,
          name: 'x',
        }),
      )
    },
    { components: [Thing, NewThing] },
  )

const openDocument = async () => (await (await openDocumented()).inject('/openapi.json')).json()

test('/openapi.json is OpenAPI 3.1.0 with title and version', async () => {
  const answer = await (await openDocumented()).inject('/openapi.json')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
  })
  expect(answer.json()).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1.2.3', license: { name: 'MIT' } },
  })
})

test('a document that may change is revalidated each time by its tag, and special characters survive', async () => {
  let name = 'Café'
  const app = await openTestApp(() => undefined, {
    api: {
      title: 'Test',
      version: '1',
      description: '',
      tags: [],
      extend: async (document) => document.replace('"Test"', JSON.stringify(name)),
    },
  })
  const read = async (known = '"none"') => app.inject({ url: '/openapi.json', headers: { 'if-none-match': known } })
  const first = await read()
  expect([first.headers['cache-control'], first.json().info.title]).toEqual(['no-cache', 'Café'])
  const { etag } = first.headers
  expect([(await read(etag)).statusCode, (await read('"other"')).statusCode]).toEqual([304, 200])
  name = 'Bistro'
  const second = await read(etag)
  expect([second.statusCode, second.json().info.title]).toEqual([200, 'Bistro'])
})

test('schemas are named components, and every reference resolves', async () => {
  const document = await openDocument()
  const names = Object.keys(document.components.schemas)
  expect(names.sort()).toEqual(['ErrorBody', 'HTTPValidationError', 'NewThing', 'Thing', 'ValidationError'])
  const text = JSON.stringify(document)
  const targets = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1])
  expect(targets.length).toBeGreaterThan(4)
  expect(targets.filter((target) => !names.includes(target?.replace('#/components/schemas/', '') ?? ''))).toEqual([])
  expect(text).not.toContain('"$id"')
})

test('a route shows its parameters, its body and its answers', async () => {
  const { paths } = await openDocument()
  expect(Object.keys(paths)).toEqual(['/things/{id}', '/things'])
  expect(paths['/things/{id}'].get).toMatchObject({
    operationId: 'getThing',
    parameters: [{ in: 'path', name: 'id', required: true, description: 'Its number.', schema: { type: 'integer' } }],
    responses: {
      422: { content: { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } } },
    },
  })
  expect(paths['/things'].post.requestBody.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/NewThing',
  })
})

test('a field with a default is not required', async () => {
  const querystring = Type.Object({ limit: Type.Integer({ default: 20 }), search: Type.String() })
  const schema = { operationId: 'list', querystring, response: { 200: schemaRef(Thing) } }
  const app = await openTestApp((routes) => routes.get('/things', { ...OPEN, schema }, async () => ({}) as never), {
    components: [Thing],
  })
  const { parameters } = (await app.inject('/openapi.json')).json().paths['/things'].get
  expect(parameters).toMatchObject([
    { name: 'limit', required: false },
    { name: 'search', required: true },
  ])
})

test('a body that is a component may have its own named examples', async () => {
  const examples = { 'A small one': { value: { name: 'x' } } }
  const body = Type.Unsafe<object>({ ...schemaRef(NewThing), 'x-examples': examples })
  const schema = { operationId: 'make', body, response: { 201: schemaRef(Thing) } }
  const app = await openTestApp((routes) => routes.post('/things', { ...OPEN, schema }, async () => ({}) as never), {
    components: [Thing, NewThing],
  })
  const { paths } = (await app.inject('/openapi.json')).json()
  expect(paths['/things'].post.requestBody.content['application/json']).toEqual({
    schema: { $ref: '#/components/schemas/NewThing' },
    examples,
  })
})

test('with credentials, each route says who may call it, and every status it may answer', async () => {
  const app = await openTestApp(
    (routes) => {
      const answer = { 200: schemaRef(Thing) }
      routes.get('/open', { ...OPEN, schema: { operationId: 'open', response: answer } }, async () => ({}) as never)
      routes.put(
        '/things/:id',
        {
          config: { access: 'owner', bodyOptional: true },
          schema: {
            operationId: 'put',
            description: 'Changes a thing.',
            params: Type.Object({ id: Type.Integer() }),
            body: schemaRef(NewThing),
            response: { ...answer, 403: { ...schemaRef(ErrorBody), description: 'Only on Sundays.' } },
          },
        },
        async () => ({}) as never,
      )
    },
    {
      access: { anyone: undefined, owner: () => undefined },
      components: [Thing, NewThing],
      validationDetail: 'text',
      api: {
        title: 'Test',
        version: '1.2.3',
        description: 'A service for tests.',
        tags: [],
        credentials: {
          schemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
          of: (access) =>
            access === 'owner'
              ? { schemes: ['key'], who: 'the owner', query: { which: Type.Optional(Type.String()) } }
              : { schemes: [], who: 'anyone' },
        },
      },
    },
  )
  const { paths, components } = (await app.inject('/openapi.json')).json()
  expect(components.securitySchemes).toEqual({ key: { type: 'apiKey', in: 'header', name: 'X-Key' } })
  expect(Object.keys(paths['/open'].get.responses)).toEqual(['200', '429'])
  expect(paths['/open'].get.security).toEqual([])
  const { put } = paths['/things/{id}']
  expect(Object.keys(put.responses)).toEqual(['200', '400', '401', '403', '404', '413', '415', '422', '429'])
  expect(put.responses['403'].description).toBe('Only on Sundays.')
  expect(put.responses['413'].description).toBe('The body is larger than 64 KiB.')
  expect(put.responses['422'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/InvalidBody' })
  expect(put).toMatchObject({
    description: 'Changes a thing.\n\nAccess: the owner.',
    security: [{ key: [] }],
    requestBody: { required: false },
  })
  expect(put.parameters.map(({ name }: { name: string }) => name)).toEqual(['which', 'id'])
})

test('a field that is not in the response schema is not sent', async () => {
  expect((await (await openDocumented()).inject('/things/5')).json()).toEqual({ id: 5, name: 'x' })
})
