/** How far the receipts have been read; all of it in the text that the service keeps. */
export interface ReceiptCursor {
  /** Invoices made before this, Unix seconds, are not from this service. */
  readonly since: number
  /** LND's number of the last receipt that was reported. */
  readonly settled: number
  /** LND's number of the last invoice that was scanned for holds, and for receipts up to `begun`. */
  readonly added: number
  /** LND's number of the newest receipt when reading began; 0 = those up to it have been reported. */
  readonly begun: number
  /** Hashes of hold invoices without any report so far. */
  readonly open: readonly string[]
  /** Hashes of those that were reported as held. */
  readonly held: readonly string[]
}

export function readReceiptCursor(text: string): ReceiptCursor {
  // Versions before 0.9 had no `begun`.
  const [version, since, settled, added, open = '', held = '', begun = '0'] = text.split(':')
  if (version !== VERSION) throw new Error('the stored receipt cursor is not one of LND')
  return {
    since: Number(since),
    settled: Number(settled),
    added: Number(added),
    begun: Number(begun),
    open: list(open),
    held: list(held),
  }
}

export const writeReceiptCursor = ({ since, settled, added, begun, open, held }: ReceiptCursor): string =>
  [VERSION, since, settled, added, open.join(','), held.join(','), begun].join(':')

const VERSION = 'lnd1'

const list = (text: string): string[] => (text === '' ? [] : text.split(','))
