import { hash as digest, randomBytes } from 'node:crypto'
import type { Answer, Ask, NodeCall, NodeRequest, NodeSentPayment, OutgoingAsk } from '../journal/node-calls.ts'
import type { Attempt, NodeState } from '../journal/node-state.ts'
import {
  decideCancelHold,
  decideClose,
  decideCreate,
  decideExpireHtlc,
  decideIncoming,
  decideReceipts,
  decideSettleHold,
} from './decide-incoming.ts'
import { decideLookup, lookupIsScripted } from './decide-lookup.ts'
import { decideFail, decidePay, decideRelease, decideSettle } from './decide-outgoing.ts'
import { decideReceive } from './decide-receive.ts'
import type { Book, Decision, Wait } from './decision.ts'
import { readTruth } from './read-truth.ts'
import { ownPaymentSecret, present } from './sign-node-invoice.ts'
import { writeAnyInvoice } from './write-any-invoice.ts'

/** Decides one call: its effect at the node, and the answer or the wait of the caller. */
export function decideCall(book: Book, { call, ask }: NodeRequest): Decision<Answer<NodeCall>> {
  const cutOff = SERVICE_CALLS.has(call) ? decideDown(book, call) : undefined
  if (cutOff !== undefined) return cutOff
  const decide = DECIDERS[call] as (book: Book, ask: Ask<NodeCall>) => Decision<Answer<NodeCall>>
  return decide(book, ask)
}

/** A call that only asks is answered without locking the journal or writing to it. */
export function onlyAsks(state: NodeState, { call, ask }: NodeRequest, waited: Wait | undefined): boolean {
  if (call === 'outgoing') return !lookupIsScripted(state, ask as OutgoingAsk)
  return QUESTIONS.has(call) || waited?.for === 'truth'
}

const SERVICE_CALLS: ReadonlySet<NodeCall> = new Set<NodeCall>([
  'create',
  'close',
  'incoming',
  'pay',
  'outgoing',
  'settle-hold',
  'cancel-hold',
  'receipts',
  'sent',
  'balance',
])
const QUESTIONS: ReadonlySet<NodeCall> = new Set<NodeCall>(['incoming', 'receipts', 'sent', 'balance', 'truth'])

type Deciders = { readonly [K in NodeCall]: (book: Book, ask: Ask<K>) => Decision<Answer<K>> }

const DECIDERS: Deciders = {
  create: decideCreate,
  close: decideClose,
  incoming: decideIncoming,
  pay: decidePay,
  outgoing: decideLookup,
  'settle-hold': decideSettleHold,
  'cancel-hold': decideCancelHold,
  receipts: decideReceipts,
  sent: decideSent,
  balance: ({ state }) => ({ answer: state.balanceMsat }),
  invoice: decideInvoice,
  script: (book, { match, steps }) => {
    book.append({ kind: 'script', match, steps })
    return { answer: {} }
  },
  settle: decideSettle,
  fail: decideFail,
  receive: decideReceive,
  'expire-htlc': decideExpireHtlc,
  down: (book, { mode, ms }) => {
    book.append({ kind: 'down', mode, ms })
    return { answer: {} }
  },
  up: (book) => {
    book.append({ kind: 'up' })
    return { answer: {} }
  },
  release: decideRelease,
  truth: ({ state }) => ({ answer: readTruth(state) }),
}

/** The effect of the connection on a call before the node gets it; undefined lets it through. */
function decideDown({ state, now, waited }: Book, call: NodeCall): Decision<Answer<NodeCall>> | undefined {
  const { down } = state
  if (down === undefined || (waited !== undefined && waited.for !== 'up')) return undefined
  switch (down.mode) {
    case 'refuse':
      return call === 'pay'
        ? { answer: { status: 'not_sent', reason: 'connection_refused' } }
        : { rejects: 'Scripted: the node is down, the connection was refused.' }
    case 'reset':
      return { rejects: 'Scripted: the node is down, the connection was reset.' }
    case 'hang':
      return { waits: { for: 'up' } }
    case 'slow':
      return { waits: { for: 'time', at: now + down.ms } }
  }
}

/** The node's list of payments, as it sees them. What it learns of later is not in it yet, nor what came after that. */
function decideSent({ state, now }: Book, { cursor, limit }: Ask<'sent'>): Decision<Answer<'sent'>> {
  const unregistered = state.attempts.findIndex(({ plan }) => (plan.registeredAt ?? 0) > now)
  const end = unregistered === -1 ? state.attempts.length : unregistered
  if (cursor === undefined) return { answer: { payments: [], cursor: String(end) } }
  const page = state.attempts.slice(Number(cursor), Math.min(end, Number(cursor) + limit))
  return { answer: { payments: page.map(toSent), cursor: String(Number(cursor) + page.length) } }
}

const toSent = ({ hash, attemptId, amountMsat, truth, plan }: Attempt): NodeSentPayment => ({
  paymentHash: hash,
  status: truth?.status ?? (plan.saysFailed === undefined ? 'in_flight' : 'failed'),
  amountMsat,
  feeMsat: truth?.status === 'settled' ? truth.feeMsat : undefined,
  attemptId,
})

/** Writes an invoice the service did not request: a foreign one, one of our node's without its knowledge, a wrong one. */
function decideInvoice(book: Book, ask: Ask<'invoice'>): Decision<Answer<'invoice'>> {
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
