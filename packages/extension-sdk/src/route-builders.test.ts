import { expectTypeOf, test } from 'vitest'
import type { Ctx } from './context.ts'
import { defineExtension, type Manifest } from './extension.ts'
import { routeBuilders } from './route-builders.ts'
import type { Item, Shape } from './shape.ts'

const FIELDS = { title: { type: 'text', max: 20, doc: 'The title.' } } as const satisfies Shape
const TABLES = {
  coins: { item: { type: 'text', max: 64, doc: 'The item.', index: true }, sats: { type: 'sat', doc: 'The amount.' } },
} as const satisfies Record<string, Shape>
type JarCtx = Ctx<typeof FIELDS, typeof TABLES>

const { route, routes, listRoute, lnurlPayRoutes, lnurlWithdrawRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()

const MANIFEST: Manifest = {
  id: 'jar',
  name: 'Jar',
  version: '1.0.0',
  short_description: 'A jar.',
  api_version: 1,
  permissions: [],
}

test('the declared fields define the types of body and query, and the path those of params', () => {
  routes({
    'POST /public/:id/coins/:coin': route({
      access: 'public',
      summary: 'Types of a request',
      query: { dry: { type: 'bool', doc: 'Only a try.', default: false } },
      body: {
        sats: { type: 'sat', doc: 'How much.' },
        note: { type: 'text', max: 20, doc: 'A note.', optional: true },
        tags: { type: 'list', of: { scalar: 'text', max: 10 }, maxItems: 3, doc: 'Tags.', optional: true },
      },
      async handle({ params, query, body, item }, ctx) {
        expectTypeOf(params).toEqualTypeOf<Readonly<Record<'id' | 'coin', string>>>()
        expectTypeOf(query.dry).toEqualTypeOf<boolean>()
        expectTypeOf(body.sats).toEqualTypeOf<number>()
        expectTypeOf(body.note).toEqualTypeOf<string | undefined>()
        expectTypeOf(body.tags).toEqualTypeOf<string[] | undefined>()
        expectTypeOf(item).toEqualTypeOf<Item<typeof FIELDS>>()
        expectTypeOf(ctx).toEqualTypeOf<JarCtx>()
        // @ts-expect-error -- no such name in the path
        void params.coins
        // @ts-expect-error -- no such field in the body
        void body.sat
        // @ts-expect-error -- no such field in the query
        void query.try
        return { json: null }
      },
      async conclude(_intent, _ctx, request) {
        expectTypeOf(request.params.coin).toEqualTypeOf<string>()
        expectTypeOf(request.body.sats).toEqualTypeOf<number>()
        return { json: null }
      },
    }),
  })
})

test('a path without names has no params, and a route without fields no body', () => {
  routes({
    'GET /p/print': {
      access: 'public',
      summary: 'Nothing to read',
      async handle({ params, query, body }) {
        // @ts-expect-error -- the path names nothing
        void params.id
        // @ts-expect-error -- no field is declared
        void query.page
        // @ts-expect-error -- no field is declared
        void body.sats
        return { json: null }
      },
    },
    // @ts-expect-error -- no such method
    'GTE /p/:id': { access: 'public', summary: 'A slip', handle: async () => ({ json: null }) },
  })
})

test('paths define the types of params in a definition, too: routes, claims and sockets', () => {
  defineExtension({
    manifest: MANIFEST,
    resource: FIELDS,
    tables: TABLES,
    createQuery: { verify: { type: 'bool', doc: 'Whether to check.', default: true } },
    async beforeCreate(draft, ctx, { query }) {
      expectTypeOf(query.verify).toEqualTypeOf<boolean>()
      expectTypeOf(ctx).toEqualTypeOf<JarCtx>()
      return draft
    },
    routes: {
      'GET /p/:id': {
        access: 'public',
        summary: 'A page',
        async handle({ params }, ctx) {
          expectTypeOf(params).toEqualTypeOf<Readonly<Record<'id', string>>>()
          expectTypeOf(ctx).toEqualTypeOf<JarCtx>()
          // @ts-expect-error -- a misspelt name
          void params.ID
          return { json: null }
        },
      },
      'PUT /api/v1/:id/coins/:coin': route({
        access: 'admin',
        summary: 'A change',
        body: { sats: { type: 'sat', doc: 'How much.' } },
        async handle({ params, body }) {
          expectTypeOf(params.coin).toEqualTypeOf<string>()
          expectTypeOf(body.sats).toEqualTypeOf<number>()
          return { json: null }
        },
      }),
    },
    claims: {
      'GET /.well-known/jar/:name': {
        access: 'public',
        summary: 'A claimed path',
        async handle({ params }) {
          expectTypeOf(params).toEqualTypeOf<Readonly<Record<'name', string>>>()
          return { json: null }
        },
      },
    },
    sockets: {
      '/ws/:id': {
        async open({ params, query }) {
          expectTypeOf(params).toEqualTypeOf<Readonly<Record<'id', string>>>()
          expectTypeOf(query).toEqualTypeOf<Readonly<Record<string, string | undefined>>>()
          // @ts-expect-error -- a misspelt name
          void params.jar
          return params.id
        },
        async message(_text, { params }) {
          expectTypeOf(params.id).toEqualTypeOf<string>()
          return undefined
        },
      },
    },
  })
})

test("a list has the types of its table's rows", () => {
  routes({
    'GET /api/v1/:id/coins': listRoute({
      table: 'coins',
      access: 'invoice',
      summary: 'The coins',
      reply: { sats: TABLES.coins.sats },
      where({ item, params }) {
        expectTypeOf(params.id).toEqualTypeOf<string>()
        return { item: item.id }
      },
      toJson(coin, { query }, ctx) {
        expectTypeOf(coin.sats).toEqualTypeOf<number>()
        expectTypeOf(query.limit).toEqualTypeOf<number>()
        expectTypeOf(ctx).toEqualTypeOf<JarCtx>()
        return { sats: coin.sats }
      },
    }),
    'GET /api/v1/:id/notes': listRoute({
      // @ts-expect-error -- no such table
      table: 'notes',
      access: 'invoice',
      summary: 'No notes',
      reply: {},
      toJson: () => null,
    }),
  })
})

test('LNURL links have the types of params of their path and callback, and of their query', () => {
  const pay = lnurlPayRoutes({
    path: '/lnurl/:id',
    summary: 'A pay link',
    query: { pin: { type: 'int', doc: 'Which one.', optional: true } },
    async find({ params, query }) {
      expectTypeOf(params).toEqualTypeOf<Readonly<Record<'id', string>>>()
      expectTypeOf(query.pin).toEqualTypeOf<number | undefined>()
      return null
    },
    async invoice(_payment, { query, params }, ctx) {
      expectTypeOf(query.nostr).toEqualTypeOf<string | undefined>()
      expectTypeOf(query.pin).toEqualTypeOf<number | undefined>()
      const item = await ctx.items.get(params.id)
      if (item === null) throw new Error('none')
      return { wallet: item.wallet, itemId: item.id }
    },
  })
  expectTypeOf<keyof typeof pay>().toEqualTypeOf<'GET /lnurl/:id' | 'GET /lnurl/:id/cb' | 'GET /lnurl/:id/cb/:offer'>()
  const withdraw = lnurlWithdrawRoutes({
    path: '/lnurl/:id/:code',
    callback: '/lnurl/:id/cb',
    summary: 'A withdraw link',
    async offer({ params }) {
      expectTypeOf(params).toEqualTypeOf<Readonly<Record<'id' | 'code', string>>>()
      return null
    },
    async claim(_claim, { params }) {
      expectTypeOf(params).toEqualTypeOf<Readonly<Record<'id', string>>>()
    },
  })
  expectTypeOf<keyof typeof withdraw>().toEqualTypeOf<'GET /lnurl/:id/:code' | 'GET /lnurl/:id/cb'>()
})
