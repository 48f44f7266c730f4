import type { Change, Reader } from '../db/database.ts'

export interface ShortLink {
  readonly id: string
  readonly target: string
  /** Unix seconds. */
  readonly createdAt: number
}

const COLUMNS = 'id, target, created_at'

const toShortLink = (row: { id: string; target: string; created_at: bigint }): ShortLink => ({
  id: row.id,
  target: row.target,
  createdAt: Number(row.created_at),
})

export const findShortLink = (reader: Reader, walletId: string, id: string): Promise<ShortLink | undefined> =>
  reader.first(`SELECT ${COLUMNS} FROM short_links WHERE id = $1 AND wallet_id = $2`, [id, walletId], toShortLink)

export const findLinkTo = (reader: Reader, walletId: string, target: string): Promise<ShortLink | undefined> =>
  reader.first(
    `SELECT ${COLUMNS} FROM short_links WHERE wallet_id = $1 AND target = $2 ORDER BY copy LIMIT 1`,
    [walletId, target],
    toShortLink,
  )

/** The target of a link, for any caller; undefined for links of closed wallets. */
export const findTarget = (reader: Reader, id: string): Promise<string | undefined> =>
  reader.first(
    `SELECT target FROM short_links WHERE id = $1
     AND EXISTS (SELECT 1 FROM wallets WHERE wallets.id = short_links.wallet_id AND closed_at IS NULL)`,
    [id],
    (row: { target: string }) => row.target,
  )

export const countShortLinks = async (reader: Reader, walletId: string): Promise<number> =>
  (await reader.first('SELECT count(*) AS n FROM short_links WHERE wallet_id = $1', [walletId], (row: { n: bigint }) =>
    Number(row.n),
  )) ?? 0

/** Newest first. */
export const listShortLinks = (
  reader: Reader,
  walletId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ShortLink[]> =>
  reader.list(
    `SELECT ${COLUMNS} FROM short_links WHERE wallet_id = $1 ORDER BY seq DESC LIMIT $2 OFFSET $3`,
    [walletId, limit, offset],
    toShortLink,
  )

export const insertShortLink = (walletId: string, { id, target, createdAt }: ShortLink): Change => ({
  sql: 'INSERT INTO short_links (id, wallet_id, target, created_at) VALUES ($1, $2, $3, $4)',
  params: [id, walletId, target, createdAt],
  rows: 1,
})

export const deleteShortLink = (walletId: string, id: string): Change => ({
  sql: 'DELETE FROM short_links WHERE id = $1 AND wallet_id = $2',
  params: [id, walletId],
})

export const deleteShortLinksOfWallet = (walletId: string): Change => ({
  sql: 'DELETE FROM short_links WHERE wallet_id = $1',
  params: [walletId],
})
