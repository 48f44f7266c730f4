import type { Change, Reader } from '../../db/database.ts'
import { searchIn } from '../../db/search-in.ts'

/** A payee of a user. */
export interface Contact {
  readonly id: string
  readonly name: string
  /** A Lightning address or an LNURL. */
  readonly target: string
  readonly note: string
  readonly createdAt: number
  /** Time of the newest payment noted for it, Unix seconds. */
  readonly lastUsedAt: number | undefined
}

interface ContactRow extends Pick<Contact, 'id' | 'name' | 'target' | 'note'> {
  readonly created_at: bigint
  readonly last_used_at: bigint | null
}

const COLUMNS = 'id, name, target, note, created_at, last_used_at'

const toContact = (row: ContactRow): Contact => ({
  id: row.id,
  name: row.name,
  target: row.target,
  note: row.note,
  createdAt: Number(row.created_at),
  lastUsedAt: row.last_used_at === null ? undefined : Number(row.last_used_at),
})

export interface ContactPage {
  /** Literal, case-insensitive, in name, target and note. */
  readonly search?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** By name. */
export async function listContacts(
  reader: Reader,
  userId: string,
  { search = '', limit, offset }: ContactPage,
): Promise<{ readonly contacts: Contact[]; readonly total: number }> {
  const isFound = searchIn(reader, ['name', 'target', 'note'], { text: search, parameter: '$2' })
  const where = `user_id = $1 AND ($2 = '' OR ${isFound})`
  const contacts = await reader.list(
    `SELECT ${COLUMNS} FROM contacts WHERE ${where} ORDER BY name_key, seq LIMIT $3 OFFSET $4`,
    [userId, search, limit, offset],
    toContact,
  )
  const total = await reader.first(
    `SELECT count(*) AS total FROM contacts WHERE ${where}`,
    [userId, search],
    (row: { total: bigint }) => Number(row.total),
  )
  return { contacts, total: total ?? 0 }
}

export const findContact = (reader: Reader, userId: string, id: string): Promise<Contact | undefined> =>
  reader.first(`SELECT ${COLUMNS} FROM contacts WHERE id = $2 AND user_id = $1`, [userId, id], toContact)

export const findContactByTarget = (reader: Reader, userId: string, target: string): Promise<Contact | undefined> =>
  reader.first(`SELECT ${COLUMNS} FROM contacts WHERE user_id = $1 AND target = $2`, [userId, target], toContact)

export const countContacts = async (reader: Reader, userId: string): Promise<number> =>
  (await reader.first('SELECT count(*) AS total FROM contacts WHERE user_id = $1', [userId], (row: { total: bigint }) =>
    Number(row.total),
  )) ?? 0

export const insertContact = (userId: string, contact: Contact): Change => ({
  sql: `INSERT INTO contacts (id, user_id, name, name_key, target, note, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  params: [
    contact.id,
    userId,
    contact.name,
    contact.name.toLowerCase(),
    contact.target,
    contact.note,
    contact.createdAt,
  ],
  rows: 1,
})

export const setContact = (userId: string, { id, name, target, note }: Contact): Change => ({
  sql: 'UPDATE contacts SET name = $3, name_key = $4, target = $5, note = $6 WHERE id = $2 AND user_id = $1',
  params: [userId, id, name, name.toLowerCase(), target, note],
  rows: 1,
})

export const deleteContact = (userId: string, id: string): Change => ({
  sql: 'DELETE FROM contacts WHERE id = $2 AND user_id = $1',
  params: [userId, id],
})

/** Payments keep their notes and labels. */
export const forgetContactOfPayments = (id: string): Change => ({
  sql: 'UPDATE payment_notes SET contact_id = NULL WHERE contact_id = $1',
  params: [id],
})
