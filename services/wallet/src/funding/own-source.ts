import type { SourceKind } from '@satchel/lightning/all-backends'
import { type FundingSource, nodeName, type Receipt } from '@satchel/lightning/port/funding-source'
import type { Log } from '@satchel/lightning/port/log'
import { type CurrentTrouble, describeTrouble, type NodeTrouble } from '@satchel/lightning/port/node-trouble'
import type { WatchedFundingSource } from '@satchel/lightning/watch-funding-source'
import { type Clock, unixSeconds } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { adoptSource, type SourceRole } from './source-store.ts'

/** A configured node, with its id. */
export interface OwnSource extends WatchedFundingSource {
  readonly kind: string
  /** Undefined until the node has identified itself. */
  id(): number | undefined
  /** The same, waiting for the node's answer; rejects without one, or for another node. */
  known(): Promise<number>
}

export interface OwnSourceDeps {
  readonly kind: string
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly role: SourceRole
  /** The operator's statement about the former node: its kind, or that it is no longer reachable. */
  readonly former: SourceKind | 'none' | undefined
  /** Runs before a node of this kind is used, at every start. */
  readonly beforeUse?: ((kind: string) => Promise<void>) | undefined
}

/** The node is not the one of the payments. */
class AnotherNode extends Error {
  readonly trouble: NodeTrouble
  constructor(trouble: NodeTrouble) {
    super(describeTrouble(trouble))
    this.trouble = trouble
  }
}

/**
 * Ties a source to the database. A node is not called before it has identified itself, and never if it is another node
 * than before: payments that it does not know would count as never sent.
 */
export async function openOwnSource(source: WatchedFundingSource, deps: OwnSourceDeps): Promise<OwnSource> {
  let id: number | undefined
  let learning: Promise<number> | undefined
  let another: CurrentTrouble | undefined
  const learn = (): Promise<number> => {
    learning ??= adopt(source, deps)
    learning.then(
      (learnt) => {
        id = learnt
      },
      (error: unknown) => {
        // A wrong node stays rejected; a node that did not answer is asked again.
        if (!(error instanceof AnotherNode)) learning = undefined
        else another ??= noteAnother(error, deps)
      },
    )
    return learning
  }
  const whenKnown =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      if (id === undefined) await learn()
      return ask(...given)
    }
  await learn().catch((error: unknown) => {
    if (error instanceof AnotherNode) throw error
  })
  const withAnother = (troubles: readonly CurrentTrouble[] = []): readonly CurrentTrouble[] =>
    another === undefined ? troubles : [another, ...troubles]
  return {
    ...source,
    troubles: () => withAnother(source.troubles?.()),
    health: { ...source.health, troubles: () => withAnother(source.health.troubles()) },
    kind: deps.kind,
    id: () => id,
    known: learn,
    identity() {
      if (id !== undefined) return source.identity()
      learn().catch(() => undefined)
      return undefined
    },
    createInvoice: whenKnown(source.createInvoice),
    closeInvoice: whenKnown(source.closeInvoice),
    incomingStatus: whenKnown(source.incomingStatus),
    pay: whenKnown(source.pay),
    outgoingStatus: whenKnown(source.outgoingStatus),
    settleHold: whenKnown(source.settleHold),
    cancelHold: whenKnown(source.cancelHold),
    balance: whenKnown(source.balance),
    ...(source.info && { info: whenKnown(source.info) }),
    ...(source.attemptMark && { attemptMark: whenKnown(source.attemptMark) }),
    ...(source.holdClaim && { holdClaim: whenKnown(source.holdClaim) }),
    ...(source.sentSince && { sentSince: whenKnown(source.sentSince) }),
    ...(source.payFromOutside && { payFromOutside: whenKnown(ownReceipts(source.payFromOutside, () => id)) }),
    receiptsSince: whenKnown(async (cursor, limit, since) => {
      const page = await source.receiptsSince(cursor, limit, since)
      return { ...page, receipts: page.receipts.map((receipt) => ofSource(receipt, id)) }
    }),
    onReceipt: (listener) => source.onReceipt(hearOwn(listener, { id: () => id, known: learn, log: deps.log })),
  }
}

function noteAnother({ trouble }: AnotherNode, { clock, log }: OwnSourceDeps): CurrentTrouble {
  const { kind, variable, detail } = trouble
  log.error({ trouble: kind, variable, detail }, 'the Lightning node is another one than before; it is not used')
  return { ...trouble, since: unixSeconds(clock) }
}

const ownReceipts =
  (pay: (paymentHash: string) => Promise<readonly Receipt[]>, id: () => number | undefined) =>
  async (paymentHash: string): Promise<readonly Receipt[]> =>
    (await pay(paymentHash)).map((receipt) => ofSource(receipt, id()))

const hearOwn =
  (listener: (receipt: Receipt) => void, { id, known, log }: Pick<OwnSource, 'id' | 'known'> & { log: Log }) =>
  (receipt: Receipt): void => {
    const current = id()
    if (current !== undefined) listener(ofSource(receipt, current))
    else {
      known().then(
        (learnt) => listener(ofSource(receipt, learnt)),
        () =>
          log.warn({ receipt: receipt.receiptId }, 'a receipt came before its node was known; the sweep will book it'),
      )
    }
  }

/** Two nodes may use the same receipt ids: add the node's id. */
const ofSource = (receipt: Receipt, id: number | undefined): Receipt =>
  id === 1 ? receipt : { ...receipt, receiptId: `${id}:${receipt.receiptId}` }

async function adopt(
  source: FundingSource,
  { kind, role, former, db, clock, beforeUse }: OwnSourceDeps,
): Promise<number> {
  const identity = source.identity()
  if (identity === undefined) throw new Error('the Lightning node has not said yet who it is')
  const nodeKey = nodeName(identity)
  if (role === 'current') await beforeUse?.(kind)
  const id = await db.transact(adoptSource, { kind, nodeKey, role, former, at: unixSeconds(clock) })
  if (id === 'not-yet') throw new Error('the former node has to say first who it is')
  if (id !== 'another-node') return id
  throw new AnotherNode(
    role === 'former'
      ? {
          kind: 'setting_wrong',
          variable: 'SERVICE_FORMER_FUNDING_SOURCE',
          detail: `no payments of this database are with the ${kind} node ${nodeKey}`,
        }
      : {
          kind: 'setting_wrong',
          variable: 'SERVICE_FUNDING_SOURCE',
          detail:
            `the payments of this database are with another ${kind} node than ${nodeKey}; after a change of nodes, ` +
            'give the old one as SERVICE_FORMER_FUNDING_SOURCE',
        },
  )
}
