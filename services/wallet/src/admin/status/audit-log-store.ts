import { pageCursor } from '../../base/page-cursor.ts'
import type { Reader, SqlValue } from '../../db/database.ts'

export interface AuditFilter {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  /** Unix seconds, inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface AuditLine {
  readonly id: number
  readonly actor: string
  /** The user's current name; empty when the user does not exist (any more). */
  readonly actorName: string
  readonly action: string
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly address: string
  readonly at: number
}

export interface AuditPage {
  readonly lines: readonly AuditLine[]
  /** How many match, all pages together. */
  readonly total: number
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined
}

interface AuditRow {
  readonly id: bigint
  readonly actor: string
  readonly actor_name: string | null
  readonly action: string
  readonly subject: string
  readonly detail: string
  readonly address: string
  readonly at: bigint
}

const toLine = (row: AuditRow): AuditLine => ({
  id: Number(row.id),
  actor: row.actor,
  actorName: row.actor_name ?? '',
  action: row.action,
  subject: row.subject,
  detail: JSON.parse(row.detail) as Record<string, unknown>,
  address: row.address,
  at: Number(row.at),
})

/** Newest first, by sequence number, not by time (rule A13). */
export async function listAuditLog(
  reader: Reader,
  filter: AuditFilter,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<AuditPage> {
  const { where, params } = toWhere(filter)
  const before = page.cursor === undefined ? '' : ` AND a.id < $${params.length + 1}`
  const values = page.cursor === undefined ? params : [...params, CURSOR.read(page.cursor)]
  // One row more than requested shows whether there is a next page.
  const rows = await reader.list<AuditRow, AuditLine>(
    `SELECT a.id, a.actor, u.username AS actor_name, a.action, a.subject, a.detail, a.address, a.at
     FROM audit_log a LEFT JOIN users u ON u.id = a.actor
     WHERE ${where}${before} ORDER BY a.id DESC LIMIT $${values.length + 1}`,
    [...values, page.limit + 1],
    toLine,
  )
  const lines = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? lines.at(-1) : undefined
  const total = await reader.first(
    `SELECT count(*) AS total FROM audit_log a WHERE ${where}`,
    params,
    (row: { total: bigint }) => Number(row.total),
  )
  return { lines, total: total ?? 0, nextCursor: last === undefined ? undefined : CURSOR.write(last.id) }
}

function toWhere(filter: AuditFilter): { where: string; params: SqlValue[] } {
  const params: SqlValue[] = []
  const parts = ['1 = 1']
  const add = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return
    params.push(value)
    parts.push(`${condition} $${params.length}`)
  }
  add('a.actor =', filter.actor)
  add('a.action =', filter.action)
  add('a.subject =', filter.subject)
  add('a.at >=', filter.from)
  add('a.at <=', filter.to)
  return { where: parts.join(' AND '), params }
}

const CURSOR = pageCursor('a')
