import { setImmediate } from 'node:timers/promises'
import type { Reader } from '../../db/database.ts'
import { findFiatValues } from '../../rates/fiat-value-store.ts'
import { findContactNames } from '../states/contact-names.ts'
import type { Payment } from '../states/payment.ts'
import type { ExportFormat } from './export-format.ts'
import { toExportRow } from './export-row.ts'
import { listPaymentsBefore, type PaymentFilter } from './payment-list-store.ts'

/**
 * Small enough that a batch does not noticeably delay other requests, and needs only two statements for the fiat
 * values.
 */
const ROWS_AT_ONCE = 200

/**
 * Streams all matching payments, newest first, as pieces of a file. Only one batch is in memory, and other requests run
 * between batches. Payments made during the export are not included.
 */
export async function* exportPayments(
  reader: Reader,
  filter: PaymentFilter,
  format: ExportFormat,
  toIso: (seconds: number) => string,
): AsyncGenerator<string> {
  yield format.head
  let before: number | undefined
  for (;;) {
    const payments = await listPaymentsBefore(reader, filter, before, ROWS_AT_ONCE)
    if (payments.length > 0) {
      const values = await findFiatValues(
        reader,
        payments.map(({ checkingId }) => checkingId),
      )
      const contacts = await findContactNames(reader, filter.callerId ?? '', contactsOf(payments))
      const rows = payments.map((payment) =>
        toExportRow(payment, {
          fiat: values.get(payment.checkingId) ?? [],
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

const contactsOf = (payments: readonly Payment[]): string[] => [
  ...new Set(payments.flatMap(({ noted }) => noted?.contactId ?? [])),
]
