import { hash as digest } from 'node:crypto'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import type { PeerInvoice } from '../../peer-parts/peer-node.ts'
import { CLN_LIST_PAYS } from './cln-list-pays.ts'
import { CLN_PAY_COMMANDS } from './cln-pay-commands.ts'
import { type ClnCommand, ClnError, type ClnState, type Parameters, text } from './cln-state.ts'

/** The node's own commands. */
export const CLN_COMMANDS: Readonly<Record<string, ClnCommand>> = {
  getinfo: {
    takes: [],
    run: (_given, { node, network, mood }) => ({
      id: node.own.nodeKey,
      alias: 'PEER',
      network,
      blockheight: 100,
      version: 'v25.12',
      ...mood.warnings,
    }),
  },
  listfunds: {
    takes: ['spent'],
    run: (_given, { mood }) => ({ outputs: [{ amount_msat: mood.onChainMsat, status: 'confirmed' }], channels: [] }),
  },
  help: {
    takes: ['command'],
    run: (_given, { commands }) => ({
      help: Object.entries(commands).map(([name, { takes }]) => ({
        command: [name, ...takes.map((parameter) => `[${parameter}]`)].join(' '),
      })),
    }),
  },
  listpeerchannels: {
    takes: ['id'],
    run: (_given, { node }) => ({
      channels: [
        {
          state: 'CHANNELD_NORMAL',
          spendable_msat: Number(node.balanceMsat()),
          receivable_msat: 40_000,
          to_us_msat: Number(node.balanceMsat()),
          htlcs: [...node.invoices.values()].filter(({ state }) => state === 'held').map(toHtlc),
        },
        { state: 'ONCHAIN', to_us_msat: 77_000, spendable_msat: 0, receivable_msat: 77_000 },
      ],
    }),
  },
  invoice: {
    takes: ['amount_msat', 'label', 'description', 'expiry', 'preimage', 'cltv', 'deschashonly'],
    run: (given, state) => makeInvoice(given, state),
  },
  listinvoices: {
    takes: ['label', 'payment_hash', 'invstring'],
    run: (given, state) => ({
      invoices: ordinary(state)
        .filter(({ paymentHash }) => given['payment_hash'] === undefined || paymentHash === given['payment_hash'])
        .filter(({ paymentHash }) => given['label'] === undefined || labelOf(state, paymentHash) === given['label'])
        .map((invoice) => toInvoice(state, invoice)),
    }),
  },
  delinvoice: { takes: ['label', 'status', 'desconly'], run: (given, state) => deleteInvoice(given, state) },
  signinvoice: {
    takes: ['invstring'],
    run(given, { node }) {
      const { paymentHash, paymentSecret } = parseInvoice(text(given, 'invstring'))
      const known = node.invoices.get(paymentHash)
      // Such a text could not be paid.
      if (known !== undefined && parseInvoice(known.bolt11).paymentSecret !== paymentSecret) {
        throw new ClnError(-1, 'this text has another payment secret')
      }
      return { bolt11: node.own.signAgain(text(given, 'invstring')) }
    },
  },
  waitanyinvoice: {
    takes: ['lastpay_index', 'timeout'],
    run: (given, state, gone) => waitForReceipt(given, state, gone),
  },
  'bkpr-listaccountevents': {
    takes: ['account', 'payment_id'],
    run: ({ payment_id: wanted }, { node }) => ({
      events: [...node.invoices.values()]
        .filter(({ paymentHash, state }) => paymentHash === wanted && state === 'settled')
        .map(toEvent),
    }),
  },
  ...CLN_PAY_COMMANDS,
  listpays: CLN_LIST_PAYS,
}

function makeInvoice(given: Parameters, state: ClnState): object {
  const label = text(given, 'label')
  const preimage = text(given, 'preimage')
  if (state.labels.has(label)) throw new ClnError(900, 'Duplicate label')
  if (state.node.invoices.has(digest('sha256', Buffer.from(preimage, 'hex'))))
    throw new ClnError(901, 'preimage already used')
  const { bolt11, paymentHash, expiresAt } = state.node.addInvoice({
    amountMsat: given['amount_msat'] === 'any' ? undefined : BigInt(Number(given['amount_msat'])),
    description: text(given, 'description'),
    expirySeconds: Number(given['expiry']),
    preimage,
  })
  state.labels.set(label, paymentHash)
  const paymentSecret = parseInvoice(bolt11).paymentSecret
  return { bolt11, payment_hash: paymentHash, payment_secret: paymentSecret, expires_at: expiresAt, created_index: 1 }
}

