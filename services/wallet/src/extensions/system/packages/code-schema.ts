import { HOOKS, type Hook, SOCKET_HOOKS, type SocketHook } from '@satchel/extension-sdk/package/code-description'
import { FRAME_FILE, FRAME_LIMITS } from '@satchel/extension-sdk/package/frame-files'
import { type Static, Type } from 'typebox'

const Name = Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_-]{0,63}$' })
const AnyShape = Type.Record(Type.String(), Type.Object({ type: Type.String({ maxLength: 32 }) }))
const strict = { additionalProperties: false } as const

const RouteDescription = Type.Object(
  {
    access: Type.Union([Type.Literal('public'), Type.Literal('lnurl'), Type.Literal('invoice'), Type.Literal('admin')]),
    grantsAccess: Type.Optional(Type.Boolean()),
    summary: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    perMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 6000 })),
    query: Type.Optional(AnyShape),
    body: Type.Optional(AnyShape),
    reply: Type.Optional(AnyShape),
    replyType: Type.Optional(
      Type.Union([Type.Literal('object'), Type.Literal('list'), Type.Literal('text'), Type.Literal('page')]),
    ),
    form: Type.Optional(Type.Boolean()),
    replyMedia: Type.Optional(Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]{1,60}$' })),
    status: Type.Optional(Type.Union([200, 201, 202, 303].map((status) => Type.Literal(status)))),
    hooks: Type.Optional(
      Type.Array(Type.Union([Type.Literal('conclude'), Type.Literal('onFetchFailed'), Type.Literal('formatError')])),
    ),
  },
  strict,
)

/** The content of the code of a package: other functions are for built-ins only. */
export const PackageCode = Type.Object(
  {
    hooks: Type.Array(Type.Unsafe<Hook>({ enum: [...HOOKS] }), { maxItems: HOOKS.length }),
    tables: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }), AnyShape)),
    createQuery: Type.Optional(AnyShape),
    includeInternal: Type.Optional(Type.Boolean()),
    routes: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), RouteDescription)),
    sockets: Type.Optional(
      Type.Record(
        Type.String({ maxLength: 200 }),
        Type.Array(Type.Unsafe<SocketHook>({ enum: [...SOCKET_HOOKS] }), { maxItems: SOCKET_HOOKS.length }),
      ),
    ),
    jobs: Type.Optional(Type.Record(Name, Type.Object({ cron: Type.String({ maxLength: 100 }) }, strict))),
    tasks: Type.Optional(Type.Array(Name, { maxItems: 50 })),
    nostr: Type.Optional(
      Type.Object(
        { watchedFields: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 })) },
        strict,
      ),
    ),
    frames: Type.Optional(
      Type.Array(Type.String({ pattern: FRAME_FILE, maxLength: 250 }), {
        minItems: 1,
        maxItems: FRAME_LIMITS.files,
        uniqueItems: true,
      }),
    ),
    translations: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z]{2}$' }),
        Type.Record(Type.String({ maxLength: 1000 }), Type.String({ maxLength: 1000 })),
      ),
    ),
  },
  strict,
)
export type PackageCode = Static<typeof PackageCode>
