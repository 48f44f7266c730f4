import { setTimeout as delay } from 'node:timers/promises'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { PeerNode } from '../../peer-parts/peer-node.ts'
import type { BlinkLedger, BlinkMovement } from './blink-ledger.ts'
import { GraphqlTrouble, type Resolvable } from './graphql-peer.ts'

export interface BlinkInfo {
  network: string
  scopes: string[]
  currencies: string[]
  /** Null until its owner has chosen one. */
  username: string | null
  /** Id of its bitcoin wallet: each account has another one. */
  walletId: string
  /** How long a payment is waited for before it is called pending. */
  waitMs: number
}

interface Blink {
  readonly node: PeerNode
  readonly ledger: BlinkLedger
  readonly info: BlinkInfo
  /** Aborted when the client no longer waits for the answer. */
  readonly gone: AbortSignal
}

/** As much of Blink's schema as a wallet service can use. */
export function blinkRoot(blink: Blink): Resolvable {
  const { info } = blink
  return {
    globals: { network: info.network },
    authorization: { scopes: info.scopes },
    me: {
      username: info.username,
      defaultAccount: {
        wallets: info.currencies.map((walletCurrency) => ({
          id: walletCurrency === 'BTC' ? info.walletId : 'dollar-wallet',
          walletCurrency,
        })),
        walletById: ({ walletId }: { walletId: string }) => {
          if (walletId !== info.walletId) throw new GraphqlTrouble('INVALID_INPUT', 'Invalid walletId for account.')
          return walletOf(blink)
        },
      },
    },
    lnInvoiceCreateOnBehalfOfRecipient: ({ input }: { input: CreateInput }) => createInvoice(blink, input),
    lnInvoicePaymentSend: ({ input }: { input: PayInput }) => pay(blink, input),
    lnNoAmountInvoicePaymentSend: ({ input }: { input: PayInput }) => pay(blink, input),
  }
}

const walletOf = ({ node, ledger }: Blink): Resolvable => ({
  balance: Number(node.balanceMsat() / 1000n),
  invoiceByPaymentHash({ paymentHash }: { paymentHash: string }) {
    const invoice = node.invoices.get(paymentHash)
    if (invoice === undefined) {
      const message = `User tried to pay invoice with hash ${paymentHash}, but it does not exist`
      throw new GraphqlTrouble('LIGHTNING_PAYMENT_ERROR', message)
    }
    const isOver = invoice.expiresAt * 1000 <= Date.now()
    return { paymentStatus: invoice.state === 'settled' ? 'PAID' : isOver ? 'EXPIRED' : 'PENDING' }
  },
  transactionsByPaymentHash: ({ paymentHash }: { paymentHash: string }) =>
    ledger.ofHash(paymentHash).toReversed().map(toTransaction),
  transactions({ first, after }: { first: number; after?: string }) {
    const newestFirst = ledger.movements.toReversed()
    const begin = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1
    const page = newestFirst.slice(begin, begin + Math.min(first, 100))
    return {
      edges: page.map((movement) => ({ node: toTransaction(movement) })),
      pageInfo: { hasNextPage: begin + page.length < newestFirst.length, endCursor: page.at(-1)?.id ?? null },
    }
  },
})

const toTransaction = ({ isReturnedFee, paymentHash, preImage, ...movement }: BlinkMovement): Resolvable => ({
  ...movement,
  initiationVia: isReturnedFee
    ? { __typename: 'InitiationViaIntraLedger', counterPartyUsername: null }
    : { __typename: 'InitiationViaLn', paymentHash, paymentRequest: '' },
  settlementVia: isReturnedFee
    ? { __typename: 'SettlementViaIntraLedger', preImage: null }
    : { __typename: 'SettlementViaLn', preImage },
})

interface CreateInput {
  readonly recipientWalletId: string
  readonly amount: number
  readonly expiresIn: number
  readonly memo?: string
  readonly descriptionHash?: string
}

/** A life that is not between a minute and a day is answered with four hours, as Blink does it. */
function createInvoice({ node, info }: Blink, input: CreateInput): Resolvable {
  const refuse = (message: string) => ({ errors: [{ message, code: 'INVALID_INPUT' }], invoice: null })
  if (input.recipientWalletId !== info.walletId) return refuse('Invalid walletId for account.')
  if (!Number.isSafeInteger(input.amount) || input.amount < 1) return refuse('A valid satoshi amount is required')
  if (!Number.isInteger(input.expiresIn)) return refuse('Invalid value for Minutes')
  if (Buffer.byteLength(input.memo ?? '') > 639) return refuse('Memo is too long')
  const minutes = input.expiresIn >= 1 && input.expiresIn <= 1440 ? input.expiresIn : 240
  const { bolt11, paymentHash } = node.addInvoice({
    amountMsat: BigInt(input.amount) * 1000n,
    description: input.memo,
    descriptionHash: input.descriptionHash,
    expirySeconds: minutes * 60,
  })
  return { errors: [], invoice: { paymentRequest: bolt11, paymentHash } }
}

interface PayInput {
  readonly walletId: string
  readonly paymentRequest: string
  readonly amount?: number
  readonly memo?: string
}

/** A refusal is called a failure, too, also when it is only that another payment of the hash is on its way. */
async function pay({ node, ledger, info, gone }: Blink, input: PayInput): Promise<Resolvable> {
  const refuse = (code: string, message: string) => ({ status: 'FAILURE', errors: [{ message, code }] })
  if (input.walletId !== info.walletId) return refuse('INVALID_INPUT', 'Invalid walletId for account.')
  const { paymentHash, amountMsat } = readInvoice(input.paymentRequest)
  if ((amountMsat === undefined) !== (input.amount !== undefined)) {
    return refuse('INVALID_INPUT', 'Invoice does not have a valid amount to pay')
  }
  const known = node.payments.get(paymentHash)
  if (known?.state === 'settled') return { status: 'ALREADY_PAID', errors: [] }
  if (known?.state === 'pending') return refuse('INVALID_INPUT', 'There is a pending payment for this invoice')
  const payment = node.pay({
    bolt11: input.paymentRequest,
    amountMsat: input.amount === undefined ? undefined : BigInt(input.amount) * 1000n,
  })
  ledger.begin(payment, input.memo)
  const enough = new AbortController()
  const waiting = AbortSignal.any([gone, enough.signal])
  await Promise.race([
    node.untilFinal(payment, waiting).catch(() => undefined),
    delay(info.waitMs, undefined, { signal: waiting, ref: false }).catch(() => undefined),
  ])
  enough.abort()
  if (payment.state === 'failed') return refuse('ROUTE_FINDING_ERROR', 'Unable to find a route for payment.')
  return { status: payment.state === 'settled' ? 'SUCCESS' : 'PENDING', errors: [] }
}
