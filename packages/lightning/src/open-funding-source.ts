import { backendOf } from './all-backends.ts'
import type { OpenDeps } from './port/backend-deps.ts'
import type { OrderNotes } from './port/order-notes.ts'
import type { FundingConfig } from './read-funding.ts'
import { type WatchedFundingSource, watchFundingSource } from './watch-funding-source.ts'

export interface FundingSourceDeps extends Omit<OpenDeps, 'network' | 'notes'> {
  /** Where the source of this name stores the notes of its orders. */
  readonly notesOf: (source: string) => OrderNotes
}

/**
 * The configured source. Waits only briefly for the node, which is then retried without limit. Throws problems that the
 * operator must correct: rejected credentials, another network.
 */
export async function openFundingSource(
  { source, network }: FundingConfig,
  { notesOf, ...deps }: FundingSourceDeps,
): Promise<WatchedFundingSource> {
  const opened = await backendOf(source.kind).open(source, { ...deps, network, notes: notesOf(source.kind) })
  return watchFundingSource(opened, deps.clock)
}
