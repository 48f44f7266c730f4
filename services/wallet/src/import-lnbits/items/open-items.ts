import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import type { Change } from '../../db/database.ts'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import { insertPastRow } from '../../extensions/host/stores/change-rows.ts'
import { keysOf, toStored, toValues } from '../../extensions/host/stores/field-values.ts'
import { hearingKeys } from '../../extensions/host/stores/hearing-items.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import type { Lnbits, LnbitsTables } from '../reading/open-lnbits.ts'
import { toText, type Value } from '../reading/values.ts'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'
import type { LnbitsWallet, Wallets } from '../translating/stage-wallets.ts'
import { fit, type Values } from './fit.ts'
import { findOpenInvoice, isFollowed, listOpenInvoices, noteFollowed, type OpenInvoice } from './open-invoices.ts'

export interface OwnWallet {
  readonly id: string
  readonly userId: string
}

export interface NewRow {
  readonly id: string
  /** Name in the report; default: the id. */
  readonly called?: string
  readonly wallet: OwnWallet
  readonly values: Readonly<Values>
  readonly at: number | undefined
  /** Fields of which LNbits has only the hash, in the form stored here. */
  readonly hashes?: Readonly<Record<string, string>>
}

/** The context of the import of one extension. */
export interface Items {
  readonly now: number
  readonly domains: readonly string[]
  readonly staged: Staged
  rows(table: string): AsyncIterable<ForeignRow>
  /** Rows of another extension of LNbits; none if it has no such table. */
  rowsOf(extId: string, table: string): AsyncIterable<ForeignRow>
  has(table: string): boolean
  /** The wallet of an item; undefined: the item is skipped, and the report names it and the reason. */
  homeOf(wallet: Value, id: string, title?: Value): OwnWallet | undefined
  /** An open wallet with money of its own. */
  walletOf(id: Value): OwnWallet | undefined
  /** Whether the id is that of a guest's view of another wallet. */
  isShared(id: Value): boolean
  /** The oldest wallet of an account of LNbits. */
  oldestOf(userId: Value): OwnWallet | undefined
  walletByKey(key: string): OwnWallet | undefined
  /** Open wallets with the facts that LNbits keeps with them. */
  wallets(): Iterable<OwnWallet & LnbitsWallet>
  /** False: the row is skipped, and the report has the reason. */
  put(kind: string, row: NewRow): boolean
  /** Invoices that can still be paid, by what LNbits tagged them with. */
  openInvoices(tag: string): readonly OpenInvoice[]
  openInvoice(hash: string): OpenInvoice | undefined
  /**
   * Registers the invoice, so that the extension is notified when it is paid. False: it belongs to another item, or to
   * another wallet than the item's.
   */
  follow(invoice: OpenInvoice, item: Followed): boolean
  /** An item has it already. */
  isFollowed(invoice: OpenInvoice): boolean
  leave(why: string, example?: string): void
  change(what: string, example?: string): void
}

/** The item of an invoice. Holders of keys may write any `extra`: the invoice must belong to the item's wallet. */
export interface Followed {
  readonly id: string
  readonly wallet: OwnWallet
  readonly data?: Readonly<Values>
}

export interface OpenItems {
  readonly extension: AnyExtension
  readonly tables: LnbitsTables
  readonly lnbits: Lnbits
  /** Invoices that expired before this were never paid: Unix seconds. */
  readonly payableSince: number
  readonly staged: Staged
  readonly report: Report
  readonly vault: KeyVault
  readonly wallets: Wallets
  readonly domains: readonly string[]
  readonly now: number
  readonly isRowTaken: (extId: string, kind: string, id: string) => boolean
  readonly isKeyTaken: (extId: string, kind: string, field: string, value: string) => boolean
  /** The account uses the extension. */
  readonly use: (userId: string, extId: string) => void
}

const NAMES = { nameOf: (id: string) => id, idOf: (name: string) => name }

