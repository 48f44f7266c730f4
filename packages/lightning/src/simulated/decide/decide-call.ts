import type { Book, Decision, Wait } from './decision.ts'
import { decideSent } from './decide-sent.ts'
import {
  decideCancelHold,
  decideClose,
  decideCreate,
  decideExpireHtlc,
  decideIncoming,
  decideReceipts,
  decideSettleHold,
} from './decide-incoming.ts'
import { decideInvoice } from './decide-invoice.ts'
import { decideLookup, lookupIsScripted } from './decide-lookup.ts'
import { decideFail, decidePay, decideRelease, decideSettle } from './decide-outgoing.ts'
import { decideReceive } from './decide-receive.ts'
import type { Answer, Ask, NodeCall, NodeRequest, OutgoingAsk } from '../journal/node-calls.ts'
import type { NodeState } from '../journal/node-state.ts'
import { readTruth } from './read-truth.ts'

/** Decides one call: what the node does about it, and what the caller gets or waits for. */
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

/** What the way to the node makes of a call before the node sees it; undefined lets it through. */
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
