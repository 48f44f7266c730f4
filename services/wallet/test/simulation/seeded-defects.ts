import type { Edit } from '../campaigns/seeded-defects.ts'

/** A fault that the service once had, and the promises that the simulation must report as broken. */
export interface SimulatedDefect {
  readonly name: string
  readonly edits: readonly Edit[]
  /** The first failing seed must report one of these. */
  readonly breaks: RegExp
}

/** Each loses money or blocks it. For those with a K a process must die; those of others happen without it. */
export const SIMULATED_DEFECTS: readonly SimulatedDefect[] = [
  {
    name: 'a lost COMMIT is looked up by its transaction id',
    edits: [
      {
        file: 'db/postgres/batching/commit-marks.ts',
        find: 'const marked = connection.query(MARK, [lane, batch, Date.now()])',
        replace: `const marked = connection.query(MARK, [lane, batch, Date.now()])
  const numbered = connection.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
  numbered.catch(() => undefined)`,
      },
      {
        file: 'db/postgres/batching/commit-marks.ts',
        find: 'const [, { rows }] = await Promise.all([begun, locked, marked])',
        replace: `const [, { rows }] = await Promise.all([begun, locked, marked])
  XIDS.set(batch, (await numbered).rows[0]?.id ?? '')`,
      },
      {
        file: 'db/postgres/batching/commit-marks.ts',
        find: 'export async function isStored(connection: Connection, lane: string, batch: string): Promise<boolean> {',
        replace: `const XIDS = new Map<string, string>()
export async function isStored(connection: Connection, lane: string, batch: string): Promise<boolean> {
  const asked = await connection.query<{ status: string }>('SELECT pg_xact_status($1::xid8) AS status', [XIDS.get(batch) ?? ''])
  const status = asked.rows[0]?.status
  if (status === 'committed' || status === 'aborted') return status === 'committed'
  if (status !== '') throw new Error('not known yet')`,
      },
    ],
    breaks: /acknowledged|debits|failed|audit|halts|arrived|ends once faults end/,
  },
  {
    name: 'a reserved row is failed without asking the node',
    edits: [
      {
        file: 'payments/reconciling/adopt-history.ts',
        find: "where: `direction = 'out' AND status = 'pending' AND peer_id IS NULL`",
        replace: "where: '1 = 0'",
      },
      {
        file: 'payments/reconciling/reconcile.ts',
        find: `const answer = await pollOutgoing(deps, payment)
  if (answer === undefined) return postpone(deps, payment, undefined, NO_ANSWER)
  const at`,
        replace: `const answer = { status: 'not_found' } as OutgoingStatus
  const at`,
      },
    ],
    breaks: /no payment that the node made is failed/,
  },
  {
    name: 'failures are distinguished in memory only',
    edits: [
      {
        file: 'packages/lightning/src/backends/lnd/pay-lnd.ts',
        find: 'const guard = createOnceGuard()',
        replace: `const guard = createOnceGuard()
  const failures = new Map<string, { attemptId: string; paymentIndex: string | undefined }>()
  const isRemembered = ({ paymentHash, attemptId }: OutgoingQuery, { paymentIndex }: LndFailure): boolean => {
    const known = failures.get(paymentHash)
    if (known?.paymentIndex === paymentIndex) return known?.attemptId === attemptId
    failures.set(paymentHash, { attemptId, paymentIndex })
    return true
  }`,
      },
      {
        file: 'packages/lightning/src/backends/lnd/pay-lnd.ts',
        find: 'if (isOfThis(query, payment)) return',
        replace: 'if (isRemembered(query, payment)) return',
      },
      {
        file: 'packages/lightning/src/backends/lnd/pay-lnd.ts',
        find: 'return isOfThis(order, outcome) ?',
        replace: 'return isRemembered(order, outcome) ?',
      },
    ],
    breaks: /no payment that the node made is failed|everything ends once faults end/,
  },
  {
    name: 'a loss is booked once for each failed row',
    edits: [
      {
        file: 'payments/sending/send-commands.ts',
        find: `if (await isPaidAtNode(tx, payment.paymentHash)) return false
    await tx.run(raiseAlarm({ kind: 'failed-but-paid', reference: payment.paymentHash, detail, at }))`,
        replace: `const booked = await tx.first("SELECT id FROM alarms WHERE kind = 'failed-but-paid' AND reference = $1", [payment.checkingId], (row) => row)
  if (booked !== undefined) return false
  await tx.run(raiseAlarm({ kind: 'failed-but-paid', reference: payment.checkingId, detail, at }))`,
      },
    ],
    breaks: /debits are what the node paid/,
  },
  {
    name: 'what is due far in the future is waited for',
    edits: [{ file: 'payments/reconciling/reconcile.ts', find: 'await handleAll(deps, late)', replace: 'void late' }],
    breaks: /everything ends once faults end/,
  },
  {
    name: 'a restored node keeps its old cursors (F1)',
    edits: [
      {
        file: 'payments/history/node-history.ts',
        find: '...restartReceipts(sourceId, source?.firstUsedAt ?? 0), ',
        replace: '',
      },
    ],
    breaks: /what arrived is in the books/,
  },
  {
    name: 'a payment that the node had in flight fails when the node does not know it any more (F2)',
    edits: [
      {
        file: 'payments/reconciling/reconcile.ts',
        find: "if (payment.atNode === 'doubtful' || (payment.atNode === 'known' && isLost)) {",
        replace: 'if (payment.atNode === ("never" as string) && isLost) {',
      },
      {
        file: 'payments/sending/send-commands.ts',
        find: "?.atNode === 'doubtful'",
        replace: '?.atNode === ("never" as string)',
      },
    ],
    breaks: /no payment that the node made is failed/,
  },
  {
    name: 'payments of a restored node are compared from the old position on (F3)',
    edits: [
      {
        file: 'payments/history/node-history.ts',
        find: 'restartSent(sourceId, firstSent)]',
        replace: ']',
      },
      // The adapter of LND checks by itself whether its list ends below the position.
      {
        file: 'packages/lightning/src/backends/lnd/list-sent.ts',
        find: 'newest !== undefined && newest.index < from.last',
        replace: 'newest === undefined',
      },
    ],
    breaks: /what is paid by hand at a restored node is named/,
  },
  {
    name: 'a hold is credited when the node calls it settled (F4)',
    edits: [
      {
        file: 'payments/receiving/follow-receipts.ts',
        find: "holdClaim === undefined ? 'taken' :",
        replace: "true ? 'taken' :",
      },
    ],
    breaks: /what arrived is in the books/,
  },
  {
    name: 'an invoice that was paid from outside is paid inside in one step',
    edits: [
      {
        file: 'payments/states/payment-states.ts',
        find: `'pay inside': {\n    from: ['open'],`,
        replace: `'pay inside': {\n    from: ['open', 'success'] as never,`,
      },
      {
        file: 'payments/sending/pay-at-once.ts',
        find: `if (closed === 'paid') throw invoicePaid()`,
        replace: '',
      },
    ],
    breaks: /audit/,
  },
  {
    name: 'what a dead process has reserved is not given back (K2)',
    edits: [
      {
        file: 'payments/reconciling/reconcile.ts',
        find: 'return payment.peerId === undefined ? resolveReserved(deps, payment) : undefined',
        replace: 'return void resolveReserved',
      },
    ],
    breaks: /everything ends once faults end/,
  },
  {
    name: 'what a dead process has sent is not followed (K3, K4, K5)',
    edits: [
      {
        file: 'payments/reconciling/reconcile.ts',
        find: 'return followUp(deps, payment)',
        replace: 'return void followUp',
      },
    ],
    breaks: /debits are what the node paid|everything ends once faults end/,
  },
  {
    name: 'a payment inside that a dead process has begun is not finished (K8)',
    edits: [
      {
        file: 'payments/reconciling/reconcile.ts',
        find: 'await finishInside(deps, payment, pair.outgoing)',
        replace: 'void finishInside',
      },
    ],
    breaks: /everything ends once faults end/,
  },
  {
    name: 'a decision on a hold is not carried out again (K9)',
    edits: [
      {
        file: 'payments/reconciling/reconcile.ts',
        find: 'await within(POLL_MS, carryOutHold(deps, payment))\n      return',
        replace: 'return',
      },
    ],
    breaks: /everything ends once faults end/,
  },
  {
    name: 'an invoice is answered before it is stored (K10)',
    edits: [
      {
        file: 'payments/receiving/create-invoice.ts',
        find: 'if (await deps.db.transact(storeInvoice, { payment, claim, fiat, limits })) return',
        replace: `void deps.db.transact(storeInvoice, { payment, claim, fiat, limits }).catch(() => undefined)
  if (claim === undefined) return`,
      },
    ],
    breaks: /what was acknowledged is in the books/,
  },
]
