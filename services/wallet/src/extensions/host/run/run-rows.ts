import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import type { ExtensionDeps } from '../extension-deps.ts'
import type { RowChange, RowKey } from '../stores/change-rows.ts'
import { keyOf, keysOf, storedValue, toStored, toValues, type Values } from '../stores/field-values.ts'
import { hearingKeys } from '../stores/hearing-items.ts'
import { countRows, listRows, type Sight, type StoredFields, type StoredRow } from '../stores/stored-row.ts'
import { createKnownRows, type KnownRow, type KnownRows } from './known-rows.ts'
import type { NamedWallet, RunWallets } from './wallet-names.ts'

/** The rows as one run sees them: its reads include its own uncommitted changes. */
export interface RunRows {
  get(kind: string, id: string): Promise<Values | null>
  find(kind: string, query: FindQuery): Promise<Values[]>
  count(kind: string, query: FindQuery): Promise<number>
  insert(kind: string, values: Readonly<Values>, wallet: NamedWallet, id?: string): Promise<Values>
  update(kind: string, id: string, patch: Readonly<Values>): Promise<Values>
  remove(kind: string, id: string): Promise<void>
  /** Removes all rows of the table that belong to this item; a table without the field `item` has none. */
  removeOfItem(kind: string, itemId: string): Promise<void>
  /** The row must be unchanged since it was read when the run is committed. */
  touch(kind: string, id: string): Promise<StoredRow>
  /** The row before this run. */
  before(kind: string, id: string): StoredRow | undefined
  stored(kind: string, id: string): Promise<StoredRow | undefined>
  valuesOf(row: StoredRow): Values
  /** The account of a row that this run has seen, or of the first row it has seen. */
  ownerOf(id: string | undefined): string | undefined
  changes(): Promise<RowChange[]>
  /** Whether a row of this kind was added, deleted or changed; with `fields`, changed in one of these. */
  hasChanged(kind: string, fields?: readonly string[]): boolean
}

export interface FindQuery {
  readonly where?: Readonly<Values>
  readonly walletId?: string | undefined
  readonly order?: 'newest' | 'oldest' | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

const MAX_FOUND = 1000
const DEFAULT_FOUND = 100

export function createRunRows(
  deps: Pick<ExtensionDeps, 'db' | 'vault'>,
  extension: AnyExtension,
  { sight, wallets, at, newId }: { sight: Sight; wallets: RunWallets; at: number; newId: () => string },
): RunRows {
  const extId = extension.manifest.id
  const known = createKnownRows(deps.db, extId, sight)
  const emptied: { readonly kind: string; readonly itemId: string }[] = []
  let inserted = 0

  const shapeOf = (kind: string): Shape => requireShape(extension, kind)
  const valuesOf = (row: StoredRow): Values => ({
    ...toValues(shapeOf(row.kind), row.data, row.userId, deps.vault, wallets),
    id: row.id,
    wallet: wallets.handleOf(row),
    version: row.version,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  })
  const search = createSearch({ deps, extId, sight, wallets, shapeOf, known })
  return {
    valuesOf,
    async get(kind, id) {
      const seen = await known.load(kind, id)
      return seen?.now === undefined ? null : valuesOf(seen.now)
    },
    find: async (kind, query) => (await search.find(kind, query)).map(valuesOf),
    count: (kind, query) => search.count(kind, query),
    async insert(kind, values, wallet, id = newId()) {
      const data = toStored(shapeOf(kind), values, deps.vault, wallets)
      inserted += 1
      const seq = Number.MAX_SAFE_INTEGER - 1_000_000 + inserted
      const now: StoredRow = { seq, kind, id, ...wallet, data, version: 1, createdAt: at, updatedAt: at }
      known.add(now)
      return valuesOf(now)
    },
    async update(kind, id, patch) {
      const seen = await known.require(kind, id)
      const data = patched(shapeOf(kind), seen.now.data, patch, deps.vault, wallets)
      seen.now = { ...seen.now, data, updatedAt: at }
      return valuesOf(seen.now)
    },
    async remove(kind, id) {
      const seen = await known.load(kind, id)
      if (seen !== undefined) seen.now = undefined
    },
    async removeOfItem(kind, itemId) {
      if (shapeOf(kind)['item']?.index === true) emptied.push({ kind, itemId })
    },
    async touch(kind, id) {
      const seen = await known.require(kind, id)
      seen.touched = true
      return seen.now
    },
    before: (kind, id) => known.find(kind, id)?.read,
    ownerOf(id) {
      const seen = known.all().flatMap(({ read, now }) => now ?? read ?? [])
      return (seen.find((row) => row.id === id) ?? seen[0])?.userId
    },
    stored: async (kind, id) => (await known.load(kind, id))?.now,
    async changes() {
      const keysOfRow = (row: StoredRow) => allKeysOf(extension, row, valuesOf)
      const changed = await Promise.all(known.all().map((seen) => changeOf(seen, keysOfRow)))
      return [...changed.flat(), ...emptied.map(({ kind, itemId }) => ({ change: 'empty' as const, kind, id: itemId }))]
    },
    hasChanged: (kind, fields) => known.all().some((seen) => kindOf(seen) === kind && isOther(seen, fields)),
  }
}

function requireShape({ manifest, resource, tables }: AnyExtension, kind: string): Shape {
  const table = tables !== undefined && Object.hasOwn(tables, kind) ? tables[kind] : undefined
  const shape = kind === 'items' ? resource : table
  if (shape === undefined) throw new Error(`${manifest.id} has no table ${kind}`)
  return shape as Shape
}

const allKeysOf = async (
  extension: AnyExtension,
  row: StoredRow,
  valuesOf: (row: StoredRow) => Values,
): Promise<RowKey[]> => {
  const isListening = row.kind === 'items' && (await extension.isListening?.(valuesOf(row) as never)) !== false
  return [...keysOf(requireShape(extension, row.kind), row), ...hearingKeys(extension, row, isListening)]
}

function patched(
  shape: Shape,
  data: StoredFields,
  patch: Readonly<Values>,
  vault: ExtensionDeps['vault'],
  wallets: RunWallets,
): StoredFields {
  const next: Values = { ...data }
  for (const [name, value] of Object.entries(patch)) {
    // Own fields only: a package may name `__proto__`.
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field === undefined) continue
    if (value === undefined || value === null) delete next[name]
    else next[name] = storedValue(field, value, vault, wallets)
  }
  return next
}

