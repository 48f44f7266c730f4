import { ALL_BACKENDS, backendOf, type SourceConfig } from './all-backends.ts'
import type { ReadContext } from './config/define-backend.ts'
import type { Reader } from './config/environment.ts'
import { NETWORK_STATEMENTS } from './config/node-endpoint.ts'

/** The node or hosted account that payments go through. */
export interface FundingConfig {
  readonly source: SourceConfig
  /** The former node, while payments are still with it; `none`: there was one, and it is gone. */
  readonly former: SourceConfig | 'none' | undefined
  /** Prefix of the invoices that the node must make; undefined = any network. */
  readonly network: string | undefined
  /** Pay also through a node that does not enforce a fee limit. */
  readonly allowUncappedFees: boolean
}

const KINDS = ALL_BACKENDS.map(({ kind }) => kind)

const PREFIXES = { mainnet: 'bc', testnet: 'tb', signet: 'tbs', regtest: 'bcrt' } as const

/** Reads only the variables of the source that is chosen. */
export function readFunding(read: Reader, context: ReadContext): FundingConfig {
  const kind = read.choice('SERVICE_FUNDING_SOURCE', KINDS, 'simulated')
  const network =
    read.optional('SERVICE_NETWORK') === undefined
      ? undefined
      : PREFIXES[read.choice('SERVICE_NETWORK', ['mainnet', 'testnet', 'signet', 'regtest'] as const, 'mainnet')]
  return {
    source: backendOf(kind).read(read, context),
    former: readFormer(read, context),
    network,
    allowUncappedFees: read.flag('SERVICE_ALLOW_UNCAPPED_FEES', false),
  }
}

export const FORMER = 'FORMER_'

/** Its variables are those of the source with `FORMER_` before them, so that both may be of one kind. */
function readFormer(read: Reader, context: ReadContext): FundingConfig['former'] {
  if (read.optional('SERVICE_FORMER_FUNDING_SOURCE') === undefined) return undefined
  const kind = read.choice('SERVICE_FORMER_FUNDING_SOURCE', [...KINDS, 'none'] as const, 'none')
  if (kind === 'none') return 'none'
  const problems: string[] = []
  const source = backendOf(kind).read(formerOnly(read), { ...context, problems })
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
