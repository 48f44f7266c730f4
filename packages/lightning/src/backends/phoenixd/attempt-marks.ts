import type { AttemptMarks } from '../../paying/pay-by-hash.ts'
import type { OutgoingPayment } from './outgoing-payment.ts'
import type { PhoenixdCalls } from './phoenixd-calls.ts'

/**
 * phoenixd stores every attempt, but reports one per hash, and of several failed ones the oldest. So the mark names all
 * attempts, and the start of the list; an attempt that is listed later and is not in the mark is newer.
 */
export function createAttemptMarks(calls: Pick<PhoenixdCalls, 'outgoing' | 'listOutgoing'>): AttemptMarks {
  const attemptsOf = async (paymentHash: string, fromMs: number): Promise<OutgoingPayment[]> =>
    (await calls.listOutgoing(fromMs)).filter((payment) => payment.paymentHash === paymentHash)
  const newerThan = async (mark: string, paymentHash: string): Promise<OutgoingPayment[]> => {
    const [fromMs, ...before] = mark.split(' ')
    const attempts = await attemptsOf(paymentHash, Number(fromMs))
    return attempts.filter(({ paymentId }) => !before.includes(paymentId))
  }
  return {
    async mark(paymentHash) {
      const shown = await calls.outgoing(paymentHash)
      if (shown === undefined) return NONE
      const attempts = await attemptsOf(paymentHash, shown.createdAt)
      return [shown.createdAt, ...attempts.map(({ paymentId }) => paymentId)].join(' ')
    },
    markAt: (seconds) => String(seconds * 1000),
    isBegun: async (mark, paymentHash) => mark === NONE || (await newerThan(mark, paymentHash)).length > 0,
    async isAfter(mark, paymentHash) {
      if (mark === NONE) return true
      const newer = await newerThan(mark, paymentHash)
      return newer.length > 0 && newer.every(({ isPaid, completedAt }) => !isPaid && typeof completedAt === 'number')
    },
  }
}

const NONE = ''
