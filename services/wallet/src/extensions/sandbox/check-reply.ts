import type { Permission, Reply } from '@satchel/extension-sdk/extension'
import type { DescribedRoute } from '@satchel/extension-sdk/package/code-description'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { PackagePage } from './page-schema.ts'

const strict = { additionalProperties: false } as const
const Status = Type.Optional(Type.Integer({ minimum: 200, maximum: 499 }))

/** Headers about one answer. Most others affect the whole origin. */
const HEADERS = ['content-disposition', 'cache-control', 'x-total-count']
const Headers = Type.Optional(Type.Record(Type.String(), Type.String({ pattern: '^[\\x20-\\x7e]{1,300}$' })))

/** Types that a browser does not run as a page of this service. */
const TEXT_TYPES = ['text/plain', 'text/csv', 'text/calendar', 'application/json']

/** https, http, or a path here. No line end or other control character, which browsers leave out and headers reject. */
const ADDRESS = '^(?:https?://|/(?![/\\\\]))[^\\x00-\\x1f\\x7f]*$'

const KINDS: Readonly<Record<string, TSchema>> = {
  json: Type.Object({ json: Type.Unknown(), status: Status, headers: Headers }, strict),
  page: Type.Object({ page: PackagePage, status: Status }, strict),
  text: Type.Object(
    {
      text: Type.String(),
      type: Type.String({ pattern: `^(?:${TEXT_TYPES.join('|')})(?:; ?charset=utf-8)?$` }),
      headers: Headers,
    },
    strict,
  ),
  redirect: Type.Object({ redirect: Type.String({ pattern: ADDRESS, maxLength: 4096 }) }, strict),
  fetch: Type.Object(
    {
      fetch: Type.Object(
        {
          url: Type.String({ maxLength: 4096 }),
          headers: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 4096 }))),
          range: Type.Optional(Type.String({ maxLength: 200 })),
          requirePartial: Type.Optional(Type.Boolean()),
          filename: Type.Optional(Type.String({ maxLength: 200 })),
          itemId: Type.Optional(Type.String({ maxLength: 128 })),
        },
        strict,
      ),
    },
    strict,
  ),
  waitFor: Type.Object({ waitFor: Type.String({ maxLength: 256 }) }, strict),
}

/** Returns the reply of a package's route if it is allowed; throws an error for the log otherwise. */
export function checkReply(reply: unknown, { hooks = [] }: DescribedRoute, permissions: readonly Permission[]): Reply {
  const kind = Object.keys(KINDS).find(
    (name) => typeof reply === 'object' && reply !== null && Object.hasOwn(reply, name),
  )
  const schema = kind === undefined ? undefined : KINDS[kind]
  if (schema === undefined) throw new Error('the package has returned no reply')
  if (!Value.Check(schema, reply)) {
    const [error] = Value.Errors(schema, reply)
    throw new Error(`the package has returned what it may not: ${error?.instancePath ?? ''} ${error?.message ?? ''}`)
  }
  const { headers = {} } = reply as { headers?: Readonly<Record<string, string>> }
  const header = Object.keys(headers).find((name) => !HEADERS.includes(name.toLowerCase()))
  if (header !== undefined) throw new Error(`the package may not set the header ${header}`)
  if (kind === 'page' && !permissions.some(({ id }) => id === 'page')) {
    throw new Error('the permission "page" is missing')
  }
  if (kind === 'waitFor' && !hooks.includes('conclude')) throw new Error('the route waits, and has no conclude')
  return reply as Reply
}
