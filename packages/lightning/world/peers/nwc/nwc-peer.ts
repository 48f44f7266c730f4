import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { FaultyNode } from '../../peer-parts/faulty-node.ts'
import { createPeerNode, type PeerInvoice, type PeerNode, type PeerPayment } from '../../peer-parts/peer-node.ts'
import { createNwcWallet, type NwcWallet, refusal, type WalletReply, type WalletWords } from './nwc-wallet.ts'
import { openRelay, type TestRelay } from './test-relay.ts'

export interface NwcPeer extends FaultyNode {
  readonly relays: readonly TestRelay[]
  readonly wallet: NwcWallet
  readonly pairingUrl: string
  /** Deviations from the standard; a test changes them at run time. */
  readonly habits: WalletHabits
}

export interface WalletHabits {
  /** What `get_info` calls its network; undefined = nothing. */
  network: string | undefined
  /** Whether replies and transactions have the fee of a payment. */
  tellsFees: boolean
  /** Whether `list_transactions` goes by the arrival of payments or by the making of their invoices. */
  lists: 'by-arrival' | 'by-making'
  /** How many transactions a page has. */
  pageSize: number
  /** A failed payment is not stored. */
  forgetsFailures: boolean
  /** The reason of a failed `pay_invoice`. */
  failsWith: string
  /** The metadata of an order is stored and shown with its payment. */
  keepsMetadata: boolean
}

const METHODS = ['pay_invoice', 'make_invoice', 'lookup_invoice', 'list_transactions', 'get_balance', 'get_info']

const USUAL_HABITS: Readonly<WalletHabits> = {
  network: 'regtest',
  tellsFees: true,
  lists: 'by-arrival',
  pageSize: 20,
  forgetsFailures: false,
  failsWith: 'PAYMENT_FAILED',
  keepsMetadata: true,
}

/** A wallet service behind two relays, as NIP-47 has it: real events, real signatures, real encryption. */
export async function openNwcPeer(words: Partial<WalletWords> = {}): Promise<NwcPeer> {
  const node = createPeerNode()
  const habits: WalletHabits = { ...USUAL_HABITS }
  const relays = [await openRelay(), await openRelay()]
  const wallet = createNwcWallet(
    relays,
    {
      methods: [...METHODS],
      encryptions: ['nip44_v2', 'nip04'],
      announces: true,
      isMute: false,
      aheadSeconds: 0,
      ...words,
    },
    (method, params, gone) => answer({ node, habits, words: wallet.words }, { method, params, gone }),
  )
  await wallet.connect()
  const tell = (paymentHash: string): void => {
    const invoice = node.invoices.get(paymentHash)
    if (invoice !== undefined) wallet.notify(toIncoming(invoice))
  }
  node.news.on('invoice', ({ paymentHash, state }) => {
    if (state === 'settled') tell(paymentHash)
  })
  const all = (act: (relay: TestRelay) => Promise<void>): Promise<unknown> => Promise.all(relays.map(act))
  const pairing = new URLSearchParams({ secret: wallet.secret })
  for (const { url } of relays) pairing.append('relay', url)
  const pairingUrl = `nostr+walletconnect://${wallet.pubkey}?${pairing.toString()}`
  return {
    env: {
      SERVICE_FUNDING_SOURCE: 'nwc',
      SERVICE_NETWORK: 'regtest',
      SERVICE_ALLOW_UNCAPPED_FEES: 'true',
      NWC_PAIRING_URL: pairingUrl,
    },
    node,
    relays,
    wallet,
    pairingUrl,
    habits,
    server: {
      plan: wallet.plan,
      async goDown() {
        await all((relay) => relay.goDown())
      },
      async comeUp() {
        await all((relay) => relay.comeUp())
        await wallet.connect()
      },
      cut() {
        wallet.words.isMute = false
        for (const relay of relays) relay.hangUp()
      },
    },
    payCall: 'pay_invoice',
    invoiceCall: 'make_invoice',
    limitsFees: false,
    muteStream() {
      wallet.words.isMute = true
    },
    repeatReceipt: tell,
    copy: node.copy,
    async close() {
      wallet.close()
      await all((relay) => relay.close())
    },
  }
}

interface Wallet {
  readonly node: PeerNode
  readonly habits: WalletHabits
  readonly words: WalletWords
}

interface Call {
  readonly method: string
  readonly params: Params
  readonly gone: AbortSignal
}

interface Params {
  readonly invoice?: string
  readonly payment_hash?: string
  readonly amount?: number
  readonly description?: string
  readonly description_hash?: string
  readonly expiry?: number
  readonly from?: number
  readonly limit?: number
  readonly offset?: number
  readonly type?: string
  readonly metadata?: { readonly satchel?: string }
}

