import { randomUUID } from 'node:crypto'
import { type Copy, copyList } from '../../peer-parts/copy-records.ts'
import type { PeerNode, PeerPayment } from '../../peer-parts/peer-node.ts'

export interface BlinkMovement {
  readonly id: string
  readonly paymentHash: string
  readonly direction: 'SEND' | 'RECEIVE'
  status: 'SUCCESS' | 'PENDING' | 'FAILURE'
  /** Unix seconds. */
  readonly createdAt: number
  readonly settlementAmount: number
  readonly settlementFee: number
  /** A returned part of a fee is not a separate Lightning payment. */
  readonly isReturnedFee: boolean
  preImage: string | null
  /** The memo of the order. */
  readonly memo: string | null
}

/** The history of the account, newest last. */
export interface BlinkLedger {
  readonly movements: readonly BlinkMovement[]
  ofHash(paymentHash: string): BlinkMovement[]
  /** Sets a fee aside of which no more is known, as Blink does it before it pays. */
  begin(payment: PeerPayment, memo?: string): void
  readonly copy: Copy
}

const satsOf = (msats: bigint): number => Number((msats + 999n) / 1000n)

/** Follows the node: a receipt is one movement, a payment several. */
export function openBlinkLedger(node: PeerNode): BlinkLedger {
  const movements: BlinkMovement[] = []
  const add = (movement: Omit<BlinkMovement, 'id' | 'createdAt' | 'isReturnedFee' | 'memo'> & Partial<BlinkMovement>) =>
    movements.push({
      id: randomUUID(),
      createdAt: Math.floor(Date.now() / 1000),
      isReturnedFee: false,
      memo: null,
      ...movement,
    })
  const sends = new Map<PeerPayment, BlinkMovement>()
  const conclude = (payment: PeerPayment): void => {
    const send = sends.get(payment)
    if (send === undefined) return
    const { paymentHash } = payment
    if (payment.state === 'settled') {
      Object.assign(send, { status: 'SUCCESS', preImage: payment.preimage })
      const settlementAmount = send.settlementFee - satsOf(payment.feeMsat)
      if (settlementAmount <= 0) return
      const direction = 'RECEIVE'
      const returned = { paymentHash, direction, status: 'SUCCESS', settlementAmount, settlementFee: 0 } as const
      add({ ...returned, isReturnedFee: true, preImage: null })
      return
    }
    send.status = 'FAILURE'
    const back = { paymentHash, direction: 'RECEIVE', status: 'FAILURE', preImage: null } as const
    const { settlementAmount, settlementFee, memo } = send
    add({ ...back, settlementAmount: -settlementAmount, settlementFee, memo })
  }
  node.news.on('payment', conclude)
  node.news.on('invoice', (invoice) => {
    if (invoice.state !== 'settled') return
    add({
      paymentHash: invoice.paymentHash,
      direction: 'RECEIVE',
      status: 'SUCCESS',
      settlementAmount: Number(invoice.receivedMsat / 1000n),
      settlementFee: 0,
      preImage: invoice.preimage ?? null,
    })
  })
  return {
    movements,
    copy: () => copyList(movements),
    ofHash: (paymentHash) => movements.filter((movement) => movement.paymentHash === paymentHash),
    begin(payment, memo) {
      const amount = satsOf(payment.amountMsat)
      const settlementFee = Math.max(Math.floor(amount / 200), 10)
      const { paymentHash } = payment
      add({
        paymentHash,
        direction: 'SEND',
        status: 'PENDING',
        settlementAmount: -amount - settlementFee,
        settlementFee,
        preImage: null,
        memo: memo ?? null,
      })
      sends.set(payment, movements.at(-1) as BlinkMovement)
      if (payment.state !== 'pending') conclude(payment)
    },
  }
}
