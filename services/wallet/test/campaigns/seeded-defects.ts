/** A mistake that a developer might make, and the tests that must notice it. */
export interface SeededDefect {
  readonly name: string
  readonly edits: readonly Edit[]
  readonly caughtBy: { readonly file: string; readonly test: string }
}

export interface Edit {
  /** Below `services/wallet/src/`, or from `packages/` on. */
  readonly file: string
  /** Must occur exactly once; otherwise the defect has to be rewritten. */
  readonly find: string
  readonly replace: string
}

const SCHEMA = 'db/migrations/0001-accounts-wallets-ledger-payments.sql'

/** Rule H13: each of them alone makes or loses money, or answers something untrue. */
export const SEEDED_DEFECTS: readonly SeededDefect[] = [
  {
    name: 'no balance condition',
    edits: [
      {
        file: 'ledger/ledger.ts',
        find: ' AND available_msat + ${available} BETWEEN 0 AND ${MAX_MSAT}\n      AND reserved_msat + ${reserved} >= 0',
        replace: '',
      },
      { file: SCHEMA, find: ' CHECK (available_msat BETWEEN 0 AND 9007199254740000)', replace: '' },
    ],
    caughtBy: { file: 'payments/sending/send-at-once.test.ts', test: '\\(A1\\)' },
  },
  {
    name: 'a timeout counts as a failure',
    edits: [
      {
        file: 'payments/sending/pay-invoice.ts',
        find: `return { status: 'pending' }`,
        replace: `return { status: 'failed', reason: 'timeout' }`,
      },
    ],
    caughtBy: { file: 'payments/sending/send-behaviours.test.ts', test: 'throw, then' },
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
    caughtBy: { file: 'payments/sending/send-at-once.test.ts', test: '\\(A2\\)' },
  },
  {
    name: 'no compare-and-set when a payment is concluded',
    edits: [
      {
        file: 'payments/states/move-payment.ts',
        find: ' AND ${isIn(ends.from)}${sameAttempt}`',
        replace: '${sameAttempt}`',
      },
    ],
    caughtBy: { file: 'payments/reconciling/divergence.test.ts', test: '\\(A22\\)' },
  },
  {
    name: 'a failed payment is released twice',
    edits: [
      {
        file: 'payments/sending/send-commands.ts',
        find: '...release(movement, payment.walletId, msat(payment.amountMsat + payment.feeLimitMsat)),',
        replace: '...release(movement, payment.walletId, msat(2n * (payment.amountMsat + payment.feeLimitMsat))),',
      },
    ],
    caughtBy: { file: 'payments/sending/send-fees.test.ts', test: '\\(A30\\)' },
  },
  {
    name: 'no reserve for the fee',
    edits: [
      {
        file: 'payments/sending/send-commands.ts',
        find: 'const reservedMsat = msat(payment.amountMsat + payment.feeLimitMsat)',
        replace: 'const reservedMsat = payment.amountMsat',
      },
    ],
    caughtBy: { file: 'payments/sending/send-fees.test.ts', test: '\\(A28\\)' },
  },
  {
    name: 'a spending limit is counted but not kept',
    edits: [
      {
        file: 'payments/limits/spend-limits.ts',
        find: 'WHERE spending.spent_msat + excluded.spent_msat <= $4',
        replace: 'WHERE $4 > 0',
      },
    ],
    caughtBy: { file: 'payments/limits/spend-limits.test.ts', test: '\\(A8\\)' },
  },
  {
    name: 'fractions of a satoshi are dropped',
    edits: [
      {
        file: 'payments/sending/pay-invoice.ts',
        find: 'requireSameAmount(ofInvoice, asked)\n    return ofInvoice',
        replace: 'requireSameAmount(ofInvoice, asked)\n    return msat((ofInvoice / 1000n) * 1000n || 1n)',
      },
    ],
    caughtBy: { file: 'payments/sending/send-fees.test.ts', test: '\\(A33\\)' },
  },
  {
    name: 'the event comes before its truth',
    edits: [
      {
        file: 'payments/sending/send-commands.ts',
        find: 'insertPayment(payment),\n        countCreated(payment),',
        replace: `insertPayment(payment),
      countCreated(payment),
      appendEvent(movement.at, { kind: 'payment-sent', walletId: payment.walletId, checkingId: payment.checkingId }),`,
      },
    ],
    caughtBy: { file: 'payments/sending/send-at-once.test.ts', test: '\\(A19\\)' },
  },
  {
    name: 'invoices are matched by their hash only',
    edits: [
      {
        file: 'payments/sending/pay-invoice.ts',
        find: 'if (ours.bolt11 !== bolt11.bolt11)\n    throw',
        replace: 'if (!ours) throw',
      },
    ],
    caughtBy: { file: 'payments/sending/send-refused.test.ts', test: '\\(A41\\)' },
  },
  {
    name: 'a receipt of an expired invoice is dropped',
    edits: [
      {
        file: 'payments/receiving/invoice-commands.ts',
        find: `const revived = invoice.state === 'failed' || invoice.state === 'expired'`,
        replace: `if (invoice.state === 'expired') return 'known'\n    const revived = invoice.state === 'failed'`,
      },
    ],
    caughtBy: { file: 'payments/receiving/receive.test.ts', test: '\\(A48\\)' },
  },
  {
    name: 'receipts are not deduplicated',
    edits: [
      {
        file: 'payments/receiving/invoice-commands.ts',
        find: 'return inserted === 1',
        replace: 'return inserted >= 0',
      },
    ],
    caughtBy: { file: 'payments/receiving/receive.test.ts', test: 'one receipt reported fifty times' },
  },
  {
    name: 'an invoice paid inside stays open at the node',
    edits: [
      {
        file: 'payments/sending/pay-at-once.ts',
        find: `node.closeInvoice(paymentHash).catch(() => 'unreachable' as const)`,
        replace: `Promise.resolve('closed' as 'closed' | 'paid' | 'unreachable')`,
      },
    ],
    caughtBy: { file: 'payments/receiving/receive-inside-and-outside.test.ts', test: '\\((A6|C3)\\)' },
  },
  {
    name: 'an invoice is closed for a payer without the money',
    edits: [{ file: 'payments/sending/pay-at-once.ts', find: '< leavingMsat ?', replace: '< 0n ?' }],
    caughtBy: { file: 'payments/sending/pay-at-once.test.ts', test: 'without enough money' },
  },
  {
    name: 'an invoice is closed for a payer who pays another with the same money',
    edits: [
      {
        file: 'payments/states/leaving.ts',
        find: 'await Promise.allSettled(inOneStep.values())\n        return reserve()',
        replace: 'return reserve()',
      },
    ],
    caughtBy: { file: 'payments/sending/pay-at-once.test.ts', test: 'two concurrent payments' },
  },
  {
    name: 'a payment in one step does not take the invoice from another',
    edits: [
      {
        file: 'payments/states/payment-states.ts',
        find: `'pay inside': {\n    from: ['open'],`,
        replace: `'pay inside': {\n    from: ['open', 'success'] as never,`,
      },
      // The schema also allows only one internal payment of a hash.
      {
        file: 'db/migrations/0026-held-payments-and-sends-by-kind.sql',
        find: 'CREATE UNIQUE INDEX payments_one_live_send',
        replace: 'CREATE INDEX payments_one_live_send',
      },
    ],
    caughtBy: { file: 'payments/sending/internal-payment.test.ts', test: '\\(A5\\)' },
  },
  {
    name: 'any preimage proves a payment',
    edits: [
      {
        file: 'payments/sending/conclude-send.ts',
        find: 'if (!provesPayment(payment, outcome.preimage)) return',
        replace: 'if (outcome.preimage === undefined && !provesPayment(payment, outcome.preimage)) return',
      },
    ],
    caughtBy: { file: 'payments/sending/send-unknown.test.ts', test: '\\(A15\\)' },
  },
  {
    name: 'the failure of an earlier attempt fails the present one',
    edits: [
      {
        file: 'payments/sending/conclude-send.ts',
        find: '&& outcome.attemptId !== attemptIdOf(payment)',
        replace: '&& attemptIdOf(payment) === ""',
      },
    ],
    caughtBy: { file: 'payments/sending/send-unknown.test.ts', test: '\\(A18\\)' },
  },
  {
    name: 'the idempotency key is ignored',
    edits: [
      {
        file: 'payments/states/idempotency.ts',
        find: 'if (key === undefined) return undefined',
        replace: 'if (key !== "") return undefined',
      },
    ],
    caughtBy: { file: 'payments/states/idempotency.test.ts', test: 'twenty.*\\(A55\\)' },
  },
  {
    name: 'a hold that was cancelled can be settled',
    edits: [
      {
        file: 'payments/states/payment-states.ts',
        find: `settle: { from: ['held'], to: 'settling'`,
        replace: `settle: { from: ['held', 'open', 'cancelling', 'settling', 'failed'], to: 'settling'`,
      },
    ],
    caughtBy: { file: 'payments/receiving/hold.test.ts', test: '\\(C4\\)' },
  },
  {
    name: 'tokens of access lists outlive a log-out everywhere',
    edits: [
      {
        file: 'access/endings.ts',
        find: `...tokensWhere('acl_id IN (SELECT id FROM acls WHERE user_id = $1)', userId),`,
        replace: '',
      },
    ],
    caughtBy: {
      file: 'accounts/acls/ended-tokens.test.ts',
      test: 'a token of an access list opens nothing after a log-out everywhere',
    },
  },
  {
    name: 'a code of the consent page outlives a new password',
    edits: [{ file: 'access/endings.ts', find: `account: ofUser('oauth_codes')`, replace: 'account: () => []' }],
    caughtBy: {
      file: 'accounts/acls/ended-tokens.test.ts',
      test: 'a code of the consent page is not exchanged after a new password',
    },
  },
  {
    name: 'new wallet keys leave the logins, cards and links that the old key made',
    edits: [
      {
        file: 'access/endings.ts',
        find: `event === 'wallet-closed' ? [] : deleteRows(`,
        replace: 'event !== walletId ? [] : deleteRows(',
      },
    ],
    caughtBy: {
      file: 'extensions/host/ended-items.test.ts',
      test: 'new wallet keys revoke what the old admin key created',
    },
  },
]
