import type { FundingSource } from '@satchel/lightning/port/funding-source'
import type { Tracer } from '@satchel/tracing/tracer'

/** One span for each call to the node. */
export function traceSource<Source extends FundingSource>(source: Source, kind: string, tracer: Tracer): Source {
  const traced =
    <Input extends readonly unknown[], Answer>(name: string, call: (...input: Input) => Promise<Answer>) =>
    (...input: Input): Promise<Answer> =>
      tracer.inSpan(`node ${name}`, { kind: 'client', attributes: { 'satchel.node': kind } }, () => call(...input))
  const { attemptMark, holdClaim, sentSince, info } = source
  return {
    ...source,
    createInvoice: traced('createInvoice', source.createInvoice),
    closeInvoice: traced('closeInvoice', source.closeInvoice),
    incomingStatus: traced('incomingStatus', source.incomingStatus),
    pay: traced('pay', source.pay),
    outgoingStatus: traced('outgoingStatus', source.outgoingStatus),
    settleHold: traced('settleHold', source.settleHold),
    cancelHold: traced('cancelHold', source.cancelHold),
    receiptsSince: traced('receiptsSince', source.receiptsSince),
    balance: traced('balance', source.balance),
    ...(attemptMark !== undefined && { attemptMark: traced('attemptMark', attemptMark) }),
    ...(holdClaim !== undefined && { holdClaim: traced('holdClaim', holdClaim) }),
    ...(info !== undefined && { info: traced('info', info) }),
    ...(sentSince !== undefined && { sentSince: traced('sentSince', sentSince) }),
  }
}
