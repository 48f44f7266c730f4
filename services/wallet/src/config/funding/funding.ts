import { createReader, type Environment, type Reader } from '@satchel/http/environment'
import { type BlinkConfig, readBlink } from './blink.ts'
import { type ClnConfig, readCln } from './cln.ts'
import { type LnbitsConfig, readLnbits } from './lnbits.ts'
import { type LndConfig, readLnd } from './lnd.ts'
import { NETWORK_STATEMENTS } from './node-endpoint.ts'
import { type NwcConfig, readNwc } from './nwc.ts'
import { type EclairConfig, readEclair } from './eclair.ts'
import { type LdkServerConfig, readLdkServer } from './ldk-server.ts'
import { type OpenNodeConfig, readOpenNode } from './opennode.ts'
import { type PhoenixdConfig, readPhoenixd } from './phoenixd.ts'
import { readStrike, type StrikeConfig } from './strike.ts'
import { readSimulated, type SimulatedConfig } from './simulated.ts'

/** The node, or whoever has one for us. */
export interface FundingConfig {
  readonly source: SourceConfig
  /** The one before, while payments are still with it; `none`: there was one, and it cannot be asked any more. */
  readonly former: SourceConfig | 'none' | undefined
  /** Prefix of the invoices that the node has to make; undefined = whatever network it is on. */
  readonly network: string | undefined
  /** Pay also through a node that does not enforce a fee limit. */
  readonly allowUncappedFees: boolean
}

/** What each source needs, told apart by its `kind`. */
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

const FORMER = 'FORMER_'

/** Its variables are those of the source with `FORMER_` before them, so that both may be of one kind. */
function readFormer(read: Reader, context: SourceContext): FundingConfig['former'] {
  if (read.optional('SERVICE_FORMER_FUNDING_SOURCE') === undefined) return undefined
  const kind = read.choice('SERVICE_FORMER_FUNDING_SOURCE', [...KINDS, 'none'] as const, 'none')
  if (kind === 'none') return 'none'
  const env = Object.fromEntries(
    Object.entries(context.env).flatMap(([name, value]) =>
      name.startsWith(FORMER) ? [[name.slice(FORMER.length), value]] : [],
    ),
  )
  for (const name of ['NODE_ENV', ...NETWORK_STATEMENTS]) env[name] = context.env[name]
  const problems: string[] = []
  const source = READERS[kind](createReader(env, problems), { ...context, env, problems })
  context.problems.push(...problems.map((problem) => `${FORMER}${problem}`))
  return source
}
