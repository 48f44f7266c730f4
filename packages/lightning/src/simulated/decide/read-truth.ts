import { type Attempt, attemptsOf, type NodeState, type Payment } from '../journal/node-state.ts'

/** `GET /truth`: the real state, whatever the callers were answered. Amounts are msat. */
export function readTruth({ balanceMsat, payments, receipts, invoices }: NodeState): object {
  const attempts = [...payments].flatMap(([hash, payment]) =>
    attemptsOf(payment).map((attempt) => ({ row: toRow(hash, payment, attempt), attempt })),
  )
  const rows = (status: 'settled' | 'failed' | undefined): object[] =>
    attempts.filter(({ attempt }) => attempt.truth?.status === status).map(({ row }) => row)
  return {
    balance_msat: Number(balanceMsat),
    sent: rows('settled'),
    received: receipts
      .filter(({ kind }) => kind === 'settled')
      .map(({ paymentHash, amountMsat, receiptId }) => ({
        hash: paymentHash,
        amount: amountMsat,
        receipt_id: receiptId,
      })),
    held: [...invoices]
      .filter(([, { status }]) => status === 'held')
      .map(([hash, { paidMsat }]) => ({ hash, amount: paidMsat })),
    open: rows(undefined),
    failed: rows('failed'),
  }
}

function toRow(hash: string, { calls }: Payment, { amountMsat, limitMsat, attemptId, truth, plan }: Attempt): object {
  return {
    hash,
    attempt: attemptId,
    amount: amountMsat,
    fee: truth?.status === 'settled' ? truth.feeMsat : null,
    calls,
    limit: limitMsat,
    ...(truth?.status === 'failed' ? { code: truth.code } : {}),
    ...(truth === undefined && plan.barrier !== undefined ? { barrier: plan.barrier.name } : {}),
  }
}
