import { randomBytes } from 'node:crypto'
import type { HttpApp } from '@satchel/http/http-app'
import { withDashes } from '../base/ids.ts'
import { type AskOwnApi, sendTranslated } from './ask-own-api.routes.ts'
import { DIALECT } from './dialect.routes.ts'
import { PREFIX } from './dialect-url.ts'
import { type OwnUser, type OwnWallet, SATS_PER_BTC, toLnbitsUser, toLnbitsWallet } from './wallet.routes.ts'

type Fields = Readonly<Record<string, unknown>>

const BASE = `${PREFIX}/api/v1`

/** Accounts as LNbits opens and changes them, and which extensions they use. */
export function accountRoutes(app: HttpApp, ask: AskOwnApi): void {
  extensionRoutes(app, ask)
  moneyRoutes(app, ask)
  // An account with a wallet that is used by its keys; the answer has no password.
  app.post(`${BASE}/account`, DIALECT, async (request, reply) => {
    const { name } = (request.body ?? {}) as Fields
    const username = `user-${randomBytes(8).toString('hex')}`
    const password = randomBytes(24).toString('base64url')
    const opened = await ask(request, { method: 'POST', path: '/api/v1/auth/register', body: { username, password } })
    if (opened.status >= 400) return sendTranslated(request, reply, opened, () => undefined)
    const { access_token: token, id: user } = opened.body as { readonly access_token: string; readonly id: string }
    const wallets = await ask(request, { method: 'GET', path: '/api/v1/wallets', token })
    const [wallet] = wallets.body as readonly OwnWallet[]
    if (wallet === undefined || typeof name !== 'string' || name === '') {
      return sendTranslated(request, reply, wallets, () => wallet && toLnbitsWallet(wallet, user))
    }
    const query = { wallet_id: wallet.id }
    const named = await ask(request, { method: 'PUT', path: '/api/v1/wallet', query, body: { name }, token })
    return sendTranslated(request, reply, named, () => toLnbitsWallet({ ...wallet, name }, user))
  })
  app.patch(`${BASE}/auth`, DIALECT, async (request, reply) => {
    const { user_id: userId, username, extra } = (request.body ?? {}) as Fields
    const user = await ask(request, { method: 'GET', path: '/api/v1/auth' })
    if (user.status < 400 && !isSameUser(userId, user.body)) return reply.code(400).send({ detail: 'Invalid user ID.' })
    const displayName = (extra as Fields | null | undefined)?.['display_name']
    const body = { ...textIn('username', username), ...textIn('display_name', displayName) }
    const changed = user.status < 400 ? await ask(request, { method: 'PUT', path: '/api/v1/auth/me', body }) : user
    const wallets = changed.status < 400 ? await ask(request, { method: 'GET', path: '/api/v1/wallets' }) : changed
    return sendTranslated(request, reply, changed, (own: OwnUser) => toLnbitsUser(own, wallets.body as OwnWallet[]))
  })
  app.put(`${BASE}/auth/password`, DIALECT, async (request, reply) => {
    const { password_old: old, password, password_repeat: repeat } = (request.body ?? {}) as Fields
    const body = { ...textIn('password_old', old), password, ...textIn('password_repeat', repeat) }
    const answer = await ask(request, { method: 'PUT', path: '/api/v1/auth/password', body })
    return sendTranslated(request, reply, answer, (token) => token)
  })
}

/** Which extensions a user has on, and which an administrator has on for all. */
function extensionRoutes(app: HttpApp, ask: AskOwnApi): void {
  app.get(`${BASE}/extension/all`, DIALECT, async (request, reply) => {
    const answer = await ask(request, { method: 'GET', path: '/api/v1/extension' })
    return sendTranslated(request, reply, answer, (extensions) => extensions)
  })
  for (const [word, active] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    app.put(`${BASE}/extension/:ext_id/${word}`, DIALECT, async (request, reply) => {
      const path = `/api/v1/extension/${encodeURIComponent(extIdOf(request.params))}`
      const answer = await ask(request, { method: 'PUT', path, body: { active } })
      return sendTranslated(request, reply, answer, () => succeeded(`Extension '${extIdOf(request.params)}' ${word}d.`))
    })
  }
  for (const [word, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const) {
    app.put(`${BASE}/extension/:ext_id/${word}`, DIALECT, async (request, reply) => {
      const extension = extIdOf(request.params)
      const answer = await ask(request, {
        method: 'POST',
        path: '/api/v1/admin/extensions',
        body: { extension, active },
      })
      return sendTranslated(request, reply, answer, () => succeeded(`Extension '${extension}' ${word}d.`))
    })
  }
}

/** Amounts in other units, and money that the super user adds. */
function moneyRoutes(app: HttpApp, ask: AskOwnApi): void {
  app.post(`${BASE}/conversion`, DIALECT, async (request, reply) => {
    const wish = readConversion((request.body ?? {}) as Fields)
    if ('problem' in wish) return reply.code(400).send({ detail: wish.problem })
    const { from, amount, units } = wish
    const amounts: Record<string, number> = {}
    for (const unit of units) {
      const answer = await ask(request, {
        method: 'POST',
        path: '/api/v1/conversion',
        body: { from, to: unit, amount },
      })
      if (answer.status >= 400) return sendTranslated(request, reply, answer, () => undefined)
      amounts[unit] = (answer.body as { readonly result: number }).result
    }
    if (from === 'sat') return { sats: amount, ...amounts }
    const sats = Math.round(amounts['sat'] ?? 0)
    return { [from]: amount, sats, BTC: sats / SATS_PER_BTC }
  })
  app.put(`${PREFIX}/users/api/v1/balance`, DIALECT, async (request, reply) => {
    const { id, amount } = (request.body ?? {}) as Fields
    const body = { id, amount: numberOf(amount) }
    const answer = await ask(request, { method: 'PUT', path: '/api/v1/admin/topup', body })
    return sendTranslated(request, reply, answer, () => ({ status: 'Success' }))
  })
}

const succeeded = (message: string) => ({ success: true, message })

const extIdOf = (params: unknown): string => (params as { readonly ext_id: string }).ext_id

/** Drops fields that are null, which LNbits sends for unchanged values. */
const textIn = (name: string, value: unknown): Fields =>
  value === undefined || value === null || value === '' ? {} : { [name]: value }

const isSameUser = (id: unknown, { id: own }: OwnUser): boolean => typeof id === 'string' && withDashes(id) === own

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value

const MAX_UNITS = 50

/** Converts satoshis into bitcoin and each of the units in `to`; anything else into satoshis. */
function readConversion({ from_: given = 'sat', amount: many, to = 'usd' }: Fields) {
  const amount = numberOf(many)
  if (typeof amount !== 'number') return { problem: 'amount: must be a number' }
  const from = String(given).toUpperCase()
  if (from !== 'SAT') return { from, amount, units: ['sat'] }
  const units = [
    'BTC',
    ...String(to)
      .split(',')
      .map((unit) => unit.trim().toUpperCase()),
  ]
  return units.length > MAX_UNITS ? { problem: 'to: names too many units' } : { from: 'sat', amount, units }
}
