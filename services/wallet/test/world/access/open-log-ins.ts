import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { getPublicKey } from 'nostr-tools/pure'
import type { AccessEvent } from '../../../src/access/access-events.ts'
import type { WayIn } from '../../../src/access/ways-in.ts'
import { openSession } from '../accounts/open-session.ts'
import { shareWallet } from '../accounts/share-wallet.ts'
import { signNostrLogin } from '../accounts/sign-nostr-login.ts'
import { createSoftAuthenticator } from '../accounts/soft-authenticator.ts'
import { ticketOf } from '../accounts/ticket-of.ts'
import { codeOf, openWithTotp } from '../accounts/with-totp.ts'
import { openTestSocket, type TestSocket } from '../open-test-socket.ts'
import type { Answer, CallOptions } from '../open-world.ts'
import { testVisits } from '../providers/open-test-visits.ts'
import { tokenOf } from '../token-of.ts'
import { writeDirectly } from '../write-directly.ts'
import { type AccessStage, ORIGIN, type Subject } from './access-stage.ts'

/** Opens the way in; returns a probe that tells whether it still gives access. */
export type OpenWay = (
  stage: AccessStage,
  subject: Subject,
  event: AccessEvent | undefined,
) => Promise<() => Promise<boolean>>

const isOk = ({ status }: Answer): boolean => status === 200 || status === 201

/** Whether the log-in opens this account, and not a new one. */
async function leadsTo(stage: AccessStage, { id }: Subject, answer: Answer): Promise<boolean> {
  if (!isOk(answer)) return false
  return (await stage.ask('GET', '/api/v1/auth', { token: answer.body.access_token })).body.id === id
}

const reads = async (stage: AccessStage, subject: Subject, credential: CallOptions): Promise<boolean> =>
  (await stage.ask('GET', '/api/v1/auth', credential)).body.id === subject.id

async function link(stage: AccessStage, { id }: Subject, provider: string, subject: string): Promise<void> {
  await writeDirectly(
    stage.world,
    `INSERT INTO identities (id, user_id, provider, subject, label, verified_email, created_at, last_used_at)
     VALUES ('${randomUUID()}', '${id}', '${provider}', '${subject}', '', '', 1, 1)`,
  )
}

const byOpenId =
  (provider: 'keycloak' | 'google'): OpenWay =>
  async (stage, subject) => {
    const sub = randomBytes(8).toString('hex')
    await link(stage, subject, provider, sub)
    return async () => {
      stage.openId.account = { sub }
      return leadsTo(stage, subject, await testVisits(stage.world, provider, stage.openId.visit).logIn())
    }
  }

/** A process that did not end the session notices within two seconds. */
async function closesSoon(socket: TestSocket): Promise<boolean> {
  const until = performance.now() + 2000
  while (socket.closed() === undefined && performance.now() < until) await delay(20)
  return socket.closed() !== undefined
}

/** With a password and a required second factor. False if the factor is no longer required. */
async function secondStep(stage: AccessStage, subject: Subject, proof: () => object): Promise<boolean> {
  const ticket = await ticketOf(stage.world, subject).catch(() => undefined)
  if (ticket === undefined) return false
  return leadsTo(
    stage,
    subject,
    await stage.ask('POST', '/api/v1/auth/second-factor', { body: { ticket, ...proof() } }),
  )
}

const withTotp = (stage: AccessStage, { id, token, password }: Subject) =>
  openWithTotp(stage.world, { id, token, password })

type LogIn = Extract<
  WayIn,
  | 'password'
  | 'passkey'
  | 'totp'
  | 'recovery-code'
  | 'nostr-key'
  | 'google-login'
  | 'github-login'
  | 'keycloak-login'
  | 'user-id'
  | 'session'
  | 'access-token'
  | 'second-factor-ticket'
  | 'provider-visit'
  | 'socket'
  | 'verified-email'
>

