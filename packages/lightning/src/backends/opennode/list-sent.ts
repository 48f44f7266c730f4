import { sat, satToMsat } from '@satchel/money/units'
import type { FundingSource, SentPayment } from '../../port/funding-source.ts'
import { hashOfInvoice } from './hash-of-invoice.ts'
import type { OpenNodeCalls } from './opennode-calls.ts'
import { toOutcome, type Withdrawal } from './to-outcome.ts'

const NAME = 'opennode'
const EMPTY = 'nothing'

/**
 * OpenNode lists withdrawals newest first, without pages or start times: the cursor is the id of the newest one that
 * was read. A list that does not reach back to it is an error, because the ones between are unknown.
 */
export function createSentList(
  calls: Pick<OpenNodeCalls, 'listWithdrawals'>,
): Required<Pick<FundingSource, 'sentSince'>> {
  return {
    async sentSince(cursor, limit) {
      const withdrawals = await calls.listWithdrawals()
      const position = (at: number): string => `${NAME} ${withdrawals[at]?.id ?? EMPTY}`
      const [name, lastId] = cursor?.split(' ') ?? []
      if (cursor === undefined) return { payments: [], cursor: position(0) }
      if (name !== NAME) throw new Error(`not a position in the list of ${NAME}`)
      const end = lastId === EMPTY ? withdrawals.length : withdrawals.findIndex(({ id }) => id === lastId)
      if (end < 0)
        throw new Error('the list of withdrawals at OpenNode does not reach back to the last one that was read')
      const begin = Math.max(0, end - limit)
      const payments = withdrawals.slice(begin, end).toReversed().flatMap(toSent)
      return { payments, cursor: end === 0 ? cursor : position(begin) }
    },
  }
}

function toSent(withdrawal: Withdrawal): SentPayment[] {
  const { reference, amount, fee, processed_at: processedAt, custom_id: attemptId } = withdrawal
  const paymentHash = hashOfInvoice(reference ?? '')
  // To an address on the chain, or to a bank.
  if (paymentHash === undefined) return []
  const { status } = toOutcome(withdrawal)
  const isOver = status === 'settled' || status === 'failed'
  return [
    {
      paymentHash,
      status: isOver ? status : 'in_flight',
      amountMsat: isAmount(amount) ? satToMsat(sat(Math.abs(amount))) : undefined,
      feeMsat: status === 'settled' && typeof fee === 'number' ? satToMsat(sat(Math.abs(fee))) : undefined,
      at: isAmount(processedAt) ? processedAt : Math.floor(Date.parse(String(processedAt)) / 1000) || 0,
      // Null: OpenNode shows ids, and this one has none. Missing: it shows none.
      attemptId: attemptId === null ? '' : attemptId,
    },
  ]
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value)
