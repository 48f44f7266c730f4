import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid, notFound, type ServiceError } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { walletOf } from '../access/access-rules.ts'
import { type Clock, unixSeconds } from '../base/clock.ts'
import { randomChunk } from '../base/ids.ts'
import type { Database } from '../db/database.ts'
import {
  countShortLinks,
  findShortLink,
  findTarget,
  listShortLinks,
  type ShortLink,
} from '../wallets/short-link-store.ts'
import { createShortLink, forgetShortLink } from './short-link-commands.ts'

export interface ShortLinkRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly publicUrl: string
}

/** Short links of a wallet (rule S526). */
export function shortLinkRoutes(app: HttpApp, { db, clock, publicUrl }: ShortLinkRoutesDeps): void {
  const toBody = ({ id, target, createdAt }: ShortLink) => ({
    id,
    url: `${publicUrl}/t/${id}`,
    target,
    created_at: createdAt,
  })
  app.post('/api/v1/tinyurl', { config: { access: 'admin-key' }, schema: CREATE }, async (request, reply) => {
    const target = requireWebUrl(request.body.url)
    const link = { id: newLinkId(), target, createdAt: unixSeconds(clock) }
    reply.code(201)
    return toBody(await db.transact(createShortLink, { walletId: walletOf(request).id, link }))
  })
  app.get('/api/v1/tinyurl', { config: { access: 'invoice-key' }, schema: LIST }, async (request, reply) => {
    const { id } = walletOf(request)
    reply.header('X-Total-Count', await countShortLinks(db, id))
    return (await listShortLinks(db, id, request.query)).map(toBody)
  })
  app.get('/api/v1/tinyurl/:id', { config: { access: 'invoice-key' }, schema: GET }, async (request) => {
    const { id } = request.params
    const link = isLinkId(id) ? await findShortLink(db, walletOf(request).id, id) : undefined
    if (link === undefined) throw noLink()
    return toBody(link)
  })
  app.delete('/api/v1/tinyurl/:id', { config: { access: 'admin-key' }, schema: DELETE }, async (request) => {
    const { id } = request.params
    if (!isLinkId(id)) throw noLink()
    await db.transact(forgetShortLink, { walletId: walletOf(request).id, id })
    return { detail: 'Short link deleted' }
  })
  app.get('/t/:id', { config: { access: 'anyone' }, schema: FOLLOW }, async (request, reply) => {
    const { id } = request.params
    const target = isLinkId(id) ? await findTarget(db, id) : undefined
    if (target === undefined) throw noLink()
    // The link may be secret: do not reveal it to the target as referrer.
    return reply.header('Referrer-Policy', 'no-referrer').redirect(new URL(target).href, 307)
  })
}

const noLink = (): ServiceError => notFound('Short link not found.', { code: 'short_link_not_found' })

/** 62 random bits in 12 lower-case letters and digits: cannot be guessed, and is easy to read out. */
const newLinkId = (): string =>
  BigInt(`0x${randomChunk(8).toString('hex')}`)
    .toString(36)
    .padStart(12, '0')
    .slice(-12)

/** Ours; or those of LNbits, which are shorter and have capitals. */
const isLinkId = (id: string): boolean => /^[0-9A-Za-z]{1,64}$/.test(id)

/**
 * The URL as given. Rejects user info, which would make it look like another site's, and show a password to every
 * visitor.
 */
function requireWebUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const web = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  if (web && parsed.username === '' && parsed.password === '') return url
  throw invalid({
    type: 'value_error',
    loc: ['body', 'url'],
    msg: 'Must be an http or https URL without user and password',
    input: url,
  })
}

export const ShortLinkBody = Type.Object(
  {
    id: Type.String({ description: 'Id of the link.', examples: ['0m5rk2v9x1qd'] }),
    url: Type.String({
      description: 'Short URL, to share.',
      examples: ['https://pay.example/t/0m5rk2v9x1qd'],
    }),
    target: Type.String({ description: 'Target URL.' }),
    created_at: Type.Integer({ description: 'Time of creation, Unix seconds.' }),
  },
  { $id: 'ShortLink', description: 'Short link of a wallet.' },
)

const WHICH = {
  wallet_id: Type.Optional(
    Type.String({ maxLength: 64, description: 'With an access token: id of one of your wallets.' }),
  ),
} as const
const LINK = Type.Object({ id: Type.String({ maxLength: 64, description: 'Id of the link.' }) })

const CREATE = {
  operationId: 'createShortLink',
  tags: ['tinyurl'],
  summary: 'Create a short link',
  description:
    'For web addresses only. The same target returns the same link. The base is `SERVICE_PUBLIC_URL`. Requires the admin key, or an access token.',
  querystring: Type.Object(WHICH),
  body: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      // No spaces or unprintable characters, at which some readers would end the address.
      pattern: '^[^\\u0000-\\u0020\\u007f-\\u00a0\\ud800-\\udfff]*$',
      description: 'Target: an http or https URL, at most 2048 characters.',
      examples: ['https://shop.example/orders/42?from=receipt'],
    }),
  }),
  response: { 201: schemaRef(ShortLinkBody, 'The link.') },
} as const

const LIST = {
  operationId: 'listShortLinks',
  tags: ['tinyurl'],
  summary: 'List the short links of the wallet',
  description: 'Newest first. `X-Total-Count` is their number.',
  querystring: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip.' }),
    ...WHICH,
  }),
  response: { 200: Type.Array(schemaRef(ShortLinkBody), { description: 'One page.' }) },
} as const

const GET = {
  operationId: 'getShortLink',
  tags: ['tinyurl'],
  summary: 'Read a short link of the wallet',
  description: '404 for links of other wallets.',
  params: LINK,
  querystring: Type.Object(WHICH),
  response: { 200: schemaRef(ShortLinkBody, 'The link.') },
} as const

const DELETE = {
  operationId: 'deleteShortLink',
  tags: ['tinyurl'],
  summary: 'Delete a short link',
  description: 'It stops working. Requires the admin key, or an access token.',
  params: LINK,
  querystring: Type.Object(WHICH),
  response: { 200: schemaRef(Detail, 'Deleted.') },
} as const

const FOLLOW = {
  operationId: 'followShortLink',
  tags: ['tinyurl'],
  summary: 'Follow a short link',
  description: 'Public: redirects to the target of the link.',
  params: LINK,
  response: { 307: Type.Null({ description: 'Redirect to the target.' }) },
} as const
