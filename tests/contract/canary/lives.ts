import { createECDH, hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPhoenixdPeer } from '@satchel/lightning/world/peers/phoenixd/phoenixd-peer'
import { signNostrLogin } from '../../../services/wallet/test/world/accounts/sign-nostr-login.ts'
import { codeOf } from '../../../services/wallet/test/world/accounts/with-totp.ts'
import type { Answer } from '../../../services/wallet/test/world/open-world.ts'
import type { Caller, Method, Witness } from './witness.ts'

/** The secrets to search for, and the callers left when all calls are done. */
export interface Cast {
  readonly operator: Caller
  readonly anna: Caller
  readonly annasWallet: Caller
  readonly annasProgram: Caller
  readonly ben: Caller
}

interface Person extends Caller {
  readonly token: string
  readonly username: string
  readonly password: string
  readonly wallet: { readonly id: string; readonly adminkey: string; readonly inkey: string }
}

const ANONYMOUS: Caller = { name: 'anonymous' }
const MARK = randomBytes(6).toString('hex')
const marked = (what: string): string => `canary-${MARK} ${what}`
const now = { nowSeconds: () => Math.floor(Date.now() / 1000) }

/** A call that must succeed. */
async function done(
  witness: Witness,
  who: Caller,
  method: Method,
  path: string,
  body?: unknown,
): Promise<Answer['body']> {
  const answer = await witness.ask(who, method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Two people and an operator do what users do; every secret is recorded. */
export async function liveThrough(witness: Witness, url: string, folder: string): Promise<Cast> {
  const operator = await install(witness, folder)
  const [anna, ben] = [await openAccount(witness, 'anna'), await openAccount(witness, 'ben')]
  for (const { wallet } of [anna, ben]) {
    await done(witness, operator, 'PUT', '/api/v1/admin/topup', { id: wallet.id, amount: 10_000 })
  }
  const annasWallet = await changeKeys(witness, anna)
  await payEachOther(witness, anna, ben, `${url}/nothing`)
  const annasProgram = await letIn(witness, anna, ben)
  await allowProgram(witness, anna)
  await comeByProvider(witness)
  await comeByNostr(witness, url)
  await comeByBrowser(witness)
  await chooseNode(witness, operator)
  return { operator, anna: await protect(witness, anna), annasWallet, annasProgram, ben }
}

async function install(witness: Witness, folder: string): Promise<Caller> {
  const token = witness.keep('first-install token', readFileSync(join(folder, 'first-install-token'), 'utf8').trim())
  const password = witness.keep("operator's password", marked('password of the operator'))
  const body = { username: 'operator', password, password_repeat: password, first_install_token: token }
  const { access_token: login } = await done(witness, { name: 'operator' }, 'PUT', '/api/v1/auth/first_install', body)
  return { name: 'operator', token: witness.keep("operator's access token", login, 'operator') }
}

async function openAccount(witness: Witness, name: string): Promise<Person> {
  const password = witness.keep(`${name}'s password`, marked(`password of ${name}`))
  const body = { username: name, password, email: `${name}@example.com` }
  const { access_token: login } = await done(witness, { name }, 'POST', '/api/v1/auth/register', body)
  const token = witness.keep(`${name}'s access token`, login, name)
  const wallet = await done(witness, { name, token }, 'GET', '/api/v1/wallet')
  keepKeys(witness, name, 'first', wallet)
  const wrong = {
    username: name,
    password: witness.keep(`${name}'s mistyped password`, marked(`passwort von ${name}`)),
  }
  await witness.ask({ name }, 'POST', '/api/v1/auth', wrong)
  return { name, token, username: name, password, wallet }
}

function keepKeys(witness: Witness, reader: string, which: string, wallet: Person['wallet']): void {
  witness.keep(`${reader}'s ${which} admin key`, wallet.adminkey, reader)
  witness.keep(`${reader}'s ${which} invoice key`, wallet.inkey, reader)
}

/** The keys change, the webhook secret too; the key also comes in the query. */
async function changeKeys(witness: Witness, anna: Person): Promise<Caller> {
  const wallet = (await done(witness, anna, 'PUT', '/api/v1/wallet/reset')) as Person['wallet']
  keepKeys(witness, anna.name, 'second', wallet)
  const before = await done(witness, anna, 'GET', '/api/v1/wallet/webhook')
  const after = await done(witness, anna, 'POST', '/api/v1/wallet/webhook/rotate')
  witness.keep("anna's first webhook secret", before.secret, 'anna')
  witness.keep("anna's second webhook secret", after.secret, 'anna')
  await done(witness, { name: 'anna' }, 'GET', `/api/v1/wallet?api-key=${wallet.inkey}`)
  await witness.ask({ name: 'anna' }, 'GET', `/api/v1/wallet?api-key=${anna.wallet.adminkey}`)
  return { name: 'anna', key: wallet.adminkey }
}

/** An ordinary invoice and one that anna alone can settle. */
async function payEachOther(witness: Witness, anna: Person, ben: Person, webhook: string): Promise<void> {
  const ask = (more: object) => done(witness, anna, 'POST', '/api/v1/payments', { out: false, amount: 100, ...more })
  const pay = (bolt11: string) => done(witness, ben, 'POST', '/api/v1/payments', { out: true, bolt11 })
  const invoice = await ask({ memo: 'the memo of the canary', webhook })
  await pay(invoice.payment_request)
  for (const who of [anna, ben]) {
    const { preimage } = await done(witness, who, 'GET', `/api/v1/payments/${invoice.payment_hash}`)
    witness.keep('the preimage of a paid invoice', preimage, 'anna', 'ben')
  }
  const preimage = witness.keep('the preimage of a hold invoice', randomBytes(32).toString('hex'), 'anna', 'ben')
  const held = await ask({ payment_hash: hash('sha256', Buffer.from(preimage, 'hex'), 'hex') })
  await pay(held.payment_request)
  await done(witness, anna, 'PUT', `/api/v1/payments/${held.checking_id}`, { preimage })
  await done(witness, ben, 'GET', `/api/v1/payments/${held.payment_hash}`)
}

/** A guest, and a program with a token. */
async function letIn(witness: Witness, anna: Person, ben: Person): Promise<Caller> {
  const invitation = await done(witness, anna, 'PUT', '/api/v1/wallet/share/invite', {
    username: ben.username,
    permissions: ['view-payments', 'receive-payments'],
  })
  const shared = await done(witness, ben, 'PUT', '/api/v1/wallet/share', {
    share_request_id: invitation.share_request_id,
  })
  keepKeys(witness, ben.name, "guest's", shared)
  await done(witness, { name: 'ben', key: shared.adminkey }, 'GET', '/api/v1/payments')
  const list = { name: 'program', allowed_endpoints: ['GET /api/v1/wallet', 'GET /api/v1/payments'] }
  const acl = await done(witness, anna, 'POST', '/api/v1/auth/acls', list)
  const made = await done(witness, anna, 'POST', `/api/v1/auth/acls/${acl.id}/tokens`, { name: 'program' })
  return { name: 'program', token: witness.keep('an ACL token', made.token, 'anna') }
}

/** A program by the consent page, with its code and token; and a browser that shows messages. */
async function allowProgram(witness: Witness, anna: Person): Promise<void> {
  const verifier = witness.keep('the verifier of a program', `${MARK}-verifier-of-the-program-with-43-characters`)
  const client = { client_id: 'Till', redirect_uri: 'com.example.till:/connected' }
  const { redirect_to: back } = await done(witness, anna, 'POST', '/api/v1/auth/consent', {
    ...client,
    response_type: 'code',
    scope: 'receive',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    wallet_id: anna.wallet.id,
  })
  const code = witness.keep('a code for a program', new URL(back).searchParams.get('code') ?? '', 'anna')
  const fields = { ...client, grant_type: 'authorization_code', code, code_verifier: verifier }
  const { access_token: token } = await done(witness, { name: 'till' }, 'POST', '/oauth/token', fields)
  witness.keep('the token of a program', token, 'till')
  await witness.ask({ name: 'till', token }, 'GET', '/api/v1/payments/x')
  await witness.ask({ name: 'till' }, 'POST', '/oauth/token', fields)
  const auth = witness.keep('the secret of a browser', randomBytes(16).toString('base64url'))
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const endpoint = `https://push.invalid/${witness.keep('the address of a browser', `${MARK}-browser`)}`
  await done(witness, anna, 'POST', '/api/v1/push/subscriptions', { endpoint, keys: { p256dh, auth } })
  await done(witness, anna, 'PUT', '/api/v1/auth/me/preferences', { notify: true })
}

/** The provider does not know this code; the service sends its client secret nevertheless. */
async function comeByProvider(witness: Witness): Promise<void> {
  const { headers } = await witness.ask(ANONYMOUS, 'GET', '/api/v1/auth/github')
  const state = new URL(String(headers['location'])).searchParams.get('state') ?? ''
  const code = witness.keep('a code of a provider', `${MARK}-code-of-the-provider`)
  const verifier = witness.keep('a PKCE verifier', `${MARK}-verifier-of-the-challenge-with-43-characters`)
  await witness.ask(ANONYMOUS, 'GET', `/api/v1/auth/github/token?code=${code}&state=${state}`)
  await witness.ask(ANONYMOUS, 'POST', '/api/v1/auth/github/token', { code, state, code_verifier: verifier })
}

async function comeByNostr(witness: Witness, url: string): Promise<void> {
  const event = signNostrLogin(randomBytes(32), url, now.nowSeconds())
  witness.keep('the signature of a Nostr event', (JSON.parse(event) as { sig: string }).sig)
  const login = await done(witness, { name: 'carl' }, 'POST', '/api/v1/auth/nostr', { nostr_event: event })
  witness.keep("carl's access token", login.access_token, 'carl')
  await witness.ask({ name: 'carl' }, 'POST', '/api/v1/auth/nostr', { nostr_event: event })
}

/** The web app: a cookie in place of a token, and the keys of the wallet after a fresh proof. */
async function comeByBrowser(witness: Witness): Promise<void> {
  const dora: Caller = { name: 'dora' }
  const password = witness.keep("dora's password", marked('password of dora'))
  const page = { 'x-satchel': 'app', 'sec-fetch-site': 'same-origin', 'x-session': 'cookie' }
  const opened = await witness.ask(dora, 'POST', '/api/v1/auth/register', { username: 'dora', password }, page)
  const value = /satchel=([\w-]{43})/.exec(String(opened.headers['set-cookie']))?.[1] ?? ''
  witness.keep("dora's cookie", value, 'dora')
  const headers = { ...page, cookie: `satchel=${value}` }
  const { body: keys } = await witness.ask(dora, 'GET', '/api/v1/wallet/keys', undefined, headers)
  witness.keep("dora's admin key", keys.adminkey, 'dora')
  await witness.ask(dora, 'POST', '/api/v1/auth/step-up', { password: `${password}!` }, headers)
  await witness.ask(dora, 'GET', '/api/v1/auth/sessions', undefined, headers)
  await witness.ask(dora, 'POST', '/api/v1/auth/logout', undefined, headers)
}

/** A node is tried with a wrong password and with the right one, then stored; a macaroon that no node accepts is not. */
async function chooseNode(witness: Witness, operator: Caller): Promise<void> {
  const peer = await openPhoenixdPeer()
  try {
    const path = '/api/v1/admin/funding'
    const wrong = witness.keep('a wrong password of a node', marked('wrong password of a node'))
    const password = witness.keep('the password of a node', peer.password)
    const entered = { PHOENIXD_API_ENDPOINT: peer.server.url, SERVICE_ALLOW_UNCAPPED_FEES: 'true' }
    const choice = (secret: string) => ({ kind: 'phoenixd', values: { ...entered, PHOENIXD_API_PASSWORD: secret } })
    for (const method of ['POST', 'PUT'] as const)
      await witness.ask(operator, method, method === 'POST' ? `${path}/try` : path, choice(wrong))
    await done(witness, operator, 'POST', `${path}/try`, choice(password))
    await done(witness, operator, 'PUT', path, choice(password))
    const macaroon = witness.keep('a macaroon', `0201036c6e64${randomBytes(64).toString('hex')}`)
    const values = { LND_REST_ENDPOINT: peer.server.url, LND_REST_MACAROON: macaroon, LND_REST_CERT: macaroon }
    await witness.ask(operator, 'POST', `${path}/try`, { kind: 'lnd', values })
    await done(witness, operator, 'GET', path)
  } finally {
    await peer.close()
  }
}

/** A second factor, and a log-in with it. */
async function protect(witness: Witness, anna: Person): Promise<Caller> {
  const { username, password } = anna
  const { secret } = await done(witness, anna, 'POST', '/api/v1/auth/totp', { password })
  witness.keep("anna's TOTP secret", secret, 'anna')
  const { recovery_codes: codes } = (await done(witness, anna, 'PUT', '/api/v1/auth/totp', {
    totp: codeOf(now, secret),
  })) as { recovery_codes: readonly string[] }
  for (const [index, code] of codes.entries()) witness.keep(`anna's recovery code ${index}`, code, 'anna')
  const half = await witness.ask({ name: 'anna' }, 'POST', '/api/v1/auth', { username, password })
  const proof = { ticket: half.body.ticket, recovery_code: codes[0] }
  const login = await done(witness, { name: 'anna' }, 'POST', '/api/v1/auth/second-factor', proof)
  // Its own refusal hands it out; from here on it is as secret as any.
  witness.keep("anna's ticket", half.body.ticket, 'anna')
  return { name: 'anna', token: witness.keep("anna's second access token", login.access_token, 'anna') }
}
