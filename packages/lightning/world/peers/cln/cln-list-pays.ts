import type { PeerPayment } from '../../peer-parts/peer-node.ts'
import type { ClnCommand, ClnState, Parameters } from './cln-state.ts'

/** One part of a payment, as the node keeps it. */
interface Part {
  readonly payment: PeerPayment
  readonly createdIndex: number
  readonly status: 'pending' | 'complete' | 'failed'
}

/** Puts the parts of each attempt together, of those parts that it was asked for. */
export const CLN_LIST_PAYS: ClnCommand = {
  takes: ['bolt11', 'payment_hash', 'status', 'index', 'start', 'limit'],
  run(given, state) {
    const parts = partsOf(state).filter(({ payment: { paymentHash } }) =>
      [undefined, paymentHash].includes(given['payment_hash'] as string | undefined),
    )
    const asked = given['index'] === undefined ? parts : cut(parts, given)
    const attempts = [...new Set(asked.map(({ payment }) => payment))]
    const showsIndex = state.commands['listpays']?.takes.includes('index') === true
    return {
      pays: attempts.map((attempt) =>
        toPay(
          asked.filter(({ payment }) => payment === attempt),
          showsIndex,
        ),
      ),
    }
  },
}

function partsOf({ node, parts, betweenTries }: ClnState): Part[] {
  let createdIndex = 0
  return node.attempts.flatMap((payment) => {
    const { paymentHash, state } = payment
    const pending = betweenTries.has(paymentHash) ? 'failed' : 'pending'
    const status = ({ pending, settled: 'complete', failed: 'failed' } as const)[state]
    const count = parts.get(paymentHash) ?? 1
    return Array.from({ length: count }, (_none, part): Part => {
      createdIndex += 1
      return { payment, createdIndex, status: part === 0 && count > 1 ? 'failed' : status }
    })
  })
}

function cut(parts: readonly Part[], { start = 0, limit = Number.POSITIVE_INFINITY }: Parameters): Part[] {
  return parts.filter(({ createdIndex }) => createdIndex >= Number(start)).slice(0, Number(limit))
}

function toPay(parts: readonly Part[], showsIndex: boolean): object {
  const [{ payment, createdIndex }] = parts as [Part]
  const { paymentHash, bolt11, createdAt, amountMsat, feeMsat, preimage, label } = payment
  const statuses = parts.map(({ status }) => status)
  const status = (['complete', 'pending'] as const).find((one) => statuses.includes(one)) ?? 'failed'
  return {
    payment_hash: paymentHash,
    status,
    bolt11,
    created_at: createdAt,
    ...(showsIndex && { created_index: createdIndex }),
    ...(label !== '' && { label }),
    amount_sent_msat: status === 'complete' ? Number(amountMsat + feeMsat) : 0,
    ...(status === 'complete' && { amount_msat: Number(amountMsat), preimage, completed_at: createdAt }),
  }
}
