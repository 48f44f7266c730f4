import type { BookReader } from '../book-reader.ts'

/** What clients received with a 2xx, and may rely on permanently (rule B14). */
export interface ClientRecord {
  invoiceMade(checkingId: string, bolt11: string): void
  sendAccepted(checkingId: string, status: string): void
  /** A read returned this status; `success` is final, and so is `failed` for outgoing payments. */
  seen(checkingId: string, status: string): void
  holdDecided(checkingId: string, decision: 'settled' | 'cancelled'): void
  /** The decision is recorded, and the node has not confirmed it: it is never open or held again. */
  holdPending(checkingId: string): void
  adjusted(amountSat: number): void
  /** The sum of the answered adjustments, in satoshis. */
  readonly adjustedSat: number
  readonly size: number
  /** Lists the records that the books lack. It must be empty. `unanswered`: adjustments whose outcome is unknown. */
  broken(books: BookReader, unanswered: readonly number[]): Promise<readonly string[]>
}

export function createClientRecord(): ClientRecord {
  const invoices = new Map<string, string>()
  const sends = new Map<string, string>()
  const finals = new Map<string, string>()
  const decided = new Set<string>()
  let adjustedSat = 0
  const seen = (id: string, status: string): void => {
    if (status === 'success' || (status === 'failed' && !invoices.has(id))) finals.set(id, status)
  }
  return {
    invoiceMade: (id, bolt11) => void invoices.set(id, bolt11),
    sendAccepted(id, status) {
      sends.set(id, status)
      seen(id, status)
    },
    seen,
    holdDecided: (id, decision) => void finals.set(id, decision === 'settled' ? 'success' : 'failed'),
    holdPending: (id) => void decided.add(id),
    adjusted(amount) {
      adjustedSat += amount
    },
    get adjustedSat() {
      return adjustedSat
    },
    get size() {
      return invoices.size + sends.size + finals.size + decided.size
    },
    async broken(books, unanswered) {
      const rows = await books.rows<{ checking_id: string; state: string; bolt11: string }>(
        'SELECT checking_id, state, bolt11 FROM payments',
      )
      const stored = new Map(rows.map((row) => [row.checking_id, row]))
      const [sum] = await books.rows<{ sat: bigint }>(
        'SELECT CAST(COALESCE(SUM(amount_msat), 0) / 1000 AS BIGINT) AS sat FROM adjustments',
      )
      return [
        ...[...invoices]
          .filter(([id, bolt11]) => stored.get(id)?.bolt11 !== bolt11)
          .map(([id]) => `invoice ${id} is gone`),
        ...[...sends.keys()].filter((id) => !stored.has(id)).map((id) => `send ${id} is gone`),
        ...[...finals]
          .filter(([id, status]) => stored.get(id)?.state !== status)
          .map(([id, status]) => `${id} was ${status} and is ${stored.get(id)?.state}`),
        ...[...decided]
          .filter((id) => ['open', 'held'].includes(stored.get(id)?.state ?? 'open'))
          .map((id) => `${id} was decided and is ${stored.get(id)?.state}`),
        ...(sumsOf(adjustedSat, unanswered).has(Number(sum?.sat))
          ? []
          : [`adjustments are ${sum?.sat}, answered ${adjustedSat}`]),
      ]
    },
  }
}

/** The possible totals, because each unanswered adjustment may or may not have happened. */
const sumsOf = (answered: number, unanswered: readonly number[]): ReadonlySet<number> =>
  unanswered.reduce((sums, amount) => new Set([...sums, ...[...sums].map((sum) => sum + amount)]), new Set([answered]))
