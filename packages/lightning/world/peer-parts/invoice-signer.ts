import { hash as digest, randomBytes } from 'node:crypto'
import type { Network } from '@satchel/bolt11/invoice'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { publicKey } from '@satchel/bolt11/secp256k1'
import { type InvoiceFields, writeInvoice } from '@satchel/bolt11/write-invoice'
import type { CreatedInvoice } from '../../src/port/funding-source.ts'

export interface InvoiceWords {
  readonly amountMsat?: bigint | undefined
  readonly preimage?: string | undefined
  readonly paymentHash?: string | undefined
  readonly description?: string | undefined
  readonly descriptionHash?: string | undefined
  readonly expirySeconds?: number | undefined
}

/** A node key and its signatures: invoices of a peer, or of a payee outside. */
export interface InvoiceSigner {
  /** 33 bytes in hex. */
  readonly nodeKey: string
  readonly network: Network
  /** A real, signed invoice; missing fields get random values. */
  sign(words?: InvoiceWords): CreatedInvoice
  /** All fields of the text except the changed ones, signed by this node. */
  signAgain(text: string, changed?: Partial<InvoiceFields>): string
  /** The preimage of an invoice that this signer made without a given hash. */
  preimageOf(paymentHash: string): string | undefined
}

export function createInvoiceSigner(network: Network = 'bcrt', key: Uint8Array = randomBytes(32)): InvoiceSigner {
  const preimages = new Map<string, string>()
  return {
    nodeKey: Buffer.from(publicKey(key)).toString('hex'),
    network,
    sign({ amountMsat, descriptionHash, description = '', expirySeconds, ...words } = {}) {
      const preimage = words.preimage ?? randomBytes(32).toString('hex')
      const paymentHash = words.paymentHash ?? digest('sha256', Buffer.from(preimage, 'hex'))
      if (words.paymentHash === undefined) preimages.set(paymentHash, preimage)
      const bolt11 = writeInvoice(
        {
          network,
          amountMsat,
          paymentHash,
          paymentSecret: randomBytes(32).toString('hex'),
          description: descriptionHash === undefined ? description : undefined,
          descriptionHash,
          timestamp: Math.floor(Date.now() / 1000),
          expirySeconds,
        },
        key,
      )
      return { bolt11, paymentHash }
    },
    signAgain: (text, changed) => writeInvoice({ ...parseInvoice(text), ...changed }, key),
    preimageOf: (paymentHash) => preimages.get(paymentHash),
  }
}
