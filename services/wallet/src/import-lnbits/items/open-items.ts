import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import { insertPastRow } from '../../extensions/host/stores/change-rows.ts'
import { keysOf, toStored, toValues } from '../../extensions/host/stores/field-values.ts'
import { hearingKeys } from '../../extensions/host/stores/hearing-items.ts'
import type { Change } from '../../db/database.ts'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import type { LnbitsTables } from '../reading/open-lnbits.ts'
import { toText, type Value } from '../reading/values.ts'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'
import type { LnbitsWallet, Wallets } from '../translating/stage-wallets.ts'
import { fit, type Values } from './fit.ts'

export interface OwnWallet {
  readonly id: string
  readonly userId: string
}

export interface NewRow {
  readonly id: string
  readonly wallet: OwnWallet
  readonly values: Readonly<Values>
  readonly at: number | undefined
  /** Fields of which LNbits has the hash alone, as it is stored here. */
  readonly hashes?: Readonly<Record<string, string>>
}

/** What the translation of one extension works with. */
export interface Items {
  readonly now: number
  readonly domains: readonly string[]
  /** The relay of this service for Wallet Connect. */
  readonly ownRelay: string
  readonly staged: Staged
  rows(table: string): AsyncIterable<ForeignRow>
  has(table: string): boolean
  /** An open wallet; undefined: the item stays behind. */
  walletOf(id: Value): OwnWallet | undefined
  /** Of an account of LNbits. */
  oldestOf(userId: Value): OwnWallet | undefined
  walletByKey(key: string): OwnWallet | undefined
  /** Open wallets with the facts that LNbits keeps with them. */
  wallets(): Iterable<OwnWallet & LnbitsWallet>
  /** False: the row stays behind, and the report says why. */
  put(kind: string, row: NewRow): boolean
  /** An open invoice: when it is paid, the extension hears of it. */
  follow(invoice: OpenInvoice): void
  leave(why: string, example?: string): void
  change(what: string, example?: string): void
}

export interface OpenInvoice {
  readonly checkingId: string
  readonly hash: string
  readonly itemId: string
  readonly walletId: string
  readonly expiresAt: number
  readonly data?: Readonly<Values>
}

export interface OpenItems {
  readonly extension: AnyExtension
  readonly tables: LnbitsTables
  readonly staged: Staged
  readonly report: Report
  readonly vault: KeyVault
  readonly wallets: Wallets
  readonly domains: readonly string[]
  readonly ownRelay: string
  readonly now: number
  readonly isRowTaken: (extId: string, kind: string, id: string) => boolean
  readonly isKeyTaken: (extId: string, kind: string, field: string, value: string) => boolean
  /** The account uses the extension. */
  readonly use: (userId: string, extId: string) => void
}

const NAMES = { nameOf: (id: string) => id, idOf: (name: string) => name }

export function openItems(given: OpenItems): Items {
  const { extension, tables, staged, report, wallets, domains, ownRelay, now } = given
  const { id: extId, name } = extension.manifest
  const oldest = new Map<string, OwnWallet>()
  const byKey = new Map<string, OwnWallet>()
  for (const [id, { owner, userId, deleted, adminKey, invoiceKey }] of wallets.own) {
    if (deleted) continue
    const wallet = { id, userId }
    if (!oldest.has(owner)) oldest.set(owner, wallet)
    byKey.set(adminKey, wallet).set(invoiceKey, wallet)
  }
  const leave = (why: string, example?: string): void => report.leaveOut(name, why, 1, example)
  const change = (what: string, example?: string): void => report.change(name, what, 1, example)
  return {
    now,
    domains,
    ownRelay,
    staged,
    leave,
    change,
    has: (table) => tables.has(table),
    async *rows(table) {
      for await (const page of tables.pages(table)) yield* page
    },
    walletOf(id) {
      const walletId = toText(id)
      const mirrored = wallets.mirrors.get(walletId)?.sourceId ?? walletId
      const found = wallets.own.get(mirrored)
      return found === undefined || found.deleted ? undefined : { id: mirrored, userId: found.userId }
    },
    oldestOf: (userId) => oldest.get(toText(userId)),
    walletByKey: (key) => byKey.get(key),
    *wallets() {
      for (const [id, wallet] of wallets.own) if (!wallet.deleted) yield { ...wallet, id }
    },
    follow(invoice) {
      // An invoice belongs to one item.
      const key = JSON.stringify(['*invoice', invoice.checkingId])
      const isFree = staged.run('INSERT INTO item_keys VALUES (?) ON CONFLICT DO NOTHING', [key]) === 1
      if (isFree) staged.add(insertInvoice(extId, invoice))
    },
    put(kind, row) {
      const stored = store(given, kind, row)
      if (typeof stored === 'string') {
        leave(stored, row.id)
        return false
      }
      given.use(row.wallet.userId, extId)
      report.count(`${name}: ${kind}`)
      return true
    },
  }
}

