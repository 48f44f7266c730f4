import type { Environment, Reader } from './config/environment.ts'
import { type BlinkConfig, readBlink } from './backends/blink/read-blink.ts'
import { type ClnConfig, readCln } from './backends/cln/read-cln.ts'
import { type LnbitsConfig, readLnbits } from './backends/lnbits/read-lnbits.ts'
import { type LndConfig, readLnd } from './backends/lnd/read-lnd.ts'
import { NETWORK_STATEMENTS } from './config/node-endpoint.ts'
import { type NwcConfig, readNwc } from './backends/nwc/read-nwc.ts'
import { type EclairConfig, readEclair } from './backends/eclair/read-eclair.ts'
import { type LdkServerConfig, readLdkServer } from './backends/ldk-server/read-ldk-server.ts'
import { type OpenNodeConfig, readOpenNode } from './backends/opennode/read-opennode.ts'
import { type PhoenixdConfig, readPhoenixd } from './backends/phoenixd/read-phoenixd.ts'
import { readStrike, type StrikeConfig } from './backends/strike/read-strike.ts'
import { readSimulated, type SimulatedConfig } from './simulated/read-simulated.ts'

/** The node or hosted account that payments go through. */
export interface FundingConfig {
  readonly source: SourceConfig
  /** The one before, while payments are still with it; `none`: there was one, and it cannot be asked any more. */
  readonly former: SourceConfig | 'none' | undefined
  /** Prefix of the invoices that the node has to make; undefined = whatever network it is on. */
  readonly network: string | undefined
  /** Pay also through a node that does not enforce a fee limit. */
  readonly allowUncappedFees: boolean
}

/** What each source needs; `kind` says which it is. */
export type SourceConfig =
  | SimulatedConfig
  | ClnConfig
  | LndConfig
  | PhoenixdConfig
  | EclairConfig
  | LnbitsConfig
  | NwcConfig
  | LdkServerConfig
  | BlinkConfig
  | OpenNodeConfig
  | StrikeConfig

export type SourceKind = SourceConfig['kind']

interface SourceContext {
  readonly env: Environment
  readonly dataFolder: string
  readonly problems: string[]
  /** No value is the path of a file: it comes from a browser. */
  readonly inlineOnly?: boolean | undefined
}

/** One reader each; its keys are the values of SERVICE_FUNDING_SOURCE. */
const READERS: { readonly [Kind in SourceKind]: (read: Reader, context: SourceContext) => SourceConfig } = {
  simulated: readSimulated,
  cln: readCln,
  phoenixd: readPhoenixd,
  eclair: readEclair,
  lnd: readLnd,
  lnbits: readLnbits,
  nwc: readNwc,
  'ldk-server': readLdkServer,
  blink: readBlink,
  opennode: readOpenNode,
  strike: readStrike,
}

const KINDS = Object.keys(READERS) as SourceKind[]

const PREFIXES = { mainnet: 'bc', testnet: 'tb', signet: 'tbs', regtest: 'bcrt' } as const

/** Reads only the variables of the source that is chosen. */
export function readFunding(read: Reader, context: SourceContext): FundingConfig {
  const kind = read.choice('SERVICE_FUNDING_SOURCE', KINDS, 'simulated')
  const network =
    read.optional('SERVICE_NETWORK') === undefined
      ? undefined
      : PREFIXES[read.choice('SERVICE_NETWORK', ['mainnet', 'testnet', 'signet', 'regtest'] as const, 'mainnet')]
  return {
    source: READERS[kind](read, context),
    former: readFormer(read, context),
    network,
    allowUncappedFees: read.flag('SERVICE_ALLOW_UNCAPPED_FEES', false),
  }
}

export const FORMER = 'FORMER_'

/** Its variables are those of the source with `FORMER_` before them, so that both may be of one kind. */
function readFormer(read: Reader, context: SourceContext): FundingConfig['former'] {
  if (read.optional('SERVICE_FORMER_FUNDING_SOURCE') === undefined) return undefined
  const kind = read.choice('SERVICE_FORMER_FUNDING_SOURCE', [...KINDS, 'none'] as const, 'none')
  if (kind === 'none') return 'none'
  const problems: string[] = []
  const source = READERS[kind](formerOnly(read), { ...context, problems })
  context.problems.push(...problems.map((problem) => `${FORMER}${problem}`))
  return source
}

/** The same variables under their names for the former source; statements about the network hold for both. */
function formerOnly(read: Reader): Reader {
  const nameOf = (name: string): string => (NETWORK_STATEMENTS.includes(name) ? name : `${FORMER}${name}`)
  return {
    optional: (name) => read.optional(nameOf(name)),
    text: (name, fallback) => read.text(nameOf(name), fallback),
    integer: (name, ...rest) => read.integer(nameOf(name), ...rest),
    flag: (name, fallback) => read.flag(nameOf(name), fallback),
    choice: (name, choices, fallback) => read.choice(nameOf(name), choices, fallback),
  }
}
