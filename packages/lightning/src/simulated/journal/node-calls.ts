import type { DownMode, NodeReceipt, ScriptEntry } from './journal-entry.ts'
import type { NodeReceiptOf } from './node-state.ts'

/**
 * All messages of the node's thread, in both directions. The first group is the node as the service sees it, which
 * `down` can cut off; the second controls it.
 */
export interface NodeCalls {
  create: { ask: CreateAsk; answer: { readonly bolt11: string; readonly paymentHash: string } }
  close: { ask: HashAsk; answer: 'closed' | 'paid' | 'refused' }
  incoming: { ask: HashAsk; answer: IncomingAnswer }
  pay: { ask: PayAsk; answer: PayReply }
  outgoing: { ask: OutgoingAsk; answer: LookupReply }
  'settle-hold': { ask: { readonly preimage: string }; answer: 'settled' | 'gone' }
  'cancel-hold': { ask: HashAsk; answer: 'cancelled' | 'settled' }
  receipts: {
    ask: { readonly cursor: string | undefined; readonly limit: number }
    answer: { readonly receipts: readonly NodeReceiptOf[]; readonly cursor: string | undefined }
  }
  sent: {
    ask: { readonly cursor: string | undefined; readonly limit: number }
    answer: { readonly payments: readonly NodeSentPayment[]; readonly cursor: string }
  }
  balance: { ask: object; answer: bigint }

  invoice: { ask: InvoiceAsk; answer: { bolt11: string; hash: string; preimage: string | null } }
  script: { ask: Omit<ScriptEntry, 'kind'>; answer: object }
  settle: { ask: HashAsk & { readonly feeMsat: number; readonly preimage: string | undefined }; answer: ControlAnswer }
  fail: { ask: HashAsk & { readonly code: string }; answer: ControlAnswer }
  receive: { ask: ReceiveAsk; answer: { hash: string; receipts: readonly NodeReceipt[] } }
  'expire-htlc': { ask: HashAsk; answer: ControlAnswer }
  down: { ask: { readonly mode: DownMode; readonly ms: number }; answer: object }
  up: { ask: object; answer: object }
  release: { ask: { readonly name: string }; answer: ControlAnswer }
  truth: { ask: object; answer: object }
}

export type NodeCall = keyof NodeCalls
export type Ask<K extends NodeCall> = NodeCalls[K]['ask']
export type Answer<K extends NodeCall> = NodeCalls[K]['answer']

/** One call on its way to the thread. */
export interface NodeRequest {
  readonly id: number
  readonly call: NodeCall
  readonly ask: Ask<NodeCall>
  /** The service's clock, Unix seconds. */
  readonly date: number
}

export type NodeReply =
  | { readonly id: number; readonly answer: Answer<NodeCall> }
  | { readonly id: number; readonly rejects: string }
  | { readonly id: number; readonly wrong: 'bad_request' | 'not_found'; readonly detail: string }

export interface HashAsk {
  readonly hash: string
}

export interface CreateAsk {
  readonly hash: string
  readonly amountMsat: number | undefined
  readonly memo: string
  readonly descriptionHash: string | undefined
  readonly expirySeconds: number
  /** Unix seconds. */
  readonly createdAt: number
  readonly hold: boolean
}

export type IncomingAnswer =
  | { readonly status: 'unknown' | 'open' | 'closed' }
  | { readonly status: 'held' | 'settled'; readonly amountMsat: number }

export interface OutgoingAsk extends HashAsk {
  readonly attemptId: string
}

export interface PayAsk extends OutgoingAsk {
  readonly bolt11: string
  readonly amountMsat: number | undefined
  readonly limitMsat: number
}

export type PayReply =
  | { readonly status: 'settled'; readonly feeMsat: number; readonly preimage: string }
  | { readonly status: 'failed' | 'not_sent'; readonly reason: string }
  | { readonly status: 'pending' }

export type LookupReply =
  | { readonly status: 'settled'; readonly feeMsat: number; readonly preimage: string }
  | { readonly status: 'failed'; readonly reason: string; readonly attemptId: string }
  | { readonly status: 'pending' | 'not_found' }

export interface NodeSentPayment {
  readonly paymentHash: string
  readonly status: 'settled' | 'in_flight' | 'failed'
  readonly amountMsat: number
  readonly feeMsat: number | undefined
  readonly attemptId: string
}

export const MUTATIONS = [
  'bad_sig',
  'bad_checksum',
  'no_secret',
  'd_and_h',
  'even_feature',
  'two_p',
  'sub_pico',
  'mixed_case',
] as const
export type Mutation = (typeof MUTATIONS)[number]

export interface InvoiceAsk {
  readonly amountMsat: number | undefined
  readonly expirySeconds: number
  readonly hash: string | undefined
  readonly preimage: string | undefined
  readonly description: string
  readonly key: 'own' | 'foreign'
  readonly network: string
  readonly mutate: Mutation | undefined
}

export interface ReceiveAsk {
  readonly hash: string | undefined
  readonly bolt11: string | undefined
  readonly amountMsat: number | undefined
  readonly parts: number
  readonly times: number
  readonly delayMs: number
  readonly force: boolean
}

/** The result, in the terms of the control interface. */
export type ControlAnswer = Readonly<Record<string, string | number>>
