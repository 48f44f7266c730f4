/** The model of a wallet service, as simple as possible: amounts in msat and state names. */
export interface ModelLedger {
  readonly wallets: ModelWallet[]
  readonly invoices: ModelInvoice[]
  readonly sends: ModelSend[]
  surplus: number
  losses: number
  halted: boolean
  /** Highest time so far; retries scheduled then are due after it, even if the clock was set back. */
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
  /** 0 until it is paid, if the invoice has no amount. */
  amount: number
  /** The amount that an internal payer chooses, if the invoice has none. */
  readonly chosenSat: number | undefined
  readonly hold: boolean
  /** Set for a hold invoice whose hash the caller supplied. */
  readonly preimage: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
  state: 'open' | 'held' | 'success' | 'failed' | 'expired'
  /** Whether the node still accepts an external payment of it. */
  atNode: 'open' | 'done'
  /** The payer of the held payment: a wallet of the service, or an external payer with that amount. */
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
  /** The node has not answered yet. */
  open: boolean
}

const HOLD_SECONDS = 86_400
/** The service treats an invoice as expired one second after its expiry, plus five of grace. */
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

/** Applies the node's answer about an outgoing payment. */
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

/** Settles or cancels a held payment. */
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
  // The node takes no part: the payer is a wallet of the service.
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

/** Applies what happens by time alone. */
export function passTime(ledger: ModelLedger, now: number): void {
  for (const invoice of ledger.invoices) {
    if (invoice.state === 'open' && invoice.expiresAt + EXPIRES_AFTER_SECONDS <= now) invoice.state = 'expired'
    if (invoice.state === 'held' && invoice.heldAt + HOLD_SECONDS <= now) decide(ledger, invoice, false)
  }
}
