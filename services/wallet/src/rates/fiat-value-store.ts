import type { Change, Reader } from '../db/database.ts'

/**
 * `asked`: the price of the invoice was in this currency. `books`: the accounting currency. `owner`: a currency of the
 * wallet or of its owner. The last two at the time of the payment. As they are stored: in the order in which they are shown.
 */
const STORED_KINDS = { asked: 1, books: 0, owner: -1 } as const
export type ValueKind = keyof typeof STORED_KINDS

/** The value of a payment in one currency, as exact decimals. */
export interface PaymentValue {
  /** ISO 4217, upper case. */
  readonly currency: string
  /** The absolute amount, without fees. */
  readonly amount: string
  /** Units of the currency per 1 BTC. */
  readonly rate: string
}

export interface FiatValue extends PaymentValue {
  readonly kind: ValueKind
  /** Of a price: how much of it is tax, and how much a tip. */
  readonly tax?: string | undefined
  readonly tip?: string | undefined
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
  readonly tax: string | null
  readonly tip: string | null
}

const KINDS = new Map(Object.entries(STORED_KINDS).map(([kind, stored]) => [stored as number, kind as ValueKind]))

const toFiatValue = ({ checking_id, currency, amount, rate, asked, tax, tip }: FiatValueRow): NewFiatValue => ({
  checkingId: checking_id,
  currency,
  amount,
  rate,
  kind: KINDS.get(Number(asked)) ?? 'books',
  ...(tax !== null && { tax }),
  ...(tip !== null && { tip }),
})

/** For each payment with values: the price of the invoice, then the accounting currency, then the others. */
export async function findFiatValues(
  reader: Reader,
  checkingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FiatValue[]>> {
  const found = new Map<string, FiatValue[]>()
  for (let from = 0; from < checkingIds.length; from += IDS_PER_STATEMENT) {
    const ids = checkingIds.slice(from, from + IDS_PER_STATEMENT)
    const rows = await reader.list(
      `SELECT checking_id, currency, amount, rate, asked, tax, tip FROM payment_fiat
       WHERE checking_id IN (${ids.map((_id, index) => `$${index + 1}`).join(', ')}) ORDER BY asked DESC`,
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
  sql: `INSERT INTO payment_fiat (checking_id, currency, amount, rate, asked, tax, tip)
        VALUES ${values.map((_value, index) => `(${[1, 2, 3, 4, 5, 6, 7].map((column) => `$${index * 7 + column}`).join(', ')})`).join(', ')}
        ON CONFLICT (checking_id, currency) DO NOTHING`,
  params: values.flatMap(({ checkingId, currency, amount, rate, kind, tax = null, tip = null }) => [
    checkingId,
    currency,
    amount,
    rate,
    STORED_KINDS[kind],
    tax,
    tip,
  ]),
})

/** For a SELECT from `payments`, without a separate query: the price of the invoice, else the value for the books. */
export const SHOWN_FIAT_VALUE = `(SELECT f.asked || ' ' || f.currency || ' ' || f.amount || ' ' || f.rate || ' ' || COALESCE(f.tax, '') || ' '
  || COALESCE(f.tip, '') FROM payment_fiat f WHERE f.asked >= ${STORED_KINDS.books} AND f.checking_id = payments.checking_id ORDER BY f.asked DESC LIMIT 1) AS fiat`

/** Reads that column; null or absent = none. */
export function readShownFiatValue(text: string | null | undefined): FiatValue | undefined {
  const [asked, currency, amount, rate, tax = '', tip = ''] = text?.split(' ') ?? []
  if (currency === undefined || amount === undefined || rate === undefined) return undefined
  const kind = KINDS.get(Number(asked)) ?? 'books'
  return { currency, amount, rate, kind, ...(tax !== '' && { tax }), ...(tip !== '' && { tip }) }
}
