import type { Permission } from '../../access/principal.ts'
import type { Change } from '../../db/database.ts'
import { newId } from '../../ids.ts'
import { writePermissions } from '../../wallets/share-store.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { textOf } from '../reading/values.ts'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'
import type { StagedUser } from './stage-users.ts'
import type { Mirror, Wallets } from './stage-wallets.ts'

export interface StageShares {
  readonly staged: Staged
  readonly report: Report
  readonly vault: KeyVault
  readonly users: ReadonlyMap<string, StagedUser>
  readonly wallets: Wallets
  readonly now: number
}

const PERMISSIONS: readonly Permission[] = ['view-payments', 'receive-payments', 'send-payments']

/** Wallets that are shared: the keys of a guest's mirror go on working as the guest's keys. */
export function stageShares({ staged, report, vault, users, wallets, now }: StageShares): void {
  const made = new Set<string>()
  const leave = (why: string): void => report.leaveOut('shared wallets', why)
  for (const { walletId, share } of wallets.shares) {
    const source = wallets.own.get(walletId)
    if (source === undefined || source.deleted) {
      leave('the wallet is deleted')
      continue
    }
    const accepted = share['status'] === 'approved'
    const mirror = wallets.mirrors.get(textOf(share['shared_with_wallet_id']))
    const username = textOf(share['username'])
    const guest = mirror === undefined ? undefined : users.get(mirror.owner)
    const granted = share['permissions']
    const permissions = PERMISSIONS.filter((one) => Array.isArray(granted) && granted.includes(one))
    if (guest === undefined && accepted) leave('the guest is gone')
    else if (permissions.length === 0) leave('nothing is granted')
    else if (accepted && guest?.id === source.userId) leave('the guest is the owner')
    else {
      const guestId = guest?.id ?? findByName(staged, username)
      if (guestId === undefined || made.has(`${walletId} ${guestId}`)) leave('the guest is gone, or has one already')
      else {
        made.add(`${walletId} ${guestId}`)
        const given = { id: newId(), walletId, guestId, username, permissions, at: now }
        const opened = accepted && mirror !== undefined && areFree(staged, mirror) ? mirror : undefined
        staged.add(...insertShare(given, opened, vault))
        if (accepted && opened === undefined)
          report.change('shared wallets', 'the guest has to accept again: its keys are not unique')
        report.count(opened === undefined ? 'invitations to wallets' : 'shared wallets')
      }
    }
  }
  const used = new Set(wallets.shares.map(({ share }) => share['shared_with_wallet_id']))
  const idle = [...wallets.mirrors.keys()].filter((id) => !used.has(id)).length
  report.leaveOut('shared wallets', 'their owner shares them no more', idle)
}

const findByName = (staged: Staged, username: string): string | undefined =>
  staged.first<{ id: string }>('SELECT id FROM users WHERE username = ?', [username.toLowerCase()])?.id

interface NewShare {
  readonly id: string
  readonly walletId: string
  readonly guestId: string
  readonly username: string
  readonly permissions: readonly Permission[]
  readonly at: number
}

/** With `mirror` it is accepted, and the guest's keys are those of the mirror. */
function insertShare(
  { id, walletId, guestId, username, permissions, at }: NewShare,
  mirror: Mirror | undefined,
  vault: KeyVault,
): Change[] {
  const sealed = mirror === undefined ? ['', ''] : [vault.seal(mirror.adminKey), vault.seal(mirror.invoiceKey)]
  const row: Change = {
    sql: `INSERT INTO wallet_shares (id, wallet_id, guest_id, username, permissions, status, admin_key_sealed,
            invoice_key_sealed, created_at, accepted_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    params: [
      id,
      walletId,
      guestId,
      username,
      writePermissions(permissions),
      mirror === undefined ? 'pending' : 'accepted',
      ...sealed,
      at,
      mirror === undefined ? null : at,
    ],
    rows: 1,
  }
  if (mirror === undefined) return [row]
  const keys: Change = {
    sql: `INSERT INTO wallet_keys (wallet_id, share_id, kind, digest)
          VALUES ($1, $2, 'guest-admin', $3), ($1, $2, 'guest-invoice', $4)`,
    params: [walletId, id, vault.digest(mirror.adminKey), vault.digest(mirror.invoiceKey)],
    rows: 2,
  }
  return [row, keys]
}

const KEY = /^[0-9a-f]{32}$/

/** A key that another wallet has as well would open two. */
function areFree(staged: Staged, { adminKey, invoiceKey }: Mirror): boolean {
  const take = (key: string): boolean =>
    KEY.test(key) && staged.run('INSERT INTO used_keys VALUES (?) ON CONFLICT DO NOTHING', [key]) === 1
  return take(adminKey) && take(invoiceKey)
}
