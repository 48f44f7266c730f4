/** How far the receipts have been read; all of it in the text that the service keeps. */
export interface ReceiptCursor {
  /** Invoices made before this, Unix seconds, are none of this service's. */
  readonly since: number
  /** LND's number of the last receipt that was reported. */
  readonly settled: number
  /** LND's number of the last invoice that was looked through for holds. */
  readonly added: number
  /** Hashes of hold invoices without any report so far. */
  readonly open: readonly string[]
  /** Hashes of those that were reported as held. */
  readonly held: readonly string[]
}

/** What the service had made before its first sweep was stored is younger than this. */
const FIRST_DAY_SECONDS = 86_400

export function readReceiptCursor(text: string | undefined, nowSeconds: number): ReceiptCursor {
  if (text === undefined) return { since: nowSeconds - FIRST_DAY_SECONDS, settled: 0, added: 0, open: [], held: [] }
  const [version, since, settled, added, open = '', held = ''] = text.split(':')
  if (version !== VERSION) throw new Error('the stored receipt cursor is not one of LND')
  return { since: Number(since), settled: Number(settled), added: Number(added), open: list(open), held: list(held) }
}

export const writeReceiptCursor = ({ since, settled, added, open, held }: ReceiptCursor): string =>
  [VERSION, since, settled, added, open.join(','), held.join(',')].join(':')

const VERSION = 'lnd1'

const list = (text: string): string[] => (text === '' ? [] : text.split(','))
