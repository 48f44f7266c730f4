import type { ExportRow } from './export-row.ts'

/** How rows become a file, piece by piece. */
export interface ExportFormat {
  readonly contentType: string
  readonly head: string
  /** `first`: no row was written before. */
  rows(rows: readonly ExportRow[], first: boolean): string
  readonly tail: string
}

export const EXPORT_COLUMNS: readonly (keyof ExportRow)[] = [
  'time',
  'finished',
  'direction',
  'status',
  'amount_sat',
  'amount_msat',
  'fee_msat',
  'fiat_amount',
  'fiat_currency',
  'fiat_rate',
  'memo',
  'tag',
  'payment_hash',
  'checking_id',
  'wallet_id',
  'note',
  'labels',
  'contact',
]

/** Fields with text from users; the service writes the others. */
const FREE_TEXT: ReadonlySet<keyof ExportRow> = new Set(['memo', 'tag', 'note', 'labels', 'contact'])

/** RFC 4180 with a header line. */
const CSV: ExportFormat = {
  contentType: 'text/csv; charset=utf-8; header=present',
  head: `${EXPORT_COLUMNS.join(',')}\r\n`,
  rows: (rows) => rows.map((row) => `${EXPORT_COLUMNS.map((column) => toCell(row, column)).join(',')}\r\n`).join(''),
  tail: '',
}

/** One array with one row per line, so that it can also be read line by line. */
const JSON_ARRAY: ExportFormat = {
  contentType: 'application/json',
  head: '[',
  rows: (rows, first) => `${first ? '\n' : ',\n'}${rows.map(toJsonText).join(',\n')}`,
  tail: '\n]\n',
}

export const EXPORT_FORMATS = { csv: CSV, json: JSON_ARRAY } as const

function toCell(row: ExportRow, column: keyof ExportRow): string {
  const text = String(row[column] ?? '')
  const harmless = FREE_TEXT.has(column) ? disarm(text) : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Prefixes text that a spreadsheet would take for a formula: payers choose memos (OWASP, CSV injection). */
const disarm = (text: string): string => (/^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(text) ? `'${text}` : text)

const toJsonText = (row: ExportRow): string =>
  JSON.stringify({ ...row, fiat_amount: toNumber(row.fiat_amount), fiat_rate: toNumber(row.fiat_rate) })

const toNumber = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal))
