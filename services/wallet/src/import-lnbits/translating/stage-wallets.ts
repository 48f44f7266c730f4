import { newId, newKey } from '../../base/ids.ts'
import type { Change } from '../../db/database.ts'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import type { WalletLook } from '../../wallets/wallet-look.ts'
import { newWebhookSecret } from '../../wallets/wallet-secrets.ts'
import { insertKeys, type SealedKeys } from '../../wallets/wallet-store.ts'
import { LnbitsError } from '../reading/lnbits-error.ts'
import type { Lnbits } from '../reading/open-lnbits.ts'
import { cutText, toBool, toJson, toList, toObject, toSeconds, toText } from '../reading/values.ts'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'
import { readLook } from './read-look.ts'
import { insertPastUser, type StagedUser } from './stage-users.ts'

export interface StageWallets {
  readonly lnbits: Lnbits
  readonly staged: Staged
  readonly report: Report
  readonly vault: KeyVault
  readonly users: Map<string, StagedUser>
  readonly now: number
  /** Whether a key of this service has that digest. */
  readonly isKeyTaken: (digest: string) => boolean
  readonly isWalletTaken: (id: string) => boolean
}

export interface LnbitsWallet {
  readonly userId: string
  /** Its owner's id in LNbits. */
  readonly owner: string
  readonly deleted: boolean
  /** The keys do nothing: the account was never activated. */
  readonly locked: boolean
  readonly adminKey: string
  readonly invoiceKey: string
  readonly lightningAddress: string
}

/** A wallet that mirrors another one, with keys of its own. */
export interface Mirror {
  readonly owner: string
  readonly sourceId: string
  readonly adminKey: string
  readonly invoiceKey: string
}

export interface Wallets {
  /** Wallets with money of their own. */
  readonly own: ReadonlyMap<string, LnbitsWallet>
  /** Without those that their guests have deleted. */
  readonly mirrors: ReadonlyMap<string, Mirror>
  readonly deletedMirrors: ReadonlySet<string>
  /** Wallets of other kinds, which hold no millisatoshis; not imported. */
  readonly others: ReadonlySet<string>
  readonly shares: readonly Shared[]
}

/** The permissions granted by an owner, as LNbits stores them with the wallet. */
export interface Shared {
  readonly walletId: string
  readonly share: Readonly<Record<string, unknown>>
}

export async function stageWallets(given: StageWallets): Promise<Wallets> {
  const own = new Map<string, LnbitsWallet>()
  const mirrors = new Map<string, Mirror>()
  const deletedMirrors = new Set<string>()
  const others = new Set<string>()
  const shares: Shared[] = []
  for await (const page of given.lnbits.tables.pages('wallets')) {
    given.staged.together(() => {
      for (const row of page) {
        const id = toText(row['id'])
        if (id === '' || own.has(id) || mirrors.has(id)) continue
        const type = toText(row['wallet_type'])
        if (type === 'lightning-shared') {
          if (toBool(row['deleted'])) deletedMirrors.add(id)
          else mirrors.set(id, readMirror(row))
        } else if (type !== 'lightning' && type !== '') {
          others.add(id)
          given.report.leaveOut('wallets', `their type is ${cutText(type, 30)}, not Lightning`, 1, toText(row['name']))
          continue
        } else own.set(id, stageWallet(given, id, row, own.size + 1))
        for (const share of toList(toObject(toJson(row['extra']))['shared_with'])) {
          shares.push({ walletId: id, share: toObject(share) })
        }
        const links = toList(toObject(toJson(row['stored_paylinks']))['links']).length
        given.report.leaveOut('saved payees', 'wallets here have no address book', links)
      }
    })
  }
  return { own, mirrors, deletedMirrors, others, shares }
}

const readMirror = (row: ForeignRow): Mirror => ({
  owner: toText(row['user']),
  sourceId: toText(row['shared_wallet_id']),
  adminKey: toText(row['adminkey']),
  invoiceKey: toText(row['inkey']),
})

