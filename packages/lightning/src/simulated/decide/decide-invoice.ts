import { hash as digest, randomBytes } from 'node:crypto'
import type { Book, Decision } from './decision.ts'
import type { Answer, Ask } from '../journal/node-calls.ts'
import { ownPaymentSecret, present } from './sign-node-invoice.ts'
import { writeAnyInvoice } from './write-any-invoice.ts'

/** Writes an invoice the service did not request: a foreign one, one of our node's without its knowledge, a wrong one. */
export function decideInvoice(book: Book, ask: Ask<'invoice'>): Decision<Answer<'invoice'>> {
  const { state, date } = book
  const preimage = ask.preimage ?? (ask.hash === undefined ? randomBytes(32).toString('hex') : undefined)
  const hash = ask.hash ?? digest('sha256', Buffer.from(preimage ?? '', 'hex'))
  const isOwn = ask.key === 'own' && !state.invoices.has(hash)
  if (isOwn) {
    const { amountMsat, expirySeconds } = ask
    book.append({ kind: 'invoice', hash, amountMsat, expiresAt: date + expirySeconds, hold: false })
  }
  if (ask.key === 'foreign' && preimage !== undefined && !state.preimages.has(hash)) {
    book.append({ kind: 'preimage', hash, preimage })
  }
  const known = preimage ?? state.preimages.get(hash) ?? null
  const secret = isOwn ? ownPaymentSecret(state.keys, hash) : randomBytes(32).toString('hex')
  const privateKey = present(state.keys)[ask.key]
  return {
    later: () => ({ bolt11: writeAnyInvoice({ ...ask, hash, secret, date, privateKey }), hash, preimage: known }),
  }
}