export function openItems(given: OpenItems): Items {
  const { extension, tables, lnbits, payableSince, staged, report, wallets, domains, now } = given
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
  const isShared = (id: Value): boolean => wallets.mirrors.has(toText(id))
  const walletOf = (id: Value): OwnWallet | undefined => {
    const found = wallets.own.get(toText(id))
    return found === undefined || found.deleted ? undefined : { id: toText(id), userId: found.userId }
  }
  return {
    now,
    domains,
    staged,
    leave,
    change,
    has: (table) => tables.has(table),
    async *rows(table) {
      for await (const page of tables.pages(table)) yield* page
    },
    async *rowsOf(other, table) {
      const opened = await lnbits.openExtension(other)
      if ('tables' in opened) for await (const page of opened.tables.pages(table)) yield* page
    },
    homeOf(wallet, id, title) {
      const home = walletOf(wallet)
      if (home === undefined) leave(isShared(wallet) ? OF_A_GUEST : 'its wallet is deleted', nameOf(id, title))
      return home
    },
    walletOf,
    isShared,
    oldestOf: (userId) => oldest.get(toText(userId)),
    walletByKey: (key) => byKey.get(key),
    *wallets() {
      for (const [id, wallet] of wallets.own) if (!wallet.deleted) yield { ...wallet, id }
    },
    openInvoices: (tag) => listOpenInvoices(staged, tag, payableSince),
    openInvoice: (hash) => findOpenInvoice(staged, hash, payableSince),
    follow(invoice, item) {
      const isFree = invoice.walletId === item.wallet.id && noteFollowed(staged, invoice)
      if (isFree) staged.add(insertInvoice(extId, invoice, item))
      return isFree
    },
    isFollowed: (invoice) => isFollowed(staged, invoice),
    put(kind, row) {
      const stored = store(given, kind, row)
      if (typeof stored === 'string') {
        leave(stored, row.called ?? row.id)
        return false
      }
      given.use(row.wallet.userId, extId)
      report.count(`${name}: ${kind}`)
      return true
    },
  }
}

/** In LNbits a guest's items work on the shared wallet within the guest's permissions. */
export const OF_A_GUEST =
  "it is on a guest's view of a shared wallet, and guests have no items here: the owner of the wallet can make it again"

const nameOf = (id: string, title: Value): string => (toText(title) === '' ? id : `${toText(title)} (${id})`)

const insertInvoice = (
  extId: string,
  { checkingId, hash, walletId, expiresAt }: OpenInvoice,
  { id, data = {} }: Followed,
): Change => ({
  sql: `INSERT INTO extension_invoices (checking_id, payment_hash, ext_id, item_id, wallet_id, kind, data, expires_at)
        VALUES ($1, $2, $3, $4, $5, 'own', $6, $7)`,
  params: [checkingId, hash, extId, id, walletId, JSON.stringify(data), expiresAt],
  rows: 1,
})

function shapeOf({ manifest, resource, tables }: AnyExtension, kind: string): Shape {
  const shape = kind === 'items' ? resource : tables?.[kind]
  if (shape === undefined) throw new Error(`${manifest.id} has no table ${kind}`)
  return shape as Shape
}

/** Stages a row and its keys; a text is the reason for not doing so. */
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
    staged.take('key of an item', JSON.stringify([extId, kind, field, value, scope]))
  if (!free('*id', id, '')) return 'another one has its id'
  let data = { ...toStored(shape, fitted, vault, NAMES), ...hashes }
  for (const { field, value, scope } of keysOf(shape, { id, walletId, data })) {
    if (shape[field]?.unique === undefined || free(field, value, scope)) continue
    if (shape[field]?.optional !== true) return `another one has its ${field}`
    report.change(name, `${field} is left out, because another one has it`, 1, id)
    data = Object.fromEntries(Object.entries(data).filter(([one]) => one !== field))
  }
  const row = { seq: 0, kind, id, walletId, userId, data, version: 1, createdAt, updatedAt: createdAt }
  // All of these are built-ins, which answer synchronously.
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
