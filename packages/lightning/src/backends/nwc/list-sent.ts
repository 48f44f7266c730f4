import { msat } from '@satchel/money/units'
import { newestOf, type SentReader, type SentRow } from '../../lists/sent-list.ts'
import type { NwcCalls } from './nwc-calls.ts'
import { attemptOf, madeMs, type NwcTransaction, settledMs, stateOf } from './nwc-transaction.ts'

/**
 * Lists the wallet's payments, each by its creation time, and again by its settlement time: some wallets list a payment
 * only then.
 */
export function createSentReader(calls: Pick<NwcCalls, 'listSent'>): SentReader {
  return {
    newestMs: async () => newestOf((await calls.listSent({ from: 0, offset: 0 })).payments.map(toSentRow)),
    async since(fromMs) {
      const rows = (await listAll(calls, fromMs)).map(toSentRow).filter(({ atMs }) => atMs >= fromMs)
      return rows.toReversed().sort((one, other) => one.atMs - other.atMs)
    },
  }
}

/** Newest first, each once. */
async function listAll(calls: Pick<NwcCalls, 'listSent'>, fromMs: number): Promise<readonly NwcTransaction[]> {
  const from = Math.floor(fromMs / 1000)
  const found = new Map<string, NwcTransaction>()
  for (let offset = 0; ; ) {
    const { payments, size } = await calls.listSent({ from, offset })
    const fresh = payments.filter((row) => !found.has(idOf(row)))
    for (const row of fresh) found.set(idOf(row), row)
    if (fresh.length === 0 || isPast(payments, fromMs)) return [...found.values()]
    offset += size
  }
}

/**
 * Some wallets ignore the start and list everything; others list by the last change, so that an old payment that has
 * just ended comes before newer ones. The settled payments show which.
 */
const isPast = (page: readonly NwcTransaction[], fromMs: number): boolean =>
  page.every((row) => madeMs(row) < fromMs && settledMs(row) < fromMs) && page.some((row) => stateOf(row) === 'settled')

/** Wallets report seconds: two attempts of one second, or an attempt and its end, differ in nothing but their state. */
const idOf = (row: NwcTransaction): string => `${row.payment_hash} ${madeMs(row)} ${stateOf(row)}`

function toSentRow(row: NwcTransaction): SentRow {
  const { payment_hash: paymentHash, amount, fees_paid: fee } = row
  const state = stateOf(row)
  const isSettled = state === 'settled'
  const listed = { id: idOf(row), atMs: isSettled ? settledMs(row) : madeMs(row) }
  if (row.type === 'incoming' || !/^[0-9a-f]{64}$/.test(paymentHash)) return { ...listed, payment: undefined }
  return {
    ...listed,
    payment: {
      paymentHash,
      status: isSettled ? 'settled' : state === 'failed' ? 'failed' : 'in_flight',
      amountMsat: msat(BigInt(amount)),
      feeMsat: isSettled && typeof fee === 'number' ? msat(BigInt(fee)) : undefined,
      at: Math.floor(madeMs(row) / 1000),
      attemptId: attemptOf(row),
    },
  }
}
