import type { Change, Reader } from '../../../db/database.ts'

/** An installed package. */
export interface StoredPackage {
  readonly hash: string
  readonly version: string
  readonly source: string
  /** `manifest.json` of the archive. */
  readonly manifest: string
  /** The catalogue's entry at that time, as JSON. */
  readonly entry: string
  readonly sizeBytes: number
  /** Unix seconds. */
  readonly installedAt: number
}

/** The operator's price for an account, instead of the publisher's. */
export interface OwnPrice {
  readonly amountSat: number
  readonly walletId: string
  readonly description: string
}

/** The super user's decisions about an extension, and the package in use. */
export interface Instance {
  readonly extId: string
  readonly present: boolean
  readonly available: boolean
  readonly adminOnly: boolean
  /** Why the service has switched it off, or ''. */
  readonly offReason: string
  readonly installedAt: number | undefined
  readonly installedBy: string | undefined
  readonly strikes: number
  readonly price: OwnPrice | undefined
  readonly current: StoredPackage | undefined
  readonly previous: StoredPackage | undefined
}

interface InstanceRow {
  readonly ext_id: string
  readonly present: bigint
  readonly available: bigint
  readonly admin_only: bigint
  readonly off_reason: string
  readonly installed_at: bigint | null
  readonly installed_by: string | null
  readonly strikes: bigint
  readonly enable_price_sat: bigint | null
  readonly enable_price_wallet: string | null
  readonly enable_price_text: string | null
  readonly hash: string | null
  readonly previous_hash: string | null
}

interface PackageRow {
  readonly ext_id: string
  readonly hash: string
  readonly version: string
  readonly source: string
  readonly manifest: string
  readonly entry: string
  readonly size_bytes: bigint
  readonly installed_at: bigint
}

const toPackage = (row: PackageRow): StoredPackage & { readonly extId: string } => ({
  extId: row.ext_id,
  hash: row.hash,
  version: row.version,
  source: row.source,
  manifest: row.manifest,
  entry: row.entry,
  sizeBytes: Number(row.size_bytes),
  installedAt: Number(row.installed_at),
})

const PACKAGE_COLUMNS = 'p.ext_id, p.hash, p.version, p.source, p.manifest, p.entry, p.size_bytes, p.installed_at'
const INSTANCE_COLUMNS = `ext_id, present, available, admin_only, off_reason, installed_at, installed_by, strikes,
  enable_price_sat, enable_price_wallet, enable_price_text, hash, previous_hash`

export async function listInstances(reader: Reader): Promise<Instance[]> {
  // Read first: rows do not yet name a package that is installed in between.
  const rows = await reader.list(`SELECT ${INSTANCE_COLUMNS} FROM extension_instances`, [], (row: InstanceRow) => row)
  const packages = await reader.list(
    `SELECT ${PACKAGE_COLUMNS} FROM extension_packages p JOIN extension_instances i ON i.ext_id = p.ext_id
     WHERE p.hash IN (i.hash, i.previous_hash)`,
    [],
    toPackage,
  )
  return rows.map((row) => toInstance(row, packages))
}

export async function findInstance(reader: Reader, extId: string): Promise<Instance | undefined> {
  const row = await reader.first(
    `SELECT ${INSTANCE_COLUMNS} FROM extension_instances WHERE ext_id = $1`,
    [extId],
    (found: InstanceRow) => found,
  )
  if (row === undefined) return undefined
  const packages = await reader.list(
    `SELECT ${PACKAGE_COLUMNS} FROM extension_packages p WHERE p.ext_id = $1 AND p.hash IN ($2, $3)`,
    [extId, row.hash ?? '', row.previous_hash ?? ''],
    toPackage,
  )
  return toInstance(row, packages)
}

function toInstance(row: InstanceRow, packages: readonly (StoredPackage & { readonly extId: string })[]): Instance {
  const find = (hash: string | null) => packages.find((one) => one.extId === row.ext_id && one.hash === hash)
  const { enable_price_sat: sat, enable_price_wallet: walletId } = row
  return {
    extId: row.ext_id,
    present: row.present === 1n,
    available: row.available === 1n,
    adminOnly: row.admin_only === 1n,
    offReason: row.off_reason,
    installedAt: row.installed_at === null ? undefined : Number(row.installed_at),
    installedBy: row.installed_by ?? undefined,
    strikes: Number(row.strikes),
    price:
      sat === null || walletId === null
        ? undefined
        : { amountSat: Number(sat), walletId, description: row.enable_price_text ?? '' },
    current: find(row.hash),
    previous: find(row.previous_hash),
  }
}

/** The digest that a version had when it was first installed here. */
export const findPinnedHash = (reader: Reader, extId: string, version: string): Promise<string | undefined> =>
  reader.first(
    'SELECT hash FROM extension_packages WHERE ext_id = $1 AND version = $2',
    [extId, version],
    (row: { hash: string }) => row.hash,
  )

export const insertPackage = (extId: string, one: StoredPackage): Change => ({
  sql: `INSERT INTO extension_packages (ext_id, hash, version, source, manifest, entry, size_bytes, installed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (ext_id, hash) DO UPDATE SET source = $4, entry = $6`,
  params: [extId, one.hash, one.version, one.source, one.manifest, one.entry, one.sizeBytes, one.installedAt],
  rows: 1,
})

/** A row for an extension without changes yet: a built-in, or one that is about to be installed. */
export const insertInstance = (extId: string, present: boolean): Change => ({
  sql: `INSERT INTO extension_instances (ext_id, present, available, admin_only) VALUES ($1, $2, 1, 0)
        ON CONFLICT (ext_id) DO NOTHING`,
  params: [extId, present ? 1 : 0],
})

export const setPackage = (
  extId: string,
  { hash, previousHash, by, at }: { hash: string; previousHash: string | null; by: string; at: number },
): Change => ({
  sql: `UPDATE extension_instances SET hash = $2, previous_hash = $3, installed_at = $4, installed_by = $5,
          available = CASE WHEN present = 0 OR off_reason <> '' THEN 1 ELSE available END, off_reason = '', strikes = 0,
          present = 1
        WHERE ext_id = $1`,
  params: [extId, hash, previousHash, at, by],
  rows: 1,
})

export const setAbsent = (extId: string): Change => ({
  sql: `UPDATE extension_instances SET present = 0, hash = NULL, previous_hash = NULL, strikes = 0, off_reason = ''
        WHERE ext_id = $1 AND present = 1`,
  params: [extId],
})

export const setAvailable = (extId: string, available: boolean, offReason: string): Change => ({
  sql: 'UPDATE extension_instances SET available = $2, off_reason = $3, strikes = 0 WHERE ext_id = $1',
  params: [extId, available ? 1 : 0, offReason],
  rows: 1,
})

export const setAdminOnly = (extId: string, adminOnly: boolean): Change => ({
  sql: 'UPDATE extension_instances SET admin_only = $2 WHERE ext_id = $1',
  params: [extId, adminOnly ? 1 : 0],
  rows: 1,
})

export const setPrice = (extId: string, price: OwnPrice | undefined): Change => ({
  sql: `UPDATE extension_instances SET enable_price_sat = $2, enable_price_wallet = $3, enable_price_text = $4
        WHERE ext_id = $1`,
  params: [extId, price?.amountSat ?? null, price?.walletId ?? null, price?.description ?? null],
  rows: 1,
})
