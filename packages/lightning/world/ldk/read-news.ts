import * as ldk from 'lightningdevkit'
import type { StartedNode, Who } from './start-node.ts'

/** The events of a node that matter. */
export type NodeNews =
  | { readonly is: 'funding-wanted'; readonly channelId: ldk.ChannelId; readonly outputScript: Uint8Array }
  /** All parts have arrived; they lie there until `deadline`, a height. */
  | (OfPayment & { readonly is: 'claimable'; readonly amountMsat: bigint; readonly deadline: number })
  | (OfPayment & { readonly is: 'claimed'; readonly amountMsat: bigint })
  /** A claimable payment has returned automatically. */
  | (OfPayment & { readonly is: 'given-back' })
  | (OfPayment & {
      readonly is: 'sent'
      readonly paymentId: string
      readonly preimage: string
      readonly feeMsat: bigint
    })
  | { readonly who: Who; readonly is: 'failed'; readonly paymentId: string; readonly reason: string }

interface OfPayment {
  readonly who: Who
  readonly paymentHash: string
}

/** Takes the pending events of a node; `count` includes those that do not matter. */
export function readNews(who: Who, { manager, monitor }: StartedNode): { news: NodeNews[]; count: number } {
  const news: NodeNews[] = []
  let count = 0
  const handler = ldk.EventHandler.new_impl({
    handle_event(event) {
      // It asks to be called again, which is done anyway.
      if (!(event instanceof ldk.Event_PendingHTLCsForwardable)) count += 1
      const read = toNews(who, event)
      if (read !== undefined) news.push(read)
      return ldk.Result_NoneReplayEventZ.constructor_ok()
    },
  })
  manager.as_EventsProvider().process_pending_events(handler)
  monitor.as_EventsProvider().process_pending_events(handler)
  return { news, count }
}

function toNews(who: Who, event: ldk.Event): NodeNews | undefined {
  if (event instanceof ldk.Event_FundingGenerationReady) {
    return { is: 'funding-wanted', channelId: event.temporary_channel_id, outputScript: event.output_script }
  }
  if (event instanceof ldk.Event_PaymentClaimable) {
    const deadline = event.claim_deadline instanceof ldk.Option_u32Z_Some ? event.claim_deadline.some : 0
    const { amount_msat: amountMsat } = event
    return { who, is: 'claimable', paymentHash: toHex(event.payment_hash), amountMsat, deadline }
  }
  if (event instanceof ldk.Event_PaymentClaimed) {
    return { who, is: 'claimed', paymentHash: toHex(event.payment_hash), amountMsat: event.amount_msat }
  }
  if (event instanceof ldk.Event_HTLCHandlingFailed) {
    const where = event.failed_next_destination
    if (!(where instanceof ldk.HTLCDestination_FailedPayment)) return undefined
    return { who, is: 'given-back', paymentHash: toHex(where.payment_hash) }
  }
  if (event instanceof ldk.Event_PaymentSent) {
    const feeMsat = event.fee_paid_msat instanceof ldk.Option_u64Z_Some ? event.fee_paid_msat.some : 0n
    const id = event.payment_id instanceof ldk.Option_ThirtyTwoBytesZ_Some ? toHex(event.payment_id.some) : ''
    const [paymentHash, preimage] = [toHex(event.payment_hash), toHex(event.payment_preimage)]
    return { who, is: 'sent', paymentHash, paymentId: id, preimage, feeMsat }
  }
  if (event instanceof ldk.Event_PaymentFailed) {
    const why = event.reason instanceof ldk.Option_PaymentFailureReasonZ_Some ? event.reason.some : undefined
    const reason = why === undefined ? 'unknown' : ldk.PaymentFailureReason[why]
    return { who, is: 'failed', paymentId: toHex(event.payment_id), reason }
  }
  return undefined
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
