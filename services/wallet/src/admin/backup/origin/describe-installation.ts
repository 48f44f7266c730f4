import type { Database } from '../../../db/database.ts'

/** The facts by which an operator recognises an installation. */
export interface Installation {
  readonly public_url: string
  /** Its newest Lightning node: hex, or the account of a hosted node. Null if it is not known. */
  readonly node: string | null
  /** When its first account was created: ISO 8601. Null if there is none. */
  readonly since: string | null
}

type Aside = Pick<Database, 'listAside'>

export async function describeInstallation({ listAside }: Aside, publicUrl: string): Promise<Installation> {
  const [found] = await listAside(FACTS, [], (row: { node: string | null; since: bigint | null }) => row)
  const since = found?.since ?? null
  return {
    public_url: publicUrl,
    node: found?.node || null,
    since: since === null ? null : new Date(Number(since) * 1000).toISOString(),
  }
}

const FACTS = `SELECT (SELECT MIN(created_at) FROM users) AS since,
  (SELECT node_key FROM funding_sources ORDER BY id DESC LIMIT 1) AS node`

/** By their names: with the right password, each of them controls the whole installation. */
export const listSuperUsers = ({ listAside }: Aside): Promise<string[]> =>
  listAside(
    `SELECT username FROM users WHERE role = 'super-user' ORDER BY seq`,
    [],
    (row: { username: string }) => row.username,
  )
