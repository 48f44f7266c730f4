import { setImmediate } from 'node:timers/promises'
import type { Reader } from '../../db/database.ts'
import type { FiatValue, PaymentValue } from '../../rates/fiat-value-store.ts'
import { findContactNames } from '../states/contact-names.ts'
import type { Payment } from '../states/payment.ts'
import type { ExportFormat } from './export-format.ts'
import { toExportRow } from './export-row.ts'
import { listPaymentsBefore, type PaymentFilter } from './payment-list-store.ts'
import { findStoredValues, findValuesIn, type StoredValues } from './values-in-currency.ts'

/**
 * Small enough that a batch does not noticeably delay other requests, and needs only two statements for the fiat
 * values.
 */
const ROWS_AT_ONCE = 200

export interface ExportForm {
  readonly format: ExportFormat
  readonly toIso: (seconds: number) => string
  /** Of the values; undefined: that of the books. */
  readonly currency: string | undefined
}

/**
 * Streams all matching payments, newest first, as pieces of a file. Only one batch is in memory, and other requests run
 * between batches. Payments made during the export are not included.
 */
export async function* exportPayments(
  reader: Reader,
  filter: PaymentFilter,
  { format, toIso, currency }: ExportForm,
): AsyncGenerator<string> {
  yield format.head
  let before: number | undefined
  for (;;) {
    const payments = await listPaymentsBefore(reader, filter, before, ROWS_AT_ONCE)
    if (payments.length > 0) {
      const values = await findStoredValues(reader, payments)
      const inCurrency = currency === undefined ? undefined : await findValuesIn(reader, payments, currency, values)
      const contacts = await findContactNames(reader, filter.callerId ?? '', contactsOf(payments))
      const rows = payments.map((payment) =>
        toExportRow(payment, {
          ...valuesOf(payment, values, inCurrency),
          contact: contacts.get(payment.noted?.contactId ?? '') ?? '',
          toIso,
        }),
      )
      yield format.rows(rows, before === undefined)
    }
    if (payments.length < ROWS_AT_ONCE) break
    before = payments.at(-1)?.seq
    await setImmediate()
  }
  yield format.tail
}

function valuesOf(
  { checkingId }: Payment,
  values: StoredValues,
  inCurrency: ReadonlyMap<string, PaymentValue> | undefined,
) {
  const stored = values.get(checkingId) ?? []
  const of = (wanted: FiatValue['kind']) => stored.find(({ kind }) => kind === wanted)
  // The accounting currency is the same for all rows, unlike the currencies of invoices.
  return { charged: of('asked'), value: inCurrency ? inCurrency.get(checkingId) : (of('books') ?? of('asked')) }
}

const contactsOf = (payments: readonly Payment[]): string[] => [
  ...new Set(payments.flatMap(({ noted }) => noted?.contactId ?? [])),
]
