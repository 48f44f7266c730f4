import { randomBytes } from 'node:crypto'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import type { InvoiceOrder } from '../../port/funding-source.ts'
import type { ClnRest } from './cln-rest.ts'
import { textOf } from './read-fields.ts'

/**
 * The node's invoice with the requested description. `invoice` takes no description hash without its text, and the hold
 * plugin takes no description at all. The node accepts a payment by its hash and secret, whatever the other fields of
 * the invoice. So only the description and the expiry change, and the node signs the text again.
 */
export async function describeInvoice(rest: ClnRest, bolt11: string, request: InvoiceOrder): Promise<string> {
  const { descriptionHash, memo, expirySeconds } = request
  const made = parseInvoice(bolt11)
  const fields = {
    ...made,
    description: descriptionHash === undefined ? memo : undefined,
    descriptionHash,
    // The node closes the invoice at its own expiry; a longer one would be a false promise.
    expirySeconds: Math.min(expirySeconds, made.expirySeconds),
  }
  // The signature is only there to be replaced.
  const invstring = writeInvoice(fields, randomBytes(32))
  const signed = textOf(await rest.demand('invoice', 'signinvoice', { invstring }), 'bolt11')
  if (parseInvoice(signed).descriptionHash !== descriptionHash) throw new Error('the node signed another description')
  return signed
}
