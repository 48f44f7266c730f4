import type { Network } from '@satchel/bolt11/invoice'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { readOffer } from '@satchel/bolt11/read-offer'
import { readOnchainAddress } from '@satchel/bolt11/read-onchain-address'
import { badRequest } from '@satchel/http/service-error'
import { findPayable, type LinkFacts, type Pages } from '@satchel/lnurl/find-payable'
import { type Lnurl, readLnurl } from '@satchel/lnurl/read-lnurl'
import { readingLnurl } from '../../lnurl/reading-lnurl.ts'
import { unreadableInvoice } from '../sending/unreadable-invoice.ts'

export interface DecodeContext {
  /** The prefix of the node's invoices, once known. */
  readonly network: string | undefined
  /** Pages of this installation. */
  readonly pages: Pages
}

/**
 * Decodes the single payable item of an external text, without a request to other services. 400 for a text without one,
 * and for a text with several.
 */
export function decodeText(given: string, { network, pages }: DecodeContext) {
  const { kind, text, lnurl, link } = readingLnurl(() => findPayable(given, pages))
  switch (kind) {
    case 'lnurl':
      return { ...fromLnurl(lnurl), ...linkFields(link) }
    case 'offer':
      return { ...fromOffer(text), ...linkFields(link) }
    case 'onchain':
      return fromOnchain(text, link, network)
    case 'invoice':
      return { ...fromInvoice(text), ...linkFields(link) }
    case 'url':
      throw badRequest('This is neither an invoice nor an LNURL.', { code: 'text_unreadable' })
    case 'unknown':
      return fromUnknown(text)
  }
}

/** The content of the `bitcoin:` link, for the payer. */
function linkFields(link: LinkFacts | undefined) {
  if (link === undefined) return {}
  const { address, amountSat = null, label = null, message = null } = link
  return { amount: amountSat, label, message, ...(address !== undefined && { fallback_address: address }) }
}

function fromOnchain(text: string, link: LinkFacts | undefined, network: string | undefined) {
  const { amountSat = null, label = null, message = null } = link ?? {}
  return { kind: 'onchain' as const, ...toOnchain(text, network), amount: amountSat, label, message }
}

/** Test networks share their letters: the node's own is meant. */
function toOnchain(text: string, network: string | undefined): { address: string; network: Network } {
  const read = readOnchainAddress(text)
  if (read === undefined) throw new Error('an address was found that cannot be read')
  const { address, networks } = read
  return { address, network: networks.find((name) => name === network) ?? networks[0] }
}

/** Decodes only; `lnurlscan` requests the offer from the service. */
function fromLnurl({ url, domain, address }: Lnurl) {
  return address === undefined
    ? { kind: 'lnurl' as const, url, domain }
    : { kind: 'lightning_address' as const, address, url, domain }
}

function fromOffer(text: string) {
  const offer = readOffer(text)
  if (offer === undefined) throw badRequest('The BOLT 12 offer was mistyped or cut.', { code: 'offer_unreadable' })
  return { kind: 'bolt12' as const, offer }
}

/** Texts that are meant as LNURL; the invoice reader's error would not help here. */
const LNURL = /^(?:lightning:)?(?:lnurl1|lnurl[pwc]:|keyauth:)|@/i

/** Throws the reason of the reader that comes nearest. */
function fromUnknown(text: string) {
  return LNURL.test(text) ? fromLnurl(readingLnurl(() => readLnurl(text))) : fromInvoice(text)
}

function fromInvoice(text: string) {
  const invoice = readingInvoice(text)
  return {
    kind: 'bolt11' as const,
    bolt11: invoice.bolt11,
    payment_hash: invoice.paymentHash,
    amount_msat: invoice.amountMsat === undefined ? null : Number(invoice.amountMsat),
    description: invoice.description ?? '',
    description_hash: invoice.descriptionHash ?? null,
    date: invoice.timestamp,
    expiry: invoice.expirySeconds,
    payee: invoice.payee,
    network: invoice.network,
    min_final_cltv_expiry_delta: invoice.minFinalCltvExpiryDelta,
  }
}

/** Throws 400, with the reason, for a text that is no invoice. */
export function readingInvoice(text: string) {
  try {
    return readInvoice(text)
  } catch (error) {
    if (error instanceof InvoiceError) throw unreadableInvoice('Not an invoice', error)
    throw error
  }
}
