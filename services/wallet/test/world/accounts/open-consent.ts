import { hash } from 'node:crypto'
import { expect } from 'vitest'
import type { Dialect } from '../../../src/db/database.ts'
import { type Answer, openWorld, type World } from '../open-world.ts'
import { logInBrowser, openBrowser, type TestBrowser } from './open-browser.ts'

export const CONSENT = '/api/v1/auth/consent'
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
export const VERIFIER = 'a-verifier-that-only-the-program-knows-0123456789'
export const CLIENT = {
  client_id: 'https://shop.example',
  redirect_uri: 'https://shop.example/connected?from=satchel',
}
export const ASKED = {
  ...CLIENT,
  response_type: 'code',
  code_challenge: hash('sha256', VERIFIER, 'base64url'),
  code_challenge_method: 'S256',
  state: 'of the program & more',
}
export const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant', detail: expect.any(String) } }

/** A person with two wallets of 1000 sat each, and a program that asks for a token. */
export async function openConsent(dialect: Dialect) {
  const world: World = await openWorld({ dialect, env: { SERVICE_PUBLIC_URL: 'http://localhost' } })
  let person = await openBrowser(world, 'person')
  const walletId: string = (await person.call('GET', '/api/v1/wallets')).body[0].id
  const otherWalletId: string = (await person.call('POST', '/api/v1/wallet', { body: { name: 'Savings' } })).body.id
  for (const id of [walletId, otherWalletId])
    await person.call('POST', `/api/v1/wallet/play-balance?wallet_id=${id}`, { body: { amount: 1000 } })
  const consent = (more: object = {}, by: TestBrowser = person): Promise<Answer> =>
    by.call('POST', CONSENT, { body: { ...ASKED, scope: 'receive', wallet_id: walletId, ...more } })
  const codeFor = async (more: object = {}): Promise<string> => {
    const { status, body } = await consent(more)
    expect([status, body]).toEqual([201, { redirect_to: expect.any(String) }])
    return new URL(body.redirect_to).searchParams.get('code') ?? ''
  }
  const exchange = async (code: string, more: Record<string, string> = {}) => {
    const fields = { grant_type: 'authorization_code', code, code_verifier: VERIFIER, ...CLIENT, ...more }
    const payload = new URLSearchParams(fields).toString()
    const answer = await world.app.inject({ method: 'POST', url: '/oauth/token', headers: FORM, payload })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  return {
    world,
    walletId,
    otherWalletId,
    person: () => person,
    /** The log-in is recent, so no new proof is needed. */
    async logInAgain() {
      person = await logInBrowser(world, { username: 'person', password: 'a good password' })
    },
    consent,
    codeFor,
    exchange,
    async tokenFor(more: object = {}): Promise<string> {
      const { status, body } = await exchange(await codeFor(more))
      expect(status).toBe(200)
      return body.access_token
    },
    receive: (token: string) => world.call('POST', '/api/v1/payments', { token, body: { out: false, amount: 5 } }),
    lists: async () => (await person.call('GET', '/api/v1/auth/acls')).body as Record<string, unknown>[],
  }
}