const insertInvoice = (
  extId: string,
  { checkingId, hash, itemId, walletId, expiresAt, data = {} }: OpenInvoice,
): Change => ({
  sql: `INSERT INTO extension_invoices (checking_id, payment_hash, ext_id, item_id, wallet_id, kind, data, expires_at)
        VALUES ($1, $2, $3, $4, $5, 'own', $6, $7)`,
  params: [checkingId, hash, extId, itemId, walletId, JSON.stringify(data), expiresAt],
  rows: 1,
})

function shapeOf({ manifest, resource, tables }: AnyExtension, kind: string): Shape {
  const shape = kind === 'items' ? resource : tables?.[kind]
  if (shape === undefined) throw new Error(`${manifest.id} has no table ${kind}`)
  return shape as Shape
}

/** Stages a row and its keys; a text says why not. */
function store(given: OpenItems, kind: string, { id, wallet, values, at, hashes = {} }: NewRow): true | string {
  const { extension, staged, report, vault, now, isRowTaken, isKeyTaken } = given
  const { id: extId, name } = extension.manifest
  const shape = shapeOf(extension, kind)
  if (id === '' || id.length > 64 || isRowTaken(extId, kind, id)) return 'its id cannot be kept'
  const fitted = fit(shape, values, (field) => report.change(name, `${field} is cut or left out`, 1, id))
  const missing = Object.entries(shape).find(
    ([field, { optional, by }]) =>
      optional !== true && by !== 'server' && fitted[field] === undefined && hashes[field] === undefined,
  )
  if (missing !== undefined) return `it has no usable ${missing[0]}`
  const { id: walletId, userId } = wallet
  const createdAt = at ?? now
  const free = (field: string, value: string, scope: string): boolean =>
    !isKeyTaken(extId, kind, field, value) &&
    staged.run('INSERT INTO item_keys VALUES (?) ON CONFLICT DO NOTHING', [
      JSON.stringify([extId, kind, field, value, scope]),
    ]) === 1
  if (!free('*id', id, '')) return 'another one has its id'
  let data = { ...toStored(shape, fitted, vault, NAMES), ...hashes }
  for (const { field, value, scope } of keysOf(shape, { id, walletId, data })) {
    if (shape[field]?.unique === undefined || free(field, value, scope)) continue
    if (shape[field]?.optional !== true) return `another one has its ${field}`
    report.change(name, `${field} is left out, because another one has it`, 1, id)
    data = Object.fromEntries(Object.entries(data).filter(([one]) => one !== field))
  }
  const row = { seq: 0, kind, id, walletId, userId, data, version: 1, createdAt, updatedAt: createdAt }
  // Built-ins, which all of these are, answer at once.
  const isListening =
    kind === 'items' && extension.isListening?.(toValues(shape, data, userId, vault, NAMES) as never) !== false
  const keys = [...keysOf(shape, row), ...hearingKeys(extension, row, isListening)]
  staged.add(
    ...insertPastRow(extId, {
      kind,
      id,
      walletId,
      userId,
      data: JSON.stringify(data),
      keys,
      createdAt,
      updatedAt: createdAt,
    }),
  )
  return true
}
