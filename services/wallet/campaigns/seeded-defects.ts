/** A mistake that somebody might make, and the tests that must notice it. */
export interface SeededDefect {
  readonly name: string
  readonly edits: readonly Edit[]
  readonly caughtBy: { readonly file: string; readonly test: string }
}

export interface Edit {
  /** Below `services/wallet/src/`. */
  readonly file: string
  /** Found exactly once, or the defect has to be written anew. */
  readonly find: string
  readonly replace: string
}

const SCHEMA = 'db/migrations/0001-accounts-wallets-ledger-payments.sql'

/** Money-safety H: each of them alone makes or loses money, or tells somebody something untrue. */
export const SEEDED_DEFECTS: readonly SeededDefect[] = [
  {
    name: 'no balance condition',
    edits: [
      {
        file: 'ledger/ledger.ts',
        find: ' AND available_msat + $2 BETWEEN 0 AND ${LARGEST_MSAT} AND reserved_msat + $3 >= 0',
        replace: '',
      },
      { file: SCHEMA, find: ' CHECK (available_msat BETWEEN 0 AND 9007199254740000)', replace: '' },
    ],
    caughtBy: { file: 'payments/send-at-once.test.ts', test: 'A1:' },
  },
  {
    name: 'a timeout counts as a failure',
    edits: [
      {
        file: 'payments/pay-invoice.ts',
        find: `return { status: 'pending' }`,
        replace: `return { status: 'failed', reason: 'timeout' }`,
      },
    ],
    caughtBy: { file: 'payments/send-behaviours.test.ts', test: 'E.2 throw' },
  },
  {
    name: 'more than one live send of a hash',
    edits: [
      {
        file: 'db/migrations/0026-held-payments-and-sends-by-kind.sql',
        find: 'CREATE UNIQUE INDEX payments_one_live_send',
        replace: 'CREATE INDEX payments_one_live_send',
      },
    ],
    caughtBy: { file: 'payments/send-at-once.test.ts', test: 'A2:' },
  },
  {
    name: 'no compare-and-set when a payment is concluded',
    edits: [
      {
        file: 'payments/payment-store.ts',
        find: "WHERE checking_id = $1 AND state IN (${from.map((state) => `'${state}'`).join(', ')})${sameAttempt}`",
        replace: "WHERE checking_id = $1 AND '${from.join()}' <> ''${sameAttempt}`",
      },
    ],
    caughtBy: { file: 'payments/divergence.test.ts', test: 'A22' },
  },
  {
    name: 'a failed payment is released twice',
    edits: [
      {
        file: 'payments/send-commands.ts',
        find: '...release(movement, payment.walletId, msat(payment.amountMsat + payment.feeLimitMsat)),',
        replace: '...release(movement, payment.walletId, msat(2n * (payment.amountMsat + payment.feeLimitMsat))),',
      },
    ],
    caughtBy: { file: 'payments/send-fees.test.ts', test: 'A30:' },
  },
  {
    name: 'no reserve for the fee',
    edits: [
      {
        file: 'payments/send-commands.ts',
        find: 'const reservedMsat = msat(payment.amountMsat + payment.feeLimitMsat)',
        replace: 'const reservedMsat = payment.amountMsat',
      },
    ],
    caughtBy: { file: 'payments/send-fees.test.ts', test: 'A28:' },
  },
  {
    name: 'a spending limit is counted but not kept',
    edits: [
      {
        file: 'payments/spend-limits.ts',
        find: 'WHERE spending.spent_msat + excluded.spent_msat <= $4',
        replace: 'WHERE $4 > 0',
      },
    ],
    caughtBy: { file: 'payments/spend-limits.test.ts', test: 'A8:' },
  },
  {
    name: 'fractions of a satoshi are dropped',
    edits: [
      {
        file: 'payments/pay-invoice.ts',
        find: 'requireSameAmount(ofInvoice, asked)\n    return ofInvoice',
        replace: 'requireSameAmount(ofInvoice, asked)\n    return msat((ofInvoice / 1000n) * 1000n || 1n)',
      },
    ],
    caughtBy: { file: 'payments/send-fees.test.ts', test: 'A33' },
  },
  {
    name: 'the event comes before its truth',
    edits: [
      {
        file: 'payments/send-commands.ts',
        find: 'insertPayment(payment),\n      countCreated(payment),',
        replace: `insertPayment(payment),
      countCreated(payment),
      appendEvents(movement.at, [{ kind: 'payment-sent', walletId: payment.walletId, checkingId: payment.checkingId }]),`,
      },
    ],
    caughtBy: { file: 'payments/send-at-once.test.ts', test: 'A19:' },
  },
  {
    name: 'invoices are matched by their hash only',
    edits: [
      {
        file: 'payments/pay-invoice.ts',
        find: 'if (ours.bolt11 !== bolt11.bolt11) throw',
        replace: 'if (!ours) throw',
      },
    ],
    caughtBy: { file: 'payments/send-refused.test.ts', test: 'A41:' },
  },
  {
    name: 'a receipt of an expired invoice is dropped',
    edits: [
      {
        file: 'payments/invoice-commands.ts',
        find: `const revived = invoice.state === 'failed' || invoice.state === 'expired'`,
        replace: `if (invoice.state === 'expired') return 'known'\n    const revived = invoice.state === 'failed'`,
      },
    ],
    caughtBy: { file: 'payments/receive.test.ts', test: 'A48:' },
  },
  {
    name: 'receipts are not deduplicated',
    edits: [{ file: 'payments/invoice-commands.ts', find: 'return inserted === 1', replace: 'return inserted >= 0' }],
    caughtBy: { file: 'payments/receive.test.ts', test: 'A38: one receipt' },
  },
  {
    name: 'an invoice paid inside stays open at the node',
    edits: [
      {
        file: 'payments/pay-inside.ts',
        find: `node.closeInvoice(invoice.paymentHash).catch(() => 'unreachable' as const)`,
        replace: `Promise.resolve('closed' as 'closed' | 'paid' | 'unreachable')`,
      },
    ],
    caughtBy: { file: 'payments/receive-inside-and-outside.test.ts', test: 'A6:|C\\.3:' },
  },
  {
    name: 'any preimage proves a payment',
    edits: [
      {
        file: 'payments/conclude-send.ts',
        find: 'if (!provesPayment(payment, outcome.preimage)) return',
        replace: 'if (outcome.preimage === undefined && !provesPayment(payment, outcome.preimage)) return',
      },
    ],
    caughtBy: { file: 'payments/send-unknown.test.ts', test: 'A15:' },
  },
  {
    name: 'the failure of an earlier attempt fails the present one',
    edits: [
      {
        file: 'payments/conclude-send.ts',
        find: '&& outcome.attemptId !== attemptIdOf(payment)',
        replace: '&& attemptIdOf(payment) === ""',
      },
    ],
    caughtBy: { file: 'payments/send-unknown.test.ts', test: 'A18:' },
  },
  {
    name: 'the idempotency key is ignored',
    edits: [
      {
        file: 'payments/idempotency.ts',
        find: 'if (key === undefined) return undefined',
        replace: 'if (key !== "") return undefined',
      },
    ],
    caughtBy: { file: 'payments/idempotency.test.ts', test: 'A55: twenty' },
  },
  {
    name: 'a hold that was cancelled can be settled',
    edits: [
      {
        file: 'payments/invoice-commands.ts',
        find: `from: decision === 'settling' ? ['held'] : ['held', 'open'],`,
        replace: `from: ['held', 'open', 'cancelling', 'settling', 'failed'],`,
      },
    ],
    caughtBy: { file: 'payments/hold.test.ts', test: 'C\\.4:' },
  },
]
