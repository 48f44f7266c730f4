import type { HttpApp } from '@satchel/http/http-app'
import { type AskOwnApi, hasKey, sendTranslated } from './ask-own-api.routes.ts'
import { DIALECT } from './dialect.routes.ts'
import { PREFIX } from './dialect-url.ts'

export interface OwnWallet {
  readonly id: string
  readonly name: string
  readonly balance: number
  /** Empty for the invoice key. */
  readonly adminkey: string
  readonly inkey: string
}

export interface OwnUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly display_name: string
  readonly is_admin: boolean
  readonly is_super_user: boolean
  readonly extensions: readonly string[]
}

/** Wallets, the user they belong to, and prices. */
export function walletRoutes(app: HttpApp, ask: AskOwnApi): void {
  const base = `${PREFIX}/api/v1`
  // The invoice key does not learn the id.
  const shortForm = ({ id, name, balance, adminkey }: OwnWallet) => ({
    ...(adminkey !== '' && { id }),
    name,
    balance,
  })
  app.get(`${base}/wallet`, DIALECT, async (request, reply) =>
    sendTranslated(request, reply, await ask(request, { method: 'GET', path: '/api/v1/wallet' }), shortForm),
  )
  app.put(`${base}/wallet/:new_name`, DIALECT, async (request, reply) => {
    const { new_name: name } = request.params as { readonly new_name: string }
    const answer = await ask(request, { method: 'PUT', path: '/api/v1/wallet', body: { name } })
    return sendTranslated(request, reply, answer, shortForm)
  })
  app.patch(`${base}/wallet`, DIALECT, async (request, reply) => {
    const { name } = (request.body ?? {}) as { readonly name?: unknown }
    const answer = await ask(request, { method: 'PUT', path: '/api/v1/wallet', body: { name } })
    return sendTranslated(request, reply, answer, (wallet: OwnWallet) => toLnbitsWallet(wallet))
  })
  app.post(`${base}/wallet`, DIALECT, async (request, reply) => {
    const { name } = (request.body ?? {}) as { readonly name?: unknown }
    const body = name === undefined || name === null ? {} : { name }
    const answer = await ask(request, { method: 'POST', path: '/api/v1/wallet', body })
    return sendTranslated(request, reply, answer, (wallet: OwnWallet) => toLnbitsWallet(wallet))
  })
  app.delete(`${base}/wallet/:id`, DIALECT, async (request, reply) => {
    // The path names the wallet: a key would name another one.
    if (hasKey(request)) return reply.code(401).send({ detail: 'Missing user ID or access token.' })
    const { id } = request.params as { readonly id: string }
    const answer = await ask(request, { method: 'DELETE', path: '/api/v1/wallet', query: { wallet_id: id } })
    return sendTranslated(request, reply, answer, () => null)
  })
  app.get(`${base}/wallets`, DIALECT, async (request, reply) => {
    const answer = await ask(request, { method: 'GET', path: '/api/v1/wallets' })
    return sendTranslated(request, reply, answer, (wallets: readonly OwnWallet[]) =>
      wallets.map((one) => toLnbitsWallet(one)),
    )
  })
  app.get(`${base}/auth`, DIALECT, async (request, reply) => {
    const user = await ask(request, { method: 'GET', path: '/api/v1/auth' })
    const wallets = user.status < 400 ? await ask(request, { method: 'GET', path: '/api/v1/wallets' }) : user
    return sendTranslated(request, reply, user, (own: OwnUser) => toLnbitsUser(own, wallets.body as OwnWallet[]))
  })
  app.post(`${base}/auth`, FORM, async (request, reply) => {
    const { username, password } = { ...(request.query as object), ...(request.body as object) } as Record<
      string,
      unknown
    >
    const answer = await ask(request, { method: 'POST', path: '/api/v1/auth', body: { username, password } })
    return sendTranslated(request, reply, answer, (token) => token)
  })
  app.get(`${base}/rate/:currency`, DIALECT, async (request, reply) => {
    const { currency } = request.params as { readonly currency: string }
    const answer = await ask(request, { method: 'GET', path: `/api/v1/rate/${encodeURIComponent(currency)}` })
    // `rate` is satoshis for a unit there.
    return sendTranslated(request, reply, answer, ({ price }: { readonly price: number }) => ({
      rate: SATS_PER_BTC / price,
      price,
    }))
  })
}

export const SATS_PER_BTC = 100_000_000

/** Clients of OAuth2 log in with a form. */
const FORM = { ...DIALECT, config: { ...DIALECT.config, form: true } } as const

export const toLnbitsWallet = ({ id, name, adminkey, inkey, balance }: OwnWallet, user?: string) => ({
  id,
  name,
  adminkey,
  inkey,
  balance_msat: balance,
  currency: null,
  deleted: false,
  ...(user !== undefined && { user }),
})

export const toLnbitsUser = (user: OwnUser, wallets: readonly OwnWallet[]) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  admin: user.is_admin,
  super_user: user.is_super_user,
  extensions: user.extensions,
  wallets: wallets.map((one) => toLnbitsWallet(one, user.id)),
  extra: { display_name: user.display_name },
})
