import { createHash, randomBytes } from 'node:crypto'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import { hashMetadata } from '@satchel/lnurl/metadata'
import type { Publisher } from './open-publisher.ts'

/** A publisher's wallet behind a pay link, which answers as the test sets it. */
export interface Payee {
  /** For `pay_to_install` and `pay_to_enable`. */
  fee(amount: number): object
  /** An external payer has paid this invoice. */
  settle(paymentHash: string): void
  /** Wrong fields of its answers: `{ offer: { maxSendable: 1 } }`. */
  readonly lies: { offer?: object; answer?: object; invoice?: object; verify?: object }
}

const METADATA = '[["text/plain","An extension"]]'
const NODE_KEY = Buffer.alloc(32, 7)

export function openPayee(publisher: Publisher, nowSeconds: () => number): Payee {
  const preimages = new Map<string, string>()
  const paid = new Set<string>()
  const payee: Payee = {
    fee: (amount) => ({ amount, description: 'One extension', wallet: publisher.url, wallet_id: 'shop' }),
    settle: (paymentHash) => paid.add(paymentHash),
    lies: {},
  }
  publisher.files.set('/.well-known/lnurlp/shop', () => ({
    tag: 'payRequest',
    callback: `${publisher.url}/pay`,
    minSendable: 1000,
    maxSendable: 1_000_000_000,
    metadata: METADATA,
    ...payee.lies.offer,
  }))
  publisher.files.set('/pay', ({ searchParams }: URL) => {
    const preimage = randomBytes(32)
    const paymentHash = createHash('sha256').update(preimage).digest('hex')
    preimages.set(paymentHash, preimage.toString('hex'))
    const invoice = {
      network: 'bcrt' as const,
      amountMsat: BigInt(searchParams.get('amount') ?? 0),
      paymentHash,
      paymentSecret: randomBytes(32).toString('hex'),
      descriptionHash: hashMetadata(METADATA),
      timestamp: nowSeconds(),
      expirySeconds: 600,
      ...payee.lies.invoice,
    }
    publisher.files.set(`/verify/${paymentHash}`, () => ({
      status: 'OK',
      settled: paid.has(paymentHash),
      preimage: paid.has(paymentHash) ? preimages.get(paymentHash) : null,
      ...payee.lies.verify,
    }))
    return {
      pr: writeInvoice(invoice, NODE_KEY),
      verify: `${publisher.url}/verify/${paymentHash}`,
      ...payee.lies.answer,
    }
  })
  return payee
}
