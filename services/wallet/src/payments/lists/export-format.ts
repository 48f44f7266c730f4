import { csvLine } from '@satchel/extension-sdk/replies/csv-line'
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
  'charged_amount',
  'charged_currency',
  'charged_tax',
  'charged_tip',
]

/** RFC 4180 with a header line. */
const CSV: ExportFormat = {
  contentType: 'text/csv; charset=utf-8; header=present',
  head: csvLine(EXPORT_COLUMNS),
  rows: (rows) => rows.map((row) => csvLine(EXPORT_COLUMNS.map((column) => row[column]))).join(''),
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

const toJsonText = (row: ExportRow): string =>
  JSON.stringify({ ...row, ...Object.fromEntries(DECIMALS.map((column) => [column, toNumber(row[column])])) })

const DECIMALS = ['fiat_amount', 'fiat_rate', 'charged_amount', 'charged_tax', 'charged_tip'] as const

const toNumber = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal))
