import { openFundingSource } from '@satchel/lightning/open-funding-source'
import { type FundingAbilities, nodeName } from '@satchel/lightning/port/funding-source'
import type { Log } from '@satchel/lightning/port/log'
import type { NodeInfo } from '@satchel/lightning/port/node-info'
import { describeTrouble } from '@satchel/lightning/port/node-trouble'
import type { OrderNotes } from '@satchel/lightning/port/order-notes'
import type { FundingConfig } from '@satchel/lightning/read-funding'
import type { WatchedFundingSource } from '@satchel/lightning/watch-funding-source'
import type { Clock } from '../../base/clock.ts'
import { within } from '../../base/within.ts'

/** A node's report about itself; `undefined` = none, or not in time. */
export interface NodeReport extends NodeInfo {
  readonly network: string
  readonly nodeKey: string
  readonly canSendMsat: bigint | undefined
  readonly can: FundingAbilities
}

/** Time limit while an administrator waits. */
const INFO_MS = 5000
/** A node behind Tor takes longer than the two seconds of a start. */
const IDENTITY_MS = 4000
const POLL_MS = 100

/**
 * Opens a node, reads its identity and abilities, and closes it: stores nothing and pays nothing. Rejects with the
 * reason for the operator.
 */
export async function tryNode(funding: FundingConfig, clock: Clock): Promise<NodeReport> {
  const source = await openFundingSource({ ...funding, former: undefined }, { clock, log: NO_LOG, notesOf: noNotes })
  try {
    if (!(await isKnownWithin(IDENTITY_MS, source))) {
      const [trouble] = source.health.troubles()
      throw new Error(trouble === undefined ? 'it does not answer' : describeTrouble(trouble))
    }
    return await report(source)
  } finally {
    await source.close()
  }
}

/** Reads the current report of a node. */
export async function report(
  source: Pick<WatchedFundingSource, 'identity' | 'info' | 'balance' | 'can'>,
): Promise<NodeReport> {
  const identity = source.identity()
  if (identity === undefined) throw new Error('it does not answer')
  const [info, canSendMsat] = await Promise.all([
    within(
      INFO_MS,
      Promise.resolve(source.info?.()).catch(() => undefined),
    ),
    within(
      INFO_MS,
      source.balance().catch(() => undefined),
    ),
  ])
  return { ...info, network: identity.network, nodeKey: nodeName(identity), canSendMsat, can: { ...source.can } }
}

async function isKnownWithin(ms: number, source: Pick<WatchedFundingSource, 'identity'>): Promise<boolean> {
  for (let waited = 0; waited < ms && source.identity() === undefined; waited += POLL_MS)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  return source.identity() !== undefined
}

/** The administrator reads the problem. */
const NO_LOG: Log = { warn: () => undefined, error: () => undefined }

/** A trial places no orders, so it stores no notes. */
const noNotes = (): OrderNotes => ({
  find: async () => undefined,
  write: () => Promise.reject(new Error('a node that is only tried is not used')),
  forget: async () => undefined,
})
