import { type Msat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import type { ListedRow } from '../../lists/newest-first.ts'
import type { DatedReceipt } from '../../lists/time-cursor.ts'
import { Amount, btcToMsatCeil } from './btc-amount.ts'

const Id = Type.String({ minLength: 1 })
const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' })

/** A payment that arrived. Another Strike account pays inside Strike: `P2P`. */
export const Receive = Type.Object({
  receiveId: Id,
  receiveRequestId: Id,
  type: Type.String(),
  state: Type.String(),
  amountReceived: Amount,
  amountCredited: Type.Optional(Type.Union([Amount, Type.Null()])),
  created: Time,
  completed: Type.Optional(Type.Union([Time, Type.Null()])),
  lightning: Type.Optional(Type.Union([Type.Object({ paymentHash: Hex32 }), Type.Null()])),
})
export type Receive = Static<typeof Receive>

/** The requested amount. */
export const ReceiveRequest = Type.Object({
  receiveRequestId: Id,
  bolt11: Type.Optional(
    Type.Union([
      Type.Object({
        invoice: Type.String(),
        paymentHash: Hex32,
        expires: Time,
        btcAmount: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
      Type.Null(),
    ]),
  ),
})
export type ReceiveRequest = Static<typeof ReceiveRequest>

export interface ListedReceive extends ListedRow {
  readonly dated: DatedReceipt | undefined
}

/** `request` is needed if the payment does not name its invoice. */
export function toListed(receive: Receive, request: ReceiveRequest | undefined): ListedReceive {
  const listed = { id: receive.receiveId, atMs: Date.parse(receive.created) }
  const paymentHash = receive.lightning?.paymentHash ?? request?.bolt11?.paymentHash
  if (!isArrived(receive) || paymentHash === undefined) return { ...listed, dated: undefined }
  return {
    ...listed,
    dated: {
      atMs: Date.parse(receive.completed ?? receive.created),
      receipt: {
        receiptId: `strike:${receive.receiveId}`,
        paymentHash,
        kind: 'settled',
        amountMsat: arrivedMsat(receive, request),
      },
    },
  }
}

/** On-chain receipts belong to no invoice. */
export const isArrived = ({ state, type }: Receive): boolean =>
  state === 'COMPLETED' && (type === 'LIGHTNING' || type === 'P2P')

/** From another account it may arrive in another currency: then the requested amount counts. */
export function arrivedMsat(receive: Receive, request: ReceiveRequest | undefined): Msat {
  const { amountReceived, amountCredited } = receive
  const asked = request?.bolt11?.btcAmount
  const arrived =
    btcToMsatCeil(amountReceived) ??
    (amountCredited ? btcToMsatCeil(amountCredited) : undefined) ??
    (asked ? btcToMsatCeil({ amount: asked, currency: 'BTC' }) : undefined)
  if (arrived === undefined) throw new Error('Strike shows a receipt without its amount in bitcoin')
  return arrived
}