async function changeOf(
  { read, now, touched }: KnownRow,
  keysOfRow: (row: StoredRow) => Promise<RowKey[]>,
): Promise<RowChange[]> {
  if (now === undefined) {
    return read === undefined ? [] : [{ change: 'remove', kind: read.kind, id: read.id, version: read.version }]
  }
  const { kind, id } = now
  const data = JSON.stringify(now.data)
  if (read === undefined) {
    const keys = await keysOfRow(now)
    return [{ change: 'insert', kind, id, data, keys, walletId: now.walletId, userId: now.userId }]
  }
  const { version } = read
  if (data === JSON.stringify(read.data)) return touched ? [{ change: 'touch', kind, id, version }] : []
  const [keys, before] = [await keysOfRow(now), await keysOfRow(read)]
  const keysChanged = JSON.stringify(keys) !== JSON.stringify(before)
  return [{ change: 'update', kind, id, data, keys, version, keysChanged }]
}

const kindOf = ({ read, now }: KnownRow): string | undefined => (read ?? now)?.kind

function isOther({ read, now }: KnownRow, fields?: readonly string[]): boolean {
  if (read === undefined || now === undefined) return read !== now
  const names = fields ?? Object.keys({ ...read.data, ...now.data })
  return names.some((name) => JSON.stringify(read.data[name]) !== JSON.stringify(now.data[name]))
}

interface SearchDeps {
  readonly deps: Pick<ExtensionDeps, 'db' | 'vault'>
  readonly extId: string
  readonly sight: Sight
  readonly wallets: RunWallets
  readonly shapeOf: (kind: string) => Shape
  readonly known: KnownRows
}

/** Reads by indexed values, with the run's own changes laid over them. */
function createSearch({ deps, extId, sight, wallets, shapeOf, known }: SearchDeps) {
  const { db, vault } = deps
  /** Matching rows of the database and of the run itself, oldest first; enough to fill `limit`. */
  const matching = async (kind: string, query: FindQuery, limit: number): Promise<StoredRow[]> => {
    const shape = shapeOf(kind)
    const wanted = wantedOf(shape, query.where ?? {}, vault, wallets)
    const indexed = wanted.find(({ field }) => shape[field]?.unique !== undefined || shape[field]?.index === true)
    const key = indexed && { field: indexed.field, value: keyOf(indexed.value) }
    const matches = (row: StoredRow): boolean =>
      (query.walletId === undefined || row.walletId === query.walletId) &&
      wanted.every(({ field, value }) => row.data[field] !== undefined && keyOf(row.data[field]) === keyOf(value))
    const own = known
      .all()
      .map(({ now }) => now)
      .filter((row) => row?.kind === kind && matches(row))
    const found: StoredRow[] = []
    for (let offset = 0; found.length < limit; offset += MAX_FOUND) {
      const { walletId, order } = query
      const page = await listRows(db, { extId, kind, sight, key, walletId, order, limit: MAX_FOUND, offset })
      found.push(...page.filter((row) => matches(row) && known.find(kind, row.id) === undefined))
      if (page.length < MAX_FOUND) break
    }
    const newestFirst = [...(own as StoredRow[]), ...found].sort((one, other) => other.seq - one.seq)
    return query.order === 'oldest' ? newestFirst.toReversed() : newestFirst
  }
  return {
    async find(kind: string, query: FindQuery): Promise<StoredRow[]> {
      const limit = Math.min(query.limit ?? DEFAULT_FOUND, MAX_FOUND)
      const offset = query.offset ?? 0
      const rows = (await matching(kind, query, offset + limit)).slice(offset, offset + limit)
      return rows.map((row) => known.see(row).now ?? row)
    },
    async count(kind: string, query: FindQuery): Promise<number> {
      const simple = Object.keys(query.where ?? {}).length === 0 && known.all().every(isUnchanged)
      if (!simple) return (await matching(kind, query, Number.POSITIVE_INFINITY)).length
      return countRows(db, { extId, kind, sight, walletId: query.walletId })
    },
  }
}

const isUnchanged = ({ read, now }: KnownRow): boolean => read === now

function wantedOf(
  shape: Shape,
  where: Readonly<Values>,
  vault: ExtensionDeps['vault'],
  wallets: RunWallets,
): { readonly field: string; readonly value: unknown }[] {
  return Object.entries(where)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      if (field === undefined) throw new Error(`there is no field ${name} to find rows by`)
      // Hashed fields are found by their hash, which the extension has.
      return { field: name, value: field.type === 'walletRef' ? storedValue(field, value, vault, wallets) : value }
    })
}
