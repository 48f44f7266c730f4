import type { Permission } from '../../access/principal.ts'
import { newId, newKey } from '../../base/ids.ts'
import type { Change } from '../../db/database.ts'
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
  /** Whether a key of this service has that digest. */
  readonly isKeyTaken: (digest: string) => boolean
}

const PERMISSIONS: readonly Permission[] = ['view-payments', 'receive-payments', 'send-payments']

/** Shared wallets: the keys of a guest's mirror become the guest's keys. */
export function stageShares(given: StageShares): void {
  const { staged, report, vault, users, wallets, now } = given
  const made = new Set<string>()
  const leave = (why: string): void => report.leaveOut('shared wallets', why)
  for (const { walletId, share } of wallets.shares) {
    const source = wallets.own.get(walletId)
    if (source === undefined || source.deleted) {
      leave('the wallet is deleted')
      continue
    }
    const accepted = share['status'] === 'approved'
    const mirrorId = textOf(share['shared_with_wallet_id'])
    const mirror = wallets.mirrors.get(mirrorId)
    const username = textOf(share['username'])
    const guest = mirror === undefined ? undefined : users.get(mirror.owner)
    const granted = share['permissions']
    const permissions = PERMISSIONS.filter((one) => Array.isArray(granted) && granted.includes(one))
    if (!accepted && share['status'] !== 'invite_sent') leave('neither granted nor offered')
    else if (wallets.deletedMirrors.has(mirrorId)) leave('the guest has deleted it')
    // LNbits uses the permissions of the guest's wallet.
    else if (mirror !== undefined && mirror.sourceId !== walletId) leave('the wallet of the guest shows another one')
    else if (guest === undefined && accepted) leave('the guest is gone')
    else if (permissions.length === 0) leave('nothing is granted')
    else {
      const guestId = guest?.id ?? findInvited(staged, username)
      if (guestId === source.userId) leave('the guest is the owner')
      else if (guestId === undefined || made.has(`${walletId} ${guestId}`))
        leave('the guest is gone, or has one already')
      else {
        made.add(`${walletId} ${guestId}`)
        const row = { id: newId(), walletId, guestId, username, permissions, at: now }
        const keys = accepted ? keysOf(given, mirror, guest) : undefined
        staged.add(...insertShare(row, keys, vault))
        if (accepted && keys === undefined)
          report.change('shared wallets', 'the guest has to accept again: its keys are not unique')
        report.count(keys === undefined ? 'invitations to wallets' : 'shared wallets')
      }
    }
  }
  const used = new Set(wallets.shares.map(({ share }) => share['shared_with_wallet_id']))
  const idle = [...wallets.mirrors.keys()].filter((id) => !used.has(id)).length
  report.leaveOut('shared wallets', 'their owner shares them no more', idle)
}

/**
 * As LNbits finds an invited user: by the name there, else by the email address. If several accounts have it none is
 * invited, because the invitation opens a wallet.
 */
function findInvited(staged: Staged, name: string): string | undefined {
  const sql = `SELECT user, kind, name = ? COLLATE BINARY AS exact FROM account_names WHERE name = ?`
  const found = staged.all<{ user: string; kind: string; exact: number }>(sql, [name, name])
  const names = found.filter(({ kind }) => kind === 'username')
  const exact = names.filter((one) => one.exact === 1)
  const [some = []] = [exact, names, found].filter((list) => list.length > 0)
  return some.length === 1 ? some[0]?.user : undefined
}

interface GuestKeys {
  readonly admin: string
  readonly invoice: string
}

/** Undefined: those of the mirror cannot be kept. LNbits accepts none of an inactive account. */
function keysOf(given: StageShares, mirror: Mirror | undefined, guest: StagedUser | undefined): GuestKeys | undefined {
  if (guest?.locked === true) {
    given.report.change('shared wallets', 'the guest is not activated in LNbits: with new keys')
    return { admin: newKey(), invoice: newKey() }
  }
  const [admin, invoice] = [mirror?.adminKey ?? '', mirror?.invoiceKey ?? '']
  return isFree(given, admin) && isFree(given, invoice) ? { admin, invoice } : undefined
}

const KEY = /^[0-9a-f]{32}$/

/** A key that another wallet has as well would open two. */
const isFree = ({ staged, vault, isKeyTaken }: StageShares, key: string): boolean =>
  KEY.test(key) && !isKeyTaken(vault.digest(key)) && staged.take('wallet key', key)

interface NewShare {
  readonly id: string
  readonly walletId: string
  readonly guestId: string
  readonly username: string
  readonly permissions: readonly Permission[]
  readonly at: number
}

/** A share with keys is accepted. */
function insertShare(
  { id, walletId, guestId, username, permissions, at }: NewShare,
  keys: GuestKeys | undefined,
  vault: KeyVault,
): Change[] {
  const sealed = keys === undefined ? ['', ''] : [vault.seal(keys.admin), vault.seal(keys.invoice)]
  const row: Change = {
    sql: `INSERT INTO wallet_shares (id, wallet_id, guest_id, username, permissions, status, admin_key_sealed,
            invoice_key_sealed, created_at, accepted_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    params: [
      id,
      walletId,
      guestId,
      username,
      writePermissions(permissions),
      keys === undefined ? 'pending' : 'accepted',
      ...sealed,
      at,
      keys === undefined ? null : at,
    ],
    rows: 1,
  }
  if (keys === undefined) return [row]
  const digests: Change = {
    sql: `INSERT INTO wallet_keys (wallet_id, share_id, kind, digest)
          VALUES ($1, $2, 'guest-admin', $3), ($1, $2, 'guest-invoice', $4)`,
    params: [walletId, id, vault.digest(keys.admin), vault.digest(keys.invoice)],
    rows: 2,
  }
  return [row, digests]
}