/** The credentials of a user, and the sessions that they open. */
export const LOG_INS: Readonly<Record<LogIn, OpenWay>> = {
  async password(stage, subject) {
    const { username, password } = subject
    return async () =>
      leadsTo(stage, subject, await stage.ask('POST', '/api/v1/auth', { body: { username, password } }))
  },
  async passkey(stage, subject) {
    const soft = createSoftAuthenticator({ origin: ORIGIN })
    const { token, password } = subject
    const begun = await stage.ask('POST', '/api/v1/auth/passkeys/options', { token, body: { password } })
    const passkey = soft.create(begun.body)
    await stage.ask('POST', '/api/v1/auth/passkeys', { token, body: { name: 'Key', passkey } })
    return async () => {
      const { body } = await stage.ask('POST', '/api/v1/auth/passkey/options')
      return leadsTo(stage, subject, await stage.ask('POST', '/api/v1/auth/passkey', { body: soft.get(body) }))
    }
  },
  async totp(stage, subject) {
    const { secret } = await withTotp(stage, subject)
    return () => secondStep(stage, subject, () => ({ totp: codeOf(stage.world, secret) }))
  },
  async 'recovery-code'(stage, subject) {
    const [code] = (await withTotp(stage, subject)).recoveryCodes
    return () => secondStep(stage, subject, () => ({ recovery_code: code }))
  },
  async 'nostr-key'(stage, subject) {
    const key = randomBytes(32)
    await link(stage, subject, 'nostr', getPublicKey(key))
    return async () => {
      const body = { nostr_event: signNostrLogin(key, ORIGIN, stage.world.nowSeconds()) }
      return leadsTo(stage, subject, await stage.ask('POST', '/api/v1/auth/nostr', { body }))
    }
  },
  'google-login': byOpenId('google'),
  'keycloak-login': byOpenId('keycloak'),
  async 'github-login'(stage, subject) {
    const id = randomBytes(4).readUInt32BE()
    await link(stage, subject, 'github', String(id))
    return async () => {
      stage.github.user = { id, login: `someone-${id}`, name: 'Someone' }
      return leadsTo(stage, subject, await testVisits(stage.world, 'github', stage.github.visit).logIn())
    }
  },
  async 'verified-email'(stage, subject) {
    const email = `${randomUUID()}@example.com`
    const { token } = subject
    await stage.ask('PUT', '/api/v1/auth/me', { token, body: { email } })
    const begun = await stage.ask('POST', '/api/v1/auth/google/link', { token })
    const account = () => ({ sub: randomBytes(8).toString('hex'), email, email_verified: true })
    stage.openId.account = account()
    const back = await stage.openId.visit(begun.body.authorization_url)
    const body = { code: back.searchParams.get('code'), state: begun.body.state }
    await stage.ask('POST', '/api/v1/auth/google/link', { token, body })
    return async () => {
      stage.openId.account = account()
      return leadsTo(stage, subject, await testVisits(stage.world, 'keycloak', stage.openId.visit).logIn())
    }
  },
  async 'user-id'(stage, subject) {
    return async () =>
      leadsTo(stage, subject, await stage.ask('POST', '/api/v1/auth/usr', { body: { usr: subject.id } }))
  },
  async session(stage, subject) {
    const { headers } = await openSession(stage.world, { userId: subject.id })
    return () => reads(stage, subject, { headers })
  },
  async 'access-token'(stage, subject) {
    const token = await tokenOf(stage.world, { userId: subject.id })
    return () => reads(stage, subject, { token })
  },
  async 'second-factor-ticket'(stage, subject) {
    const { secret } = await withTotp(stage, subject)
    const ticket = await ticketOf(stage.world, subject)
    return async () => {
      const body = { ticket, totp: codeOf(stage.world, secret) }
      return leadsTo(stage, subject, await stage.ask('POST', '/api/v1/auth/second-factor', { body }))
    }
  },
  async 'provider-visit'(stage, subject) {
    const { headers } = await openSession(stage.world, { userId: subject.id })
    const begun = await stage.ask('POST', '/api/v1/auth/google/link', { headers })
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
    stage.openId.account = { sub: randomBytes(8).toString('hex') }
    const back = await stage.openId.visit(begun.body.authorization_url)
    // The browser returns with the cookie of the visit only.
    return async () => {
      const { headers } = await stage.ask('GET', `/api/v1/auth/google/token${back.search}`, { headers: { cookie } })
      return String(headers['location']).includes('linked=google')
    }
  },
  async socket(stage, subject) {
    const { cookie } = await openSession(stage.world, { userId: subject.id })
    const options = { headers: { cookie }, origin: ORIGIN }
    const url = `${await stage.socketUrl()}/api/v1/ws`
    const bySession = await openTestSocket(url, options)
    const { wallet: shared } = await shareWallet(stage.world, subject.wallet, subject.guest)
    /** A socket with an invalid key is closed immediately. */
    const openByKeys = async (): Promise<boolean> => {
      for (const key of [subject.wallet.invoiceKey, shared.inkey]) {
        const socket = await openTestSocket(`${url}/${key}`).catch(() => undefined)
        if (socket === undefined || (await closesSoon(socket))) return false
      }
      return true
    }
    return async () => (await openByKeys()) && !(await closesSoon(bySession))
  },
}
