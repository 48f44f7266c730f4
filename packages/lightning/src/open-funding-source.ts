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
 * The source the configuration names. Waits for the node no longer than a moment: who does not answer is tried again
 * without limit. Throws what the operator has to correct: rejected credentials, another network.
 */
export async function openFundingSource(
  { source, network }: FundingConfig,
  { notesOf, ...deps }: FundingSourceDeps,
): Promise<WatchedFundingSource> {
  const opened = await backendOf(source.kind).open(source, { ...deps, network, notes: notesOf(source.kind) })
  return watchFundingSource(opened, deps.clock)
}