function stageWallet(given: StageWallets, id: string, row: ForeignRow, seq: number): LnbitsWallet {
  const { staged, report, vault, now, isWalletTaken } = given
  if (isWalletTaken(id)) throw new LnbitsError(`this service has a wallet ${id} already`)
  const owner = toText(row['user'])
  const user = given.users.get(owner) ?? adopt(given)
  const deleted = toBool(row['deleted'])
  const at = toSeconds(row['created_at']) ?? now
  const name = cutText(toText(row['name']), 64) || 'Wallet'
  const adminKey = user.locked ? newKey() : takeKey(given, toText(row['adminkey']), 'admin', deleted)
  const invoiceKey = user.locked ? newKey() : takeKey(given, toText(row['inkey']), 'invoice', deleted)
  const sealed: SealedKeys = deleted
    ? { admin: { digest: '', sealed: '' }, invoice: { digest: '', sealed: '' } }
    : {
        admin: { digest: vault.digest(adminKey), sealed: vault.seal(adminKey) },
        invoice: { digest: vault.digest(invoiceKey), sealed: vault.seal(invoiceKey) },
      }
  const webhookSecret = deleted ? '' : vault.seal(newWebhookSecret())
  const closedAt = deleted ? (toSeconds(row['updated_at']) ?? now) : null
  const wallet = { id, userId: user.id, name, at, webhookSecret, closedAt, look: readLook(row, seq) }
  staged.add(insertPastWallet(wallet, sealed), noteImported(id, now), ...(deleted ? [] : [insertKeys(id, sealed)]))
  staged.run('INSERT INTO wallets VALUES (?, ?, ?, ?, ?, ?, ?, NULL)', [
    id,
    user.id,
    name,
    deleted ? 1 : 0,
    adminKey,
    invoiceKey,
    seq,
  ])
  report.count(deleted ? 'deleted wallets, with their history' : 'wallets')
  const { locked } = user
  const lightningAddress = toText(row['lightning_address']).toLowerCase()
  return { userId: user.id, owner, deleted, locked, adminKey, invoiceKey, lightningAddress }
}

const KEY = /^[0-9a-f]{32}$/

/** Two wallets with one key would be one wallet to its holder: that is refused, not guessed. */
function takeKey(given: StageWallets, key: string, kind: string, deleted: boolean): string {
  const { staged, report, vault, isKeyTaken } = given
  if (deleted) return key
  if (!KEY.test(key)) {
    report.change('wallets', `the ${kind} key is none: a new one is made`)
    return newKey()
  }
  if (isKeyTaken(vault.digest(key))) throw new LnbitsError(`a wallet of this service has the same ${kind} key already`)
  if (!staged.take('wallet key', key)) {
    throw new LnbitsError('two wallets of LNbits have the same key; give one of them new keys there first')
  }
  return key
}

const ORPHANS = 'lnbits-orphans'

/** One account for the wallets of deleted accounts; no log-in works for it until an administrator helps. */
function adopt({ staged, report, users, now }: StageWallets): StagedUser {
  const known = users.get(ORPHANS)
  const user = known ?? { id: newId(), locked: false }
  if (known === undefined) {
    users.set(ORPHANS, user)
    const username = `lnbits-orphans-${user.id.slice(0, 8)}`
    const facts = { email: '', displayName: '', passwordHash: null, role: 'user', at: now } as const
    staged.add(insertPastUser({ id: user.id, username, ...facts }))
  }
  report.change(
    'wallets',
    'their account is gone: they belong to a new account',
    1,
    `lnbits-orphans-${user.id.slice(0, 8)}`,
  )
  return user
}

interface PastWallet {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly webhookSecret: string
  readonly at: number
  readonly closedAt: number | null
  readonly look: WalletLook
}

const insertPastWallet = (wallet: PastWallet, keys: SealedKeys): Change => ({
  sql: `INSERT INTO wallets (id, user_id, name, admin_key_sealed, invoice_key_sealed, webhook_secret, created_at, closed_at,
          icon, color, position, currency)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
  params: [
    wallet.id,
    wallet.userId,
    wallet.name,
    keys.admin.sealed,
    keys.invoice.sealed,
    wallet.webhookSecret,
    wallet.at,
    wallet.closedAt,
    wallet.look.icon ?? null,
    wallet.look.color ?? null,
    wallet.look.position ?? null,
    wallet.look.currency ?? null,
  ],
  rows: 1,
})

const noteImported = (id: string, at: number): Change => ({
  sql: 'INSERT INTO imported_wallets (wallet_id, at) VALUES ($1, $2)',
  params: [id, at],
  rows: 1,
})
