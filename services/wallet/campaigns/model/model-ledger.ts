/** What a wallet service should have, in the simplest way that can be right: numbers of msat and words. */
export interface ModelLedger {
  readonly wallets: ModelWallet[]
  readonly invoices: ModelInvoice[]
  readonly sends: ModelSend[]
  surplus: number
  losses: number
  halted: boolean
  /** The latest the clock has shown in this run: what was put off then is due only after it. */
  latestSeconds: number
}

export interface ModelWallet {
  available: number
  reserved: number
  closed: boolean
}

export interface ModelInvoice {
  readonly id: string
  readonly hash: string
  readonly bolt11: string
  readonly payee: number
  /** Of one without an amount: 0 until it is paid. */
  amount: number
  /** Of one without an amount: what a payer inside chooses. */
  readonly chosenSat: number | undefined
  readonly hold: boolean
  /** Of a hold invoice made with the caller's own hash. */
  readonly preimage: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
  state: 'open' | 'held' | 'success' | 'failed' | 'expired'
  /** Whether an external payer can still pay it there. */
  atNode: 'open' | 'done'
  /** Who waits: a wallet of ours, or an external payer with that amount. */
  heldFrom: { readonly payer: number; readonly send: ModelSend } | { readonly outside: number } | undefined
  heldAt: number
}

export interface ModelSend {
  readonly id: string
  readonly hash: string
  readonly payer: number
  readonly amount: number
  readonly reserve: number
  state: 'pending' | 'success' | 'failed'
  /** The node has said nothing yet. */
  open: boolean
}

const HOLD_SECONDS = 86_400
/** When the service calls an invoice expired: a second after, and five of grace. */
const EXPIRES_AFTER_SECONDS = 6

export const newLedger = (balances: readonly number[]): ModelLedger => ({
  wallets: balances.map((available) => ({ available, reserved: 0, closed: false })),
  invoices: [],
  sends: [],
  surplus: 0,
  losses: 0,
  halted: false,
  latestSeconds: 0,
})

export const reserveOf = (amount: number): number => Math.max(2000, Math.ceil(amount / 100))

/** The node's word about a payment of ours. */
export function conclude(ledger: ModelLedger, send: ModelSend, paid: boolean, fee: number): void {
  const wallet = ledger.wallets[send.payer] as ModelWallet
  const charged = Math.min(fee, send.reserve)
  wallet.reserved -= send.amount + send.reserve
  wallet.available += paid ? send.reserve - charged : send.amount + send.reserve
  send.state = paid ? 'success' : 'failed'
  send.open = false
  if (fee > charged && paid) {
    ledger.losses += fee - charged
    ledger.halted = true
  }
}

/** What is held goes to the payee, or back. */
export function decide(ledger: ModelLedger, invoice: ModelInvoice, settled: boolean): void {
  const payee = ledger.wallets[invoice.payee] as ModelWallet
  const from = invoice.heldFrom
  if (from !== undefined && 'payer' in from) {
    const payer = ledger.wallets[from.payer] as ModelWallet
    payer.reserved -= invoice.amount
    if (!settled) payer.available += invoice.amount
    from.send.state = settled ? 'success' : 'failed'
  }
  if (settled) {
    payee.available += invoice.amount
    if (from !== undefined && 'outside' in from) ledger.surplus += from.outside - invoice.amount
  }
  invoice.state = settled ? 'success' : 'failed'
  // Between wallets the node is not asked again.
  if (from === undefined || 'outside' in from) invoice.atNode = 'done'
  invoice.heldFrom = undefined
}

/** Money that arrived for an invoice that is not a hold. */
export function arrive(ledger: ModelLedger, invoice: ModelInvoice, amount: number): void {
  const payee = ledger.wallets[invoice.payee] as ModelWallet
  invoice.atNode = 'done'
  if (invoice.state === 'success' || payee.closed || amount < invoice.amount) {
    ledger.surplus += amount
    return
  }
  if (invoice.chosenSat !== undefined) invoice.amount = amount
  payee.available += invoice.amount
  ledger.surplus += amount - invoice.amount
  invoice.state = 'success'
}

/** What the clock alone does. */
export function passTime(ledger: ModelLedger, now: number): void {
  for (const invoice of ledger.invoices) {
    if (invoice.state === 'open' && invoice.expiresAt + EXPIRES_AFTER_SECONDS <= now) invoice.state = 'expired'
    if (invoice.state === 'held' && invoice.heldAt + HOLD_SECONDS <= now) decide(ledger, invoice, false)
  }
}
