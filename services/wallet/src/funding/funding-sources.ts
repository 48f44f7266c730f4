import { dirname } from 'node:path'
import { type FundingSourceDeps, openFundingSource } from '@satchel/lightning/open-funding-source'
import { type FundingSource, NO_ABILITIES } from '@satchel/lightning/port/funding-source'
import type { OrderNotes } from '@satchel/lightning/port/order-notes'
import { FORMER, type FundingConfig } from '@satchel/lightning/read-funding'
import type { Tracer } from '@satchel/tracing/tracer'
import { makeFolder } from '../base/make-folder.ts'
import { openOrderNotes } from './order-notes.ts'
import { type OwnSource, type OwnSourceDeps, openOwnSource } from './own-source.ts'
import type { SourceRole } from './source-store.ts'

/** The calls that a payment in flight may still need from its node. */
export type FollowedSource = Pick<
  FundingSource,
  'can' | 'closeInvoice' | 'incomingStatus' | 'outgoingStatus' | 'settleHold' | 'cancelHold' | 'holdClaim'
>

/** The node in use, and the former one while payments are with it. */
export interface FundingSources extends OwnSource {
  /** The node of a payment. Calls to a node that is not configured reject, because unknown is not failed. */
  of(sourceId: number): FollowedSource
  /** All nodes; the first is the one in use, which is this object. */
  readonly all: readonly OwnSource[]
}

/** Throws problems that the operator must fix: rejected credentials, another network, another node than before. */
export async function openFundingSources(
  config: FundingConfig,
  deps: Omit<FundingSourceDeps, 'notesOf'> &
    Pick<OwnSourceDeps, 'db' | 'beforeUse'> & { readonly tracer?: Tracer | undefined },
): Promise<FundingSources> {
  const { former } = config
  const formerKind = typeof former === 'object' ? former.kind : former
  const notesOf = (source: string): OrderNotes => openOrderNotes(deps.db, source)
  const open = async (source: FundingConfig['source'], role: SourceRole): Promise<OwnSource> => {
    if (source.kind === 'simulated') makeFolder(dirname(source.journalFile))
    const prefix = role === 'former' ? FORMER : ''
    const opened = await openFundingSource({ ...config, source }, { ...deps, notesOf, prefix })
    try {
      const { tracer } = deps
      const traced = tracer === undefined ? opened : traceSource(opened, source.kind, tracer)
      return await openOwnSource(traced, { ...deps, kind: source.kind, role, former: formerKind })
    } catch (error) {
      await opened.close()
      throw error
    }
  }
  const before = former === undefined || former === 'none' ? undefined : await open(former, 'former')
  try {
    return createFundingSources(await open(config.source, 'current'), before)
  } catch (error) {
    await before?.close()
    throw error
  }
}

function createFundingSources(current: OwnSource, former: OwnSource | undefined): FundingSources {
  const all: OwnSource[] = former === undefined ? [] : [former]
  const sources: FundingSources = {
    ...current,
    all,
    of(sourceId) {
      const isUnknown = all.some(({ id }) => id() === undefined)
      return all.find(({ id }) => id() === sourceId) ?? (isUnknown ? NOT_KNOWN_YET : OUT_OF_REACH)
    },
    close: async () => void (await Promise.all([current.close(), former?.close()])),
  }
  // Wrappers (metrics) must see every call to the active node, so `all[0]` is this object.
  all.unshift(sources)
  return sources
}

/** Every call rejects, for this reason. */
function unreachable(reason: string, { canClose }: { readonly canClose: boolean }): FollowedSource {
  const reject = (): Promise<never> => Promise.reject(new Error(reason))
  return {
    can: { ...NO_ABILITIES, closeInvoice: canClose },
    closeInvoice: reject,
    incomingStatus: reject,
    outgoingStatus: reject,
    settleHold: reject,
    cancelHold: reject,
  }
}

/**
 * The node is starting, or has been unreachable since the service started. Its invoices are closed as soon as it
 * answers.
 */
const NOT_KNOWN_YET = unreachable('the Lightning node has not said yet who it is', { canClose: true })

/** The node cannot close invoices either, so closing is not retried. */
const OUT_OF_REACH = unreachable('the payment is with a Lightning node that is not configured any more', {
  canClose: false,
})

/** One span for each call to the node. */
function traceSource<Source extends FundingSource>(source: Source, kind: string, tracer: Tracer): Source {
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
