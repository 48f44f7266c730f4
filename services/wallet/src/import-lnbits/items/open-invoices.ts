import { toJson, toObject } from '../reading/values.ts'
import type { Staged } from '../staged.ts'

/** An invoice that LNbits made for an item, and that can still be paid. */
export interface OpenInvoice {
  readonly checkingId: string
  readonly hash: string
  readonly walletId: string
  readonly sat: number
  readonly memo: string
  readonly expiresAt: number
  /** LNbits' `extra`, which names the item. */
  readonly extra: Readonly<Record<string, unknown>>
}

interface Row {
  readonly id: string
  readonly hash: string
  readonly wallet: string
  readonly amount: number
  readonly memo: string
  readonly expires: number
  readonly extra: string
}

/** Also one that has expired since LNbits stopped: it may have been paid before, while nothing ran. */
const SELECT = `SELECT id, hash, wallet, amount, memo, expires, extra FROM payments
  WHERE dir = 'in' AND (how = 'open' OR how = 'expired' AND expires >= ?)`

const toOpenInvoice = ({ id, hash, wallet, amount, memo, expires, extra }: Row): OpenInvoice => ({
  checkingId: id,
  hash,
  walletId: wallet,
  sat: Math.floor(amount / 1000),
  memo,
  expiresAt: expires,
  extra: toObject(toJson(extra)),
})

export const listOpenInvoices = (staged: Staged, tag: string, since: number): OpenInvoice[] =>
  staged.all<Row>(`${SELECT} AND tag = ? ORDER BY created, seq`, [since, tag]).map(toOpenInvoice)

export function findOpenInvoice(staged: Staged, hash: string, since: number): OpenInvoice | undefined {
  const found = staged.first<Row>(`${SELECT} AND hash = ?`, [since, hash.toLowerCase()])
  return found && toOpenInvoice(found)
}

/** By the text that LNbits noted in a field: the id of the item. */
export function groupByItem(invoices: readonly OpenInvoice[], field: string): Map<string, OpenInvoice[]> {
  const groups = new Map<string, OpenInvoice[]>()
  for (const invoice of invoices) {
    const id = invoice.extra[field]
    if (typeof id !== 'string' && typeof id !== 'number') continue
    groups.set(String(id), [...(groups.get(String(id)) ?? []), invoice])
  }
  return groups
}

/** An invoice belongs to one item. False: it has one. */
export const noteFollowed = (staged: Staged, { checkingId }: Pick<OpenInvoice, 'checkingId'>): boolean =>
  staged.take('invoice', checkingId)

export const isFollowed = (staged: Staged, { checkingId }: Pick<OpenInvoice, 'checkingId'>): boolean =>
  staged.first(`SELECT 1 AS n FROM taken WHERE kind = 'invoice' AND value = ?`, [checkingId]) !== undefined

/** The creation time for a draft that must be kept as long as its invoice: extensions keep drafts for a day. */
export const draftedAt = (now: number, { expiresAt }: Pick<OpenInvoice, 'expiresAt'>): number =>
  Math.max(now, expiresAt - 86_400)

/** How many with that tag have no item, and the hash of one. */
export function countUnfollowed(staged: Staged, tag: string): { readonly n: number; readonly hash: string | null } {
  const found = staged.first<{ n: number; hash: string | null }>(
    `SELECT count(*) AS n, min(hash) AS hash FROM payments
     WHERE how = 'open' AND tag = ? AND NOT EXISTS (SELECT 1 FROM taken WHERE kind = 'invoice' AND value = id)`,
    [tag],
  )
  return found ?? { n: 0, hash: null }
}
