import type { Log } from '@satchel/http/log'
import type { Clock } from '../clock.ts'
import type { FundingConfig } from '../config/funding/funding.ts'
import { openBlink } from './blink/blink.ts'
import { openCln } from './cln/cln.ts'
import { openEclair } from './eclair/eclair.ts'
import type { FundingSource } from './funding-source.ts'
import { openLnbits } from './lnbits/lnbits.ts'
import { openLdkServer } from './ldk-server/ldk-server.ts'
import { openLnd } from './lnd/lnd.ts'
import { openNwc } from './nwc/nwc.ts'
import { openOpenNode } from './opennode/opennode.ts'
import type { OrderNotes } from './order-notes.ts'
import { openPhoenixd } from './phoenixd/phoenixd.ts'
import type { ServiceSide } from './simulated/control-calls.ts'
import { openSimulatedNode } from './simulated/simulated.ts'
import { openStrike } from './strike/strike.ts'
import { type WatchedFundingSource, watchFundingSource } from './watch-funding-source.ts'

export interface FundingSourceDeps {
  readonly clock: Clock
  readonly log: Log
  /** Where the source of this name keeps what it has to remember of its orders. */
  readonly notesOf: (source: string) => OrderNotes
  /** What the simulated node's control interface tells of the service. */
  readonly serviceSide: ServiceSide
}

/**
 * The source the configuration names. Waits for the node no longer than a moment: who does not answer is tried again
 * for ever. Throws what the operator has to mend: refused credentials, another network.
 */
export async function openFundingSource(config: FundingConfig, deps: FundingSourceDeps): Promise<WatchedFundingSource> {
  return watchFundingSource(await openByKind(config, deps), deps.clock)
}

async function openByKind(config: FundingConfig, deps: FundingSourceDeps): Promise<FundingSource> {
  const { source, network } = config
  const { clock, log, notesOf, serviceSide } = deps
  switch (source.kind) {
    case 'simulated':
      return openSimulatedNode({
        journalFile: source.journalFile,
        clock,
        control: source.control && { ...source.control, service: serviceSide },
      })
    case 'blink':
      return openBlink(source, { network, clock, log })
    case 'eclair':
      return openEclair(source, { network, clock, log })
    case 'opennode':
      return openOpenNode(source, { notes: notesOf('opennode'), network, clock, log })
    case 'strike':
      return openStrike(source, { notes: notesOf('strike'), network, clock, log })
    case 'phoenixd':
      return openPhoenixd(source, { network, clock, log })
    case 'cln':
      return openCln(source, { network, clock, log })
    case 'lnd':
      return openLnd(source, { network, clock, log })
    case 'lnbits':
      return openLnbits(source, { network, clock, log })
    case 'nwc':
      return openNwc(source, { notes: notesOf('nwc'), network, clock, log })
    case 'ldk-server':
      return openLdkServer(source, { network, clock, log })
  }
}