function deleteInvoice({ label, status }: Parameters, state: ClnState): object {
  const paymentHash = state.labels.get(String(label)) ?? ''
  const invoice = state.node.invoices.get(paymentHash)
  if (invoice === undefined) throw new ClnError(905, 'Unknown invoice')
  const current = statusOf(invoice)
  if (current !== status) {
    const data = { current_status: current, expected_status: status }
    throw new ClnError(906, `Invoice status is ${current} not ${String(status)}`, data)
  }
  const deleted = toInvoice(state, invoice)
  state.node.closeInvoice(paymentHash)
  state.labels.delete(String(label))
  state.deleted.add(paymentHash)
  return deleted
}

/** Invoices the node itself lists: neither deleted nor the plugin's. */
const ordinary = ({ node, deleted }: ClnState): PeerInvoice[] =>
  [...node.invoices.values()].filter(({ isHold, paymentHash }) => !isHold && !deleted.has(paymentHash))

const labelOf = ({ labels, node }: ClnState, paymentHash: string): string | undefined => {
  const { unasked, createdAt, addIndex } = node.invoices.get(paymentHash) ?? {}
  if (unasked?.via === 'keysend') return `keysend-${createdAt}.${String(addIndex).padStart(9, '0')}`
  if (unasked?.via === 'offer') return `${OFFER_ID}-${node.own.nodeKey}-${addIndex}`
  return [...labels].find(([, hash]) => hash === paymentHash)?.[0]
}

const OFFER_ID = '0f'.repeat(32)

/** The node's report about the text of an invoice. */
const textOf = ({ unasked, bolt11 }: PeerInvoice): object =>
  unasked?.via === 'offer' ? { bolt12: `lni1${OFFER_ID}`, local_offer_id: OFFER_ID } : { bolt11 }

function statusOf({ state, expiresAt }: PeerInvoice): 'paid' | 'expired' | 'unpaid' {
  if (state === 'settled') return 'paid'
  return expiresAt < Math.floor(Date.now() / 1000) ? 'expired' : 'unpaid'
}

const toInvoice = (state: ClnState, invoice: PeerInvoice): object => ({
  label: labelOf(state, invoice.paymentHash),
  ...textOf(invoice),
  payment_hash: invoice.paymentHash,
  ...(invoice.amountMsat > 0n && { amount_msat: Number(invoice.amountMsat) }),
  status: statusOf(invoice),
  description: invoice.memo,
  expires_at: invoice.expiresAt,
  ...(invoice.state === 'settled' && {
    pay_index: invoice.settleIndex,
    amount_received_msat: Number(invoice.receivedMsat),
    paid_at: invoice.settledAt,
    payment_preimage: invoice.preimage,
  }),
})

const toHtlc = ({ paymentHash, receivedMsat, addIndex }: PeerInvoice): object => ({
  direction: 'in',
  id: addIndex,
  amount_msat: Number(receivedMsat),
  expiry: 545,
  payment_hash: paymentHash,
  state: 'RCVD_ADD_ACK_REVOCATION',
  status: 'Waiting for the htlc_accepted hook of plugin hold',
})

const toEvent = ({ paymentHash, receivedMsat, settledAt }: PeerInvoice): object => ({
  type: 'channel',
  tag: 'invoice',
  credit_msat: Number(receivedMsat),
  debit_msat: 0,
  payment_id: paymentHash,
  timestamp: settledAt,
})

function waitForReceipt(given: Parameters, state: ClnState, gone: AbortSignal): Promise<object> {
  const seconds = Number(given['timeout'])
  const next = (): PeerInvoice | undefined =>
    ordinary(state)
      .filter(({ settleIndex }) => settleIndex > Number(given['lastpay_index'] ?? 0))
      .sort((one, other) => one.settleIndex - other.settleIndex)[0]
  const isMute = (): boolean => state.isMute && seconds > 0
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      state.node.news.off('invoice', poll)
      gone.removeEventListener('abort', leave)
    }
    const tell = (invoice: PeerInvoice): void => {
      stop()
      resolve(toInvoice(state, invoice))
    }
    // A repeated invoice comes although its index was passed.
    const poll = (one: PeerInvoice): void => {
      if (!isMute() && one.state === 'settled' && !one.isHold) tell(one)
    }
    const leave = (): void => {
      stop()
      // A client whose connection was cut gets its receipts again afterwards.
      state.isMute = false
      reject(new ClnError(-1, 'gone'))
    }
    const timer = setTimeout(() => {
      stop()
      reject(new ClnError(904, 'Timed out'))
    }, seconds * 1000)
    state.node.news.on('invoice', poll)
    gone.addEventListener('abort', leave)
    const first = isMute() ? undefined : next()
    if (first !== undefined) tell(first)
  })
}
