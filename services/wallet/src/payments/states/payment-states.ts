/** The three statuses of the API (rule W5): a caller's view of a state. */
export type PaymentStatus = 'pending' | 'success' | 'failed'

/** One way in which a payment changes its state. */
interface Transition<State extends string> {
  readonly from: readonly State[]
  readonly to: State
  readonly when: string
}

/** Payments that a wallet receives. A row begins as `open`, once the node has made its invoice. */
const INCOMING_STATES = {
  open: 'pending',
  closing: 'pending',
  held: 'pending',
  settling: 'pending',
  cancelling: 'pending',
  expired: 'failed',
  success: 'success',
  failed: 'failed',
} as const satisfies Readonly<Record<string, PaymentStatus>>

/** Payments that a wallet sends. A row begins as `reserved`, with the money set aside, or inside as `success`. */
const OUTGOING_STATES = {
  reserved: 'pending',
  dispatched: 'pending',
  held: 'pending',
  success: 'success',
  failed: 'failed',
} as const satisfies Readonly<Record<string, PaymentStatus>>

export type IncomingState = keyof typeof INCOMING_STATES
export type OutgoingState = keyof typeof OUTGOING_STATES
export type PaymentState = IncomingState | OutgoingState

/** Every change of state of a received payment (rules C1, C3, C4). Nothing else changes `payments.state`. */
export const INCOMING = {
  receive: {
    from: ['open', 'held', 'settling', 'cancelling', 'expired', 'failed'],
    to: 'success',
    when: 'the node received the payment, early or late',
  },
  expire: { from: ['open'], to: 'expired', when: 'unpaid when its time is over' },
  'pay inside': {
    from: ['open'],
    to: 'success',
    when: 'a wallet of this service pays it in one step; its node was asked before',
  },
  claim: { from: ['open'], to: 'closing', when: 'a wallet of this service pays it; its node is asked to close it' },
  unclaim: {
    from: ['closing'],
    to: 'open',
    when: 'the node has received it from outside; the payer gets the money back',
  },
  hold: { from: ['open', 'expired'], to: 'held', when: 'the node holds a payment of a hold invoice' },
  'hold inside': { from: ['closing'], to: 'held', when: 'a wallet of this service pays a hold invoice' },
  'reject hold': {
    from: ['open', 'expired'],
    to: 'cancelling',
    when: 'the node holds too little, or the account has too many held payments',
  },
  settle: { from: ['held'], to: 'settling', when: 'the owner settles; the node is asked until it answers' },
  cancel: { from: ['open', 'held'], to: 'cancelling', when: 'the owner cancels, or its time is over' },
  'settle inside': {
    from: ['closing', 'held', 'settling'],
    to: 'success',
    when: 'both sides of a payment inside are booked at once',
  },
  'cancel inside': { from: ['held', 'cancelling'], to: 'failed', when: 'a hold that is paid inside is cancelled' },
  'end hold': {
    from: ['held', 'settling', 'cancelling'],
    to: 'failed',
    when: 'the node no longer holds the payment',
  },
  withdraw: { from: ['open'], to: 'failed', when: 'the owner withdraws it unpaid' },
  'close wallet': { from: ['open'], to: 'failed', when: 'its wallet is closed' },
  'resolve as paid': {
    from: ['closing', 'held', 'settling', 'cancelling'],
    to: 'success',
    when: 'an operator ends it',
  },
  'resolve as failed': {
    from: ['closing', 'held', 'settling', 'cancelling'],
    to: 'failed',
    when: 'an operator ends it',
  },
} as const satisfies Readonly<Record<string, Transition<IncomingState>>>

/** Every change of state of a sent payment (rules C2, C3, C4). Nothing else changes `payments.state`. */
export const OUTGOING = {
  dispatch: { from: ['reserved'], to: 'dispatched', when: 'about to be handed to the node' },
  'doubt reservation': {
    from: ['reserved'],
    to: 'dispatched',
    when: 'the database may have lost commits, so the node is asked',
  },
  'send again': {
    from: ['dispatched'],
    to: 'dispatched',
    when: 'the node has not heard of it, and refuses a second payment',
  },
  'doubt node': { from: ['dispatched'], to: 'dispatched', when: 'the node has lost part of its history' },
  pay: { from: ['dispatched'], to: 'success', when: 'the node paid, with a valid preimage' },
  fail: { from: ['dispatched'], to: 'failed', when: 'the node gave this attempt up for good' },
  'not sent': { from: ['reserved'], to: 'failed', when: 'never handed to the node' },
  'hold inside': { from: ['reserved'], to: 'held', when: 'the payee’s hold invoice waits for a decision' },
  'settle inside': {
    from: ['reserved', 'held'],
    to: 'success',
    when: 'both sides of a payment inside are booked at once',
  },
  'abort inside': {
    from: ['reserved', 'held'],
    to: 'failed',
    when: 'the payee’s invoice was cancelled or paid from outside',
  },
  'resolve as paid': { from: ['reserved', 'dispatched', 'held'], to: 'success', when: 'an operator ends it' },
  'resolve as failed': { from: ['reserved', 'dispatched', 'held'], to: 'failed', when: 'an operator ends it' },
} as const satisfies Readonly<Record<string, Transition<OutgoingState>>>

export type IncomingEvent = keyof typeof INCOMING
export type OutgoingEvent = keyof typeof OUTGOING

const STATUS: Readonly<Record<PaymentState, PaymentStatus>> = { ...INCOMING_STATES, ...OUTGOING_STATES }

export const statusOf = (state: PaymentState): PaymentStatus => STATUS[state]

/** For SQL: states in which money is in flight or reserved. A wallet or an account that has such a payment stays. */
export const IN_FLIGHT_STATES = Object.entries(STATUS)
  .filter(([state, status]) => status === 'pending' && state !== 'open')
  .map(([state]) => `'${state}'`)
  .join(', ')
