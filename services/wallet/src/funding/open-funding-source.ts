import type { Log } from '@satchel/http/log'
import type { Clock } from '../clock.ts'
import type { FundingConfig } from '../config/funding/funding.ts'
import type { FundingSource } from './funding-source.ts'
import type { ServiceSide } from './simulated/control-calls.ts'
import { openSimulatedNode } from './simulated/simulated.ts'

export interface FundingSourceDeps {
  readonly clock: Clock
  readonly log: Log
  /** What the simulated node's control interface tells of the service. */
  readonly serviceSide: ServiceSide
}

/**
 * The source the configuration names. Waits for the node no longer than a moment: who does not answer is tried again
 * for ever. Throws what the operator has to mend: refused credentials, another network.
 */
export async function openFundingSource(
  { source }: FundingConfig,
  { clock, serviceSide }: FundingSourceDeps,
): Promise<FundingSource> {
  switch (source.kind) {
    case 'simulated':
      return openSimulatedNode({
        journalFile: source.journalFile,
        clock,
        control: source.control && { ...source.control, service: serviceSide },
      })
  }
}