async function answer(wallet: Wallet, { method, params, gone }: Call): Promise<WalletReply> {
  const { node, habits, words } = wallet
  switch (method) {
    case 'get_info': {
      const { methods } = words
      return { result: { alias: 'peer', pubkey: node.own.nodeKey, network: habits.network, block_height: 1, methods } }
    }
    case 'get_balance':
      return { result: { balance: Number(node.balanceMsat()) } }
    case 'make_invoice':
      return { result: toIncoming(makeInvoice(node, params)) }
    case 'lookup_invoice': {
      const hash = params.payment_hash ?? ''
      const payment = node.payments.get(hash)
      const isKept = payment !== undefined && !(habits.forgetsFailures && payment.state === 'failed')
      if (isKept) return { result: toOutgoing(wallet, payment) }
      const invoice = node.invoices.get(hash)
      return invoice === undefined ? refusal('NOT_FOUND') : { result: toIncoming(invoice) }
    }
    case 'list_transactions':
      return {
        result: {
          transactions: params.type === 'outgoing' ? listOutgoing(wallet, params) : listIncoming(wallet, params),
          total_count: 0,
        },
      }
    case 'pay_invoice':
      return payInvoice(wallet, params, gone)
    default:
      return refusal('NOT_IMPLEMENTED')
  }
}

const makeInvoice = (node: PeerNode, { amount, description, description_hash: descriptionHash, expiry }: Params) =>
  node.addInvoice({
    amountMsat: amount === undefined ? undefined : BigInt(amount),
    description,
    descriptionHash,
    expirySeconds: expiry,
  })

/** Refuses nothing: a second order for a hash is a second payment. */
async function payInvoice(wallet: Wallet, params: Params, gone: AbortSignal): Promise<WalletReply> {
  const { invoice = '', amount, metadata } = params
  const { node, habits } = wallet
  if (!readable(invoice)) return refusal('OTHER')
  const payment = node.pay({
    bolt11: invoice,
    amountMsat: amount === undefined ? undefined : BigInt(amount),
    label: metadata?.satchel,
  })
  await node.untilFinal(payment, gone)
  if (payment.state === 'failed') return refusal(habits.failsWith)
  return {
    result: { preimage: payment.preimage, ...(habits.tellsFees && { fees_paid: Number(payment.feeMsat) }) },
  }
}

function readable(bolt11: string): boolean {
  try {
    return readInvoice(bolt11).paymentHash !== ''
  } catch {
    return false
  }
}

/** Newest first. */
function listIncoming({ node, habits }: Wallet, { from = 0, offset = 0, limit = 10 }: Params): object[] {
  const timeOf = (invoice: PeerInvoice): number =>
    habits.lists === 'by-arrival' ? invoice.settledAt : invoice.createdAt
  const rankOf = (invoice: PeerInvoice): number =>
    habits.lists === 'by-arrival' ? invoice.settleIndex : invoice.addIndex
  return [...node.invoices.values()]
    .filter((invoice) => invoice.state === 'settled' && timeOf(invoice) >= from)
    .sort((one, other) => rankOf(other) - rankOf(one))
    .slice(offset, offset + Math.min(limit, habits.pageSize))
    .map(toIncoming)
}

/** Newest first. */
const listOutgoing = (wallet: Wallet, { from = 0, offset = 0, limit = 10 }: Params): object[] =>
  wallet.node.attempts
    .filter(({ createdAt }) => createdAt >= from)
    .toReversed()
    .slice(offset, offset + Math.min(limit, wallet.habits.pageSize))
    .map((payment) => toOutgoing(wallet, payment))

function toIncoming(invoice: PeerInvoice): object {
  const isSettled = invoice.state === 'settled'
  const isOver = invoice.expiresAt <= Date.now() / 1000
  return {
    type: 'incoming',
    state: isSettled ? 'settled' : isOver ? 'expired' : 'pending',
    invoice: invoice.bolt11,
    description: invoice.memo,
    payment_hash: invoice.paymentHash,
    preimage: invoice.preimage,
    amount: Number(isSettled ? invoice.receivedMsat : invoice.amountMsat),
    fees_paid: 0,
    created_at: invoice.createdAt,
    expires_at: invoice.expiresAt,
    settled_at: isSettled ? invoice.settledAt : null,
    metadata: {},
  }
}

const toOutgoing = ({ habits }: Wallet, payment: PeerPayment): object => ({
  type: 'outgoing',
  state: payment.state,
  invoice: payment.bolt11,
  payment_hash: payment.paymentHash,
  preimage: payment.state === 'settled' ? payment.preimage : '',
  amount: Number(payment.amountMsat),
  ...(habits.tellsFees && { fees_paid: Number(payment.feeMsat) }),
  created_at: payment.createdAt,
  settled_at: payment.state === 'settled' ? payment.createdAt : null,
  ...(habits.keepsMetadata && { metadata: payment.label === '' ? {} : { satchel: payment.label } }),
})
