import { badRequest, notFound } from '@satchel/http/service-error'
import { defineGrant } from '../../access/shown-credential.ts'
import { defineCommand } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { findUserWithPassword } from '../users/user-store.ts'
import type { ProvenIdentity, Voucher } from './identity.ts'
import {
  deleteIdentity,
  findIdentity,
  findUserByVerifiedEmail,
  insertIdentity,
  listIdentities,
  setIdentityUse,
} from './identity-store.ts'

/** Stores the label and e-mail address that the provider reports now. */
export const noteIdentityUse = defineCommand({
  name: 'note-identity-use',
  run: async (tx, input: { id: string; proven: ProvenIdentity; at: number }): Promise<void> => {
    await tx.run(setIdentityUse(input.id, input.proven, input.at))
  },
})

export interface LinkIdentity {
  readonly id: string
  readonly proven: ProvenIdentity
  readonly actor: Actor
  readonly at: number
}

/** Adds a log-in identity to the actor; adding it twice changes nothing. Returns its id. */
export const linkIdentity = defineGrant({
  name: 'link-identity',
  run: async (tx, input: LinkIdentity): Promise<string> => {
    const { id, proven, actor, at } = input
    const existing = await findIdentity(tx, proven)
    if (existing?.userId === actor.id) return existing.id
    if (existing !== undefined)
      throw badRequest('This identity belongs to another account.', { code: 'identity_of_other_account' })
    await tx.run(insertIdentity(id, actor.id, proven, at))
    const detail = { provider: proven.provider }
    await tx.run(noteInAuditLog({ actor, action: 'identity-linked', subject: id, detail, at }))
    return id
  },
})

export interface LinkByEmail {
  readonly id: string
  readonly proven: ProvenIdentity
  readonly address: string
  readonly at: number
}

/**
 * Links a new identity to the account whose own e-mail address is verified by another of its linked identities. An
 * address that a user only typed in proves nothing, with or without a password: an attacker may have registered the
 * victim's address in advance, to share the account once its owner logs in (rule D6). Returns the account.
 */
export const linkByEmail = defineCommand({
  name: 'link-by-email',
  run: async (tx, input: LinkByEmail): Promise<string | undefined> => {
    const { id, proven, address, at } = input
    const userId = await findUserByVerifiedEmail(tx, proven.verifiedEmail)
    if (userId === undefined || (await findIdentity(tx, proven)) !== undefined) return undefined
    await tx.run(insertIdentity(id, userId, proven, at))
    await tx.run(
      noteInAuditLog({
        actor: { id: userId, address },
        action: 'identity-linked',
        subject: id,
        detail: { provider: proven.provider, by: 'verified-email' },
        at,
      }),
    )
    return userId
  },
})

export interface UnlinkIdentity {
  readonly id: string
  readonly actor: Actor
  /** Log-in methods that this service allows: the account must keep one of them. */
  readonly open: { readonly vouchers: readonly Voucher[]; readonly password: boolean; readonly passkey: boolean }
  readonly at: number
}

/** Removes a log-in identity from the actor's account, but never the last one. */
export const unlinkIdentity = defineGrant({
  name: 'unlink-identity',
  run: async (tx, input: UnlinkIdentity): Promise<void> => {
    const { id, actor, open, at } = input
    const identities = await listIdentities(tx, actor.id)
    const going = identities.find((identity) => identity.id === id)
    if (going === undefined) throw notFound('Identity not found.', { code: 'identity_not_found' })
    const others = identities.filter((identity) => identity !== going && open.vouchers.includes(identity.provider))
    const owner = await findUserWithPassword(tx, actor.id)
    const password = open.password && owner?.passwordHash !== undefined
    const passkey = open.passkey && owner?.user.secondFactors.includes('passkey') === true
    if (others.length === 0 && !password && !passkey) {
      throw badRequest('This is your only way to log in; set a password or link another identity first.', {
        code: 'only_way_in',
      })
    }
    await tx.run(deleteIdentity(id))
    const detail = { provider: going.provider }
    await tx.run(noteInAuditLog({ actor, action: 'identity-unlinked', subject: id, detail, at }))
  },
})
