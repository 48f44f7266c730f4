import type { Log } from './port/log.ts'
import type { Clock } from './port/clock.ts'
import type { FundingConfig } from './read-funding.ts'
import { openBlink } from './backends/blink/blink.ts'
import { openCln } from './backends/cln/cln.ts'
import { openEclair } from './backends/eclair/eclair.ts'
import type { FundingSource } from './port/funding-source.ts'
import { openLnbits } from './backends/lnbits/lnbits.ts'
import { openLdkServer } from './backends/ldk-server/ldk-server.ts'
import { openLnd } from './backends/lnd/lnd.ts'
import { openNwc } from './backends/nwc/nwc.ts'
import { openOpenNode } from './backends/opennode/opennode.ts'
import type { OrderNotes } from './port/order-notes.ts'
import { openPhoenixd } from './backends/phoenixd/phoenixd.ts'
import type { ServiceSide } from './simulated/control/control-calls.ts'
import { openSimulatedNode } from './simulated/simulated.ts'
import { openStrike } from './backends/strike/strike.ts'
import { type WatchedFundingSource, watchFundingSource } from './watch-funding-source.ts'

export interface FundingSourceDeps {
  readonly clock: Clock
  readonly log: Log
  /** Stands before the names of the variables, where this is the former node. */
  readonly prefix?: string | undefined
  /** Where the source of this name stores the notes of its orders. */
  readonly notesOf: (source: string) => OrderNotes
  /** What the simulated node's control interface shows of the service; absent: nothing. */
  readonly serviceSide?: ServiceSide | undefined
}

/**
 * The source the configuration names. Waits for the node no longer than a moment: who does not answer is tried again
 * without limit. Throws what the operator has to correct: rejected credentials, another network.
 */
export async function openFundingSource(config: FundingConfig, deps: FundingSourceDeps): Promise<WatchedFundingSource> {
  return watchFundingSource(await openByKind(config, deps), deps.clock)
}

async function openByKind(config: FundingConfig, deps: FundingSourceDeps): Promise<FundingSource> {
  const { source, network } = config
  const { clock, log, prefix, notesOf, serviceSide } = deps
  switch (source.kind) {
    case 'simulated':
      return openSimulatedNode({
        journalFile: source.journalFile,
        clock,
        control: source.control && { ...source.control, service: serviceSide },
      })
    case 'blink':
      return openBlink(source, { network, clock, log, prefix })
    case 'eclair':
      return openEclair(source, { network, clock, log, prefix })
    case 'opennode':
      return openOpenNode(source, { notes: notesOf('opennode'), network, clock, log, prefix })
    case 'strike':
      return openStrike(source, { notes: notesOf('strike'), network, clock, log, prefix })
    case 'phoenixd':
      return openPhoenixd(source, { network, clock, log, prefix })
    case 'cln':
      return openCln(source, { network, clock, log, prefix })
    case 'lnd':
      return openLnd(source, { network, clock, log, prefix })
    case 'lnbits':
      return openLnbits(source, { network, clock, log, prefix })
    case 'nwc':
      return openNwc(source, { notes: notesOf('nwc'), network, clock, log, prefix })
    case 'ldk-server':
      return openLdkServer(source, { notes: notesOf('ldk-server'), network, clock, log, prefix })
  }
}
