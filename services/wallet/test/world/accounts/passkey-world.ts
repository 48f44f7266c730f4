import type { Dialect } from '../../../src/db/database.ts'
import { type Answer, openWorld, type World } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'
import { createSoftAuthenticator, type SoftAuthenticator, type SoftAuthenticatorOptions } from './soft-authenticator.ts'

const ORIGIN = 'https://pay.example.com'

export interface PasskeyAccount {
  readonly id: string
  readonly token: string
}

/** A world at a public address, with the calls that a browser with an authenticator makes. */
export async function openPasskeyWorld(dialect: Dialect, env: Readonly<Record<string, string>> = {}) {
  const world = await openWorld({ dialect, env: { SERVICE_PUBLIC_URL: `${ORIGIN}/satchel`, ...env } })
  const post = (path: string, body?: object, token?: string) =>
    world.call('POST', `/api/v1/auth${path}`, { ...(body !== undefined && { body }), token })
  const begin = async ({ token }: PasskeyAccount) => (await post('/passkeys/options', undefined, token)).body
  const beginLogin = async (ticket?: string) =>
    (await post('/passkey/options', ticket === undefined ? undefined : { ticket })).body
  return {
    world,
    post,
    /** A new account without a password that has just logged in. */
    async open(): Promise<PasskeyAccount> {
      const { userId } = await world.openWallet()
      return { id: userId, token: await tokenOf(world, { userId }) }
    },
    soft: (options: Partial<SoftAuthenticatorOptions> = {}) => createSoftAuthenticator({ origin: ORIGIN, ...options }),
    begin,
    add: async (account: PasskeyAccount, authenticator: SoftAuthenticator, name = 'Blue key') =>
      post('/passkeys', { name, passkey: authenticator.create(await begin(account)) }, account.token),
    list: async ({ token }: PasskeyAccount) => (await world.call('GET', '/api/v1/auth/passkeys', { token })).body,
    beginLogin,
    logIn: async (authenticator: SoftAuthenticator) => post('/passkey', authenticator.get(await beginLogin())),
    whoIs: async ({ body }: Answer) => (await world.call('GET', '/api/v1/auth', { token: body.access_token })).body.id,
    /** The audit log of the account, oldest first: action and detail. */
    audit: ({ id }: PasskeyAccount) => listAudit(world, id),
  }
}

export type PasskeyWorld = Awaited<ReturnType<typeof openPasskeyWorld>>

export const listAudit = (world: World, userId: string): Promise<(readonly [string, object])[]> =>
  world.db.list(
    'SELECT action, detail FROM audit_log WHERE subject = $1 ORDER BY id',
    [userId],
    (row: { action: string; detail: string }) => [row.action, JSON.parse(row.detail)],
  )

/** In ascending order, for calls that were made at the same time. */
export const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)
