import type { Network } from '@satchel/bolt11/invoice'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { readOffer } from '@satchel/bolt11/read-offer'
import { readOnchainAddress } from '@satchel/bolt11/read-onchain-address'
import { badRequest } from '@satchel/http/service-error'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import { readingLnurl } from '../../lnurl/reading-lnurl.ts'
import { type Bip21, readBip21 } from './read-bip21.ts'

/**
 * Decodes a pasted or scanned text to pay, without a request to other services. `network`: the prefix of the node's
 * invoices, once known. 400 for anything that cannot be paid.
 */
export function decodeText(given: string, network?: string) {
  const text = given
    .trim()
    .replace(/^lightning:\/\//i, 'lightning:')
    .replace(BITCOIN_SIGN, '$1')
  const link = readBip21(text)
  if (link !== undefined) return fromLink(link, network)
  const onchain = toOnchain(text, network)
  if (onchain !== undefined) return { kind: 'onchain' as const, ...onchain, amount: null, label: null, message: null }
  return fromLightning(text)
}

/** The sign that BIP 353 puts before an address. */
const BITCOIN_SIGN = /^((?:lightning:)?)₿(?=.*@)/iu

/** Texts that are read as LNURL; the invoice decoder's error would not help here. */
const LNURL = /^(lightning:)?(lnurl1|lnurl[pwc]:|keyauth:)|@|[?&]lightning=lnurl1/i

function fromLightning(text: string) {
  if (LNURL.test(text)) return fromLnurl(text)
  const offer = readOffer(text.replace(/^lightning:/i, ''))
  return offer === undefined ? fromInvoice(text) : { kind: 'bolt12' as const, offer }
}

/** Decodes the Lightning part first, and adds the address. */
function fromLink(link: Bip21, network: string | undefined) {
  const { address, lightning, offer, amountSat, label = null, message = null } = link
  const onchain = toOnchain(address, network)
  const fallback = onchain && { fallback_address: onchain.address }
  if (lightning !== undefined) return { ...fromLightning(lightning), ...fallback }
  if (offer !== undefined) return { ...fromOffer(offer), ...fallback }
  if (onchain === undefined)
    throw badRequest('The address of this bitcoin link was mistyped or cut.', { word: 'bitcoin_link_unreadable' })
  return { kind: 'onchain' as const, ...onchain, amount: amountSat ?? null, label, message }
}

/** Decodes only; `lnurlscan` requests the offer from the service. */
function fromLnurl(text: string) {
  const { url, domain, form, address } = readingLnurl(() => readLnurl(text))
  if (form === 'url') throw badRequest('This is neither an invoice nor an LNURL.', { word: 'text_unreadable' })
  return address === undefined
    ? { kind: 'lnurl' as const, url, domain }
    : { kind: 'lightning_address' as const, address, url, domain }
}

function fromOffer(text: string) {
  const offer = readOffer(text)
  if (offer === undefined) throw badRequest('The BOLT 12 offer was mistyped or cut.', { word: 'offer_unreadable' })
  return { kind: 'bolt12' as const, offer }
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
    if (error instanceof InvoiceError)
      throw badRequest(`Not an invoice: ${error.message}`, { word: 'invoice_unreadable' })
    throw error
  }
}

function toOnchain(text: string, network: string | undefined): { address: string; network: Network } | undefined {
  const read = readOnchainAddress(text)
  if (read === undefined) return undefined
  const { address, networks } = read
  return { address, network: networks.find((name) => name === network) ?? networks[0] }
}
