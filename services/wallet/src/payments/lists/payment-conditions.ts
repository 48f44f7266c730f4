import type { Dialect, Reader, SqlValue } from '../../db/database.ts'
import { searchIn } from '../../db/search-in.ts'

/** Paid, and waiting until its owner settles or cancels it. */
export const isHeld = `direction = 'in' AND status = 'pending' AND state IN ('held', 'settling')`

/** A single tag has an index in list order; several tags are passed as one parameter. */
export function isTagged(
  dialect: Dialect,
  tags: readonly string[] | undefined,
): [condition: (parameter: string) => string, value: SqlValue | undefined] {
  if (tags === undefined || tags.length <= 1) return [(parameter) => `tag = ${parameter} AND tag <> ''`, tags?.[0]]
  const each = (parameter: string): string =>
    dialect === 'sqlite'
      ? `SELECT value FROM json_each(${parameter})`
      : `SELECT json_array_elements_text(${parameter}::json)`
  return [(parameter) => `tag <> '' AND tag IN (${each(parameter)})`, JSON.stringify(tags)]
}

interface SearchParameters {
  readonly search: string
  /** The wallets, as a JSON array. */
  readonly wallets: string
  /** The user whose contacts are searched. */
  readonly caller: string
}

/**
 * A condition: memo, tag, sent comment, note, label or contact name contains the text. Notes, labels and contacts are
 * searched once, not per payment.
 */
export function searchPayments(reader: Reader, text: string, { search, wallets, caller }: SearchParameters): string {
  const isSqlite = reader.dialect === 'sqlite'
  const comment = isSqlite ? `extra ->> 'lnurl_comment'` : `extra::json ->> 'lnurl_comment'`
  // Parse the JSON only of the few payments with a comment.
  const ofComment = `COALESCE(CASE WHEN extra LIKE '%"lnurl_comment"%' THEN ${comment} END, '')`
  const has = (columns: readonly string[]) => searchIn(reader, columns, { text, parameter: search })
  const ofWallets = isSqlite
    ? `wallet_id IN (SELECT value FROM json_each(${wallets}))`
    : `wallet_id = ANY (ARRAY(SELECT json_array_elements_text(${wallets}::json)))`
  const ofContact = `contact_id IN (SELECT id FROM contacts WHERE user_id = ${caller} AND ${has(['name'])})`
  const noted = `SELECT checking_id FROM payment_notes WHERE ${ofWallets} AND (${has(['words'])} OR ${ofContact})`
  const parts = [has(['memo', 'tag', ofComment]), `checking_id IN (${noted})`]
  // A shorter text may be an ordinary word.
  if (/^[0-9a-f]{8,64}$/i.test(text)) parts.push(has(['payment_hash']))
  return `(${parts.join(' OR ')})`
}
