import type { Change, Reader } from '../db/database.ts'

/** The value of a payment in one currency, as exact decimals. */
export interface FiatValue {
  /** ISO 4217, upper case. */
  readonly currency: string
  /** The absolute amount, without fees. */
  readonly amount: string
  /** Units of the currency per 1 BTC. */
  readonly rate: string
  /**
   * True: the price of the invoice was in this currency. False: the accounting currency, at the time of the payment.
   */
  readonly asked: boolean
}

export interface NewFiatValue extends FiatValue {
  readonly checkingId: string
}

interface FiatValueRow {
  readonly checking_id: string
  readonly currency: string
  readonly amount: string
  readonly rate: string
  readonly asked: bigint
}

const toFiatValue = ({ checking_id, currency, amount, rate, asked }: FiatValueRow): NewFiatValue => ({
  checkingId: checking_id,
  currency,
  amount,
  rate,
  asked: asked === 1n,
})

/**
 * For each payment with values: first the currency of the invoice, then the accounting currency. One value if both are
 * the same, or only one is known.
 */
export async function findFiatValues(
  reader: Reader,
  checkingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FiatValue[]>> {
  const found = new Map<string, FiatValue[]>()
  for (let from = 0; from < checkingIds.length; from += IDS_PER_STATEMENT) {
    const ids = checkingIds.slice(from, from + IDS_PER_STATEMENT)
    const rows = await reader.list(
      `SELECT checking_id, currency, amount, rate, asked FROM payment_fiat
       WHERE checking_id IN (${ids.map((_id, index) => `$${index + 1}`).join(', ')}) ORDER BY asked DESC, currency`,
      ids,
      toFiatValue,
    )
    for (const { checkingId, ...value } of rows) {
      const values = found.get(checkingId)
      if (values === undefined) found.set(checkingId, [value])
      else values.push(value)
    }
  }
  return found
}

const IDS_PER_STATEMENT = 100

/** Keeps an existing value: it was stored closer to the payment. */
export const insertFiatValues = (values: readonly NewFiatValue[]): Change => ({
  sql: `INSERT INTO payment_fiat (checking_id, currency, amount, rate, asked)
        VALUES ${values.map((_value, index) => `(${[1, 2, 3, 4, 5].map((column) => `$${index * 5 + column}`).join(', ')})`).join(', ')}
        ON CONFLICT (checking_id, currency) DO NOTHING`,
  params: values.flatMap(({ checkingId, currency, amount, rate, asked }) => [
    checkingId,
    currency,
    amount,
    rate,
    asked ? 1 : 0,
  ]),
})

/** For a SELECT from `payments`, without a separate query: the value in the invoice's currency, else the other one. */
export const SHOWN_FIAT_VALUE = `(SELECT f.asked || ' ' || f.currency || ' ' || f.amount || ' ' || f.rate FROM payment_fiat f
  WHERE f.checking_id = payments.checking_id ORDER BY f.asked DESC LIMIT 1) AS fiat`

/** Reads that column; null or absent = none. */
export function readShownFiatValue(text: string | null | undefined): FiatValue | undefined {
  const [asked, currency, amount, rate] = text?.split(' ') ?? []
  if (currency === undefined || amount === undefined || rate === undefined) return undefined
  return { currency, amount, rate, asked: asked === '1' }
}
