import { randomUUID } from 'node:crypto'
import { createSigner } from 'fast-jwt'
import type { AccessEvent } from '../../../src/access/access-events.ts'
import type { WayIn } from '../../../src/access/ways-in.ts'
import { tokenFor } from '../../../src/import-lnbits/old-tokens.ts'
import { makeAclToken } from '../accounts/make-acl-token.ts'
import { ASKED, CLIENT, CONSENT, FORM, VERIFIER } from '../accounts/open-consent.ts'
import { shareWallet } from '../accounts/share-wallet.ts'
import { tokenOf } from '../token-of.ts'
import { writeDirectly } from '../write-directly.ts'
import { type AccessStage, LNBITS_SECRET, type Subject } from './access-stage.ts'
import type { OpenWay } from './open-log-ins.ts'

type Token = Extract<
  WayIn,
  'access-list-token' | 'lnbits-token' | 'authorization-code' | 'reset-link' | 'invitation' | 'download-link'
>

const ENTRIES = ['GET /api/v1/wallet']

/** A token for one wallet, as the consent page creates it. */
const bindTo = (stage: AccessStage, tokenId: string, walletId: string) =>
  writeDirectly(stage.world, `UPDATE acl_tokens SET wallet_id = '${walletId}' WHERE id = '${tokenId}'`)

/** The holder of the token: the subject, or its guest if the event ends the share, which ends the guest's tokens. */
async function holderOf(stage: AccessStage, subject: Subject, event: AccessEvent | undefined): Promise<string> {
  if (event === 'share-ended') return (await shareWallet(stage.world, subject.wallet, subject.guest)).token
  return tokenOf(stage.world, { userId: subject.id })
}

async function openToken(stage: AccessStage, subject: Subject, event: AccessEvent | undefined) {
  const made = await makeAclToken(stage.world, await holderOf(stage, subject, event), ENTRIES)
  await bindTo(stage, made.tokenId, subject.wallet.id)
  return made
}

const opens = async (stage: AccessStage, token: string): Promise<boolean> =>
  (await stage.ask('GET', '/api/v1/wallet', { token })).status === 200

/** Tokens of programs, and single-use links. */
export const TOKENS: Readonly<Record<Token, OpenWay>> = {
  async 'access-list-token'(stage, subject, event) {
    const { token } = await openToken(stage, subject, event)
    return () => opens(stage, token)
  },
  async 'lnbits-token'(stage, subject, event) {
    const { world } = stage
    const { tokenId } = await openToken(stage, subject, event)
    const oldId = randomUUID()
    const digest = world.service.vault.digest(tokenFor(LNBITS_SECRET, oldId))
    await writeDirectly(world, `UPDATE acl_tokens SET digest = '${digest}' WHERE id = '${tokenId}'`)
    const sign = createSigner({ key: LNBITS_SECRET, algorithm: 'HS256' })
    const old = sign({ api_token_id: oldId, exp: world.nowSeconds() + 1_000_000 })
    return () => opens(stage, old)
  },
  async 'authorization-code'(stage, subject, event) {
    const token = await holderOf(stage, subject, event)
    const asked = { ...ASKED, scope: 'receive', wallet_id: subject.wallet.id }
    const given = await stage.ask('POST', CONSENT, { token, body: asked })
    const code = new URL(given.body.redirect_to).searchParams.get('code') ?? ''
    return async () => {
      const fields = { grant_type: 'authorization_code', code, code_verifier: VERIFIER, ...CLIENT }
      const body = new URLSearchParams(fields).toString()
      return (await stage.ask('POST', '/oauth/token', { headers: FORM, body })).status === 200
    }
  },
  async 'reset-link'(stage, subject) {
    const made = await stage.askAsRoot('POST', `/users/api/v1/user/${subject.id}/reset-link`)
    const token = tokenIn(made.body.url)
    const password = 'a password by a link'
    return async () => (await stage.ask('PUT', '/api/v1/auth/reset', { body: { token, password } })).status === 200
  },
  async invitation(stage, subject) {
    await stage.askAsRoot('PUT', `/users/api/v1/user/${subject.id}`, { is_admin: true })
    const token = await tokenOf(stage.world, { userId: subject.id })
    const made = await stage.ask('POST', '/users/api/v1/invitations', { token, body: {} })
    const invitation = tokenIn(made.body.url)
    return async () => {
      const body = { username: `guest-${randomUUID().slice(0, 8)}`, password: 'password of a guest', invitation }
      return (await stage.ask('POST', '/api/v1/auth/register', { body })).status === 201
    }
  },
  async 'download-link'(stage, subject) {
    const token = await tokenOf(stage.world, { userId: subject.id })
    const path = '/api/v1/payments/export?format=csv&wallet_id=all'
    const { body } = await stage.ask('POST', '/api/v1/download-links', { token, body: { path } })
    return async () => (await stage.ask('GET', new URL(body.url).pathname)).status === 200
  },
}

/** Browsers send the part behind the `#` to no server. */
const tokenIn = (url: string): string => /(?:token=|#)([\w-]+)$/.exec(url)?.[1] ?? url
