import type { Json } from '@satchel/extension-sdk/context'
import type { Reader } from '../../../db/database.ts'

/** An invoice that an extension made. */
export interface ExtensionInvoice {
  readonly checkingId: string
  readonly paymentHash: string
  readonly extId: string
  readonly itemId: string
  readonly walletId: string
  readonly kind: 'own' | 'moved'
  readonly data: Json
  /** Its preimage is public once it is paid. */
  readonly verifiable: boolean
}

interface InvoiceRow {
  readonly checking_id: string
  readonly payment_hash: string
  readonly ext_id: string
  readonly item_id: string
  readonly wallet_id: string
  readonly kind: 'own' | 'moved'
  readonly data: string
  readonly verifiable: bigint
}

const toExtensionInvoice = (row: InvoiceRow): ExtensionInvoice => ({
  checkingId: row.checking_id,
  paymentHash: row.payment_hash,
  extId: row.ext_id,
  itemId: row.item_id,
  walletId: row.wallet_id,
  kind: row.kind,
  data: JSON.parse(row.data) as Json,
  verifiable: row.verifiable === 1n,
})

const SELECT =
  'SELECT checking_id, payment_hash, ext_id, item_id, wallet_id, kind, data, verifiable FROM extension_invoices'

export const findExtensionInvoice = (
  reader: Reader,
  by: { readonly paymentHash: string } | { readonly checkingId: string },
): Promise<ExtensionInvoice | undefined> =>
  'paymentHash' in by
    ? reader.first(`${SELECT} WHERE payment_hash = $1`, [by.paymentHash], toExtensionInvoice)
    : reader.first(`${SELECT} WHERE checking_id = $1`, [by.checkingId], toExtensionInvoice)
