import type { Reply } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import type { HubCtx, HubLogin, HubRequest } from './fields.ts'
import { isLnbitsMode, lnbitsLogin } from './lnbits-login.ts'

export const LOGIN_FIELDS = {
  login: { type: 'json', maxBytes: 200, doc: 'User name.', optional: true },
  password: { type: 'json', maxBytes: 200, doc: 'Password.', optional: true },
  refresh_token: { type: 'json', maxBytes: 200, doc: 'Refresh token, instead of login and password.', optional: true },
} as const satisfies Shape

const SECONDS = { access: 2 * 3600, refresh: 14 * 86_400 }
/** Per login; a further log-in drops the oldest. */
const MAX_TOKENS = 100
/** `last_used_at` is written at most this often: apps call every few seconds. */
const NOTICED_AFTER_MS = 600_000

const badAuth = () => reject('bad auth', 401)

/** `POST /auth`: tokens for a login and its password, or for a refresh token, which is then used up. */
export async function logIn(
  { body: { login, password, refresh_token: refresh } }: { readonly body: Row<typeof LOGIN_FIELDS> },
  ctx: HubCtx,
): Promise<Reply> {
  const item =
    typeof refresh === 'string' && refresh !== ''
      ? await useRefreshToken(ctx, refresh)
      : await checkPassword(ctx, login, password)
  await makeRoom(ctx, item)
  const made = { access: ctx.randomId(32), refresh: ctx.randomId(32) }
  for (const kind of ['access', 'refresh'] as const) {
    const row = { item: item.id, kind, token: made[kind], expires_at: seconds(ctx) + SECONDS[kind] }
    await ctx.table('tokens').insert(row, item.wallet)
  }
  await notice(ctx, item)
  return { json: { access_token: made.access, refresh_token: made.refresh, token_type: 'Bearer' } }
}

/** The login whose access token the request carries. */
export async function requireLogin(ctx: HubCtx, { headers }: HubRequest): Promise<HubLogin> {
  const token = /^bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1]
  if (token === undefined) throw badAuth()
  const item = (await findByLnbitsToken(ctx, token)) ?? (await findToken(ctx, 'access', token)).item
  await notice(ctx, item)
  return item
}

/** Ends all sessions of the login. */
export async function endSessions(ctx: HubCtx, itemId: string): Promise<void> {
  for (const { id } of await tokensOf(ctx, itemId)) await ctx.table('tokens').remove(id)
}

const seconds = (ctx: HubCtx): number => Math.floor(ctx.now() / 1000)

async function checkPassword(ctx: HubCtx, login: unknown, password: unknown): Promise<HubLogin> {
  if (typeof login !== 'string' || typeof password !== 'string') throw badAuth()
  const item = await findLogin(ctx, login, password)
  if (item === undefined) throw badAuth()
  return item
}

async function findLogin(ctx: HubCtx, name: string, password: string): Promise<HubLogin | undefined> {
  const secret = ctx.hash(password)
  const login = isLnbitsMode(name) ? lnbitsLogin(name, secret) : name
  const [item] = await ctx.items.find({ where: { login }, limit: 1 })
  return item?.secret === secret && isOpen(ctx, item) ? item : undefined
}

/** LNbits' tokens are the login and the password, or the password alone, and never expire. */
async function findByLnbitsToken(ctx: HubCtx, token: string): Promise<HubLogin | undefined> {
  if (/^[0-9a-f]{32}$/.test(token)) {
    return (await findLogin(ctx, 'admin', token)) ?? findLogin(ctx, 'invoice', token)
  }
  const [, login, password] = /^(admin|invoice):([0-9a-f]{32})$/.exec(textOf(token)) ?? []
  return login === undefined || password === undefined ? undefined : findLogin(ctx, login, password)
}

function textOf(token: string): string {
  try {
    return atob(token)
  } catch {
    return ''
  }
}

async function useRefreshToken(ctx: HubCtx, refresh: string): Promise<HubLogin> {
  const old = await findByLnbitsToken(ctx, refresh)
  if (old !== undefined) return old
  const { item, id } = await findToken(ctx, 'refresh', refresh)
  await ctx.table('tokens').remove(id)
  return item
}

async function findToken(ctx: HubCtx, kind: 'access' | 'refresh', token: string) {
  const [row] = await ctx.table('tokens').find({ where: { token: ctx.hash(token) }, limit: 1 })
  if (row === undefined || row.kind !== kind || row.expires_at <= seconds(ctx)) throw badAuth()
  const item = await ctx.items.get(row.item)
  if (item === null || !isOpen(ctx, item)) throw badAuth()
  return { item, id: row.id }
}

const isOpen = (ctx: HubCtx, { revoked, expires_at: end }: HubLogin): boolean =>
  !revoked && (end === undefined || Date.parse(end) > ctx.now())

const tokensOf = (ctx: HubCtx, itemId: string) =>
  ctx.table('tokens').find({ where: { item: itemId }, order: 'oldest', limit: 1000 })

/** Deletes expired sessions, and the oldest if there are too many. */
async function makeRoom(ctx: HubCtx, { id: itemId }: HubLogin): Promise<void> {
  const now = seconds(ctx)
  const all = await tokensOf(ctx, itemId)
  const good = all.filter(({ expires_at: end }) => end > now)
  const kept = new Set(good.slice(-(MAX_TOKENS - 2)).map(({ id }) => id))
  for (const { id } of all) if (!kept.has(id)) await ctx.table('tokens').remove(id)
}

async function notice(ctx: HubCtx, { id, last_used_at: last }: HubLogin): Promise<void> {
  if (last !== undefined && ctx.now() - Date.parse(last) < NOTICED_AFTER_MS) return
  await ctx.items.update(id, { last_used_at: new Date(ctx.now()).toISOString() })
}
