import { FUNDING_VARIABLES, NODE_VARIABLES } from './node-variables.ts'
import { flag, list, text, type Variable, whole } from './variable.ts'
import { WALLET_VARIABLES } from './wallet-variables.ts'

export const FORMER = 'FORMER_'

/** Read by each command before anything else. */
export const ENTRY_VARIABLES: readonly Variable[] = [
  text('SERVICE_CONFIG_FOLDER', 'Folder of `.env` and `satchel.toml`; only in the environment.', {
    by: ['wallet', 'prices', 'start', 'rekey'],
    varies: 'the working folder',
  }),
  list('SERVICE_FOREIGN_VARIABLES', 'Names of other programs that look like ours: they do not stop the start.', {
    by: ['wallet', 'prices', 'start', 'rekey'],
  }),
  whole('PRICES_PORT', [5001, 1, 65_535], 'Port of the price aggregator below `npm start`.', { by: ['start'] }),
]

const PRICES = { by: ['prices'] } as const

export const PRICE_VARIABLES: readonly Variable[] = [
  whole('PORT', [5001, 0, 65_535], 'Port, without `npm start`; 0 = any free one.', PRICES),
  whole('FETCH_INTERVAL_SECONDS', [60, 1, 86_400], 'Seconds from cycle to cycle.', PRICES),
  text('CURRENCIES', 'Comma list or JSON array of ISO 4217 codes.', { ...PRICES, default: 'USD,EUR,CHF,GBP,CZK' }),
  text('EXCHANGES_FILE', 'Exchanges, URLs, pairs and time-outs as data.', { ...PRICES, varies: 'the file that ships' }),
  text('PRICES_DATA_FOLDER', 'History and last snapshot.', { ...PRICES, default: './data' }),
  flag('PRICES_WARM_START', false, 'Answer from the last snapshot until the first cycle has completed.', PRICES),
  whole('SERVICE_RATE_LIMIT_NO', [0, 0, 1_000_000_000], 'Requests of one address per unit; 0 = no limit.', PRICES),
]

/** Every variable that a process of ours reads; those of a former node have `FORMER_` before their name and are not here. */
export const KNOWN_VARIABLES: readonly Variable[] = [
  ...ENTRY_VARIABLES,
  ...Object.values(WALLET_VARIABLES).flat(),
  ...FUNDING_VARIABLES,
  ...NODE_VARIABLES.flatMap(({ variables }) => variables),
  ...PRICE_VARIABLES,
]

const NODE_NAMES = new Set(NODE_VARIABLES.flatMap(({ variables }) => variables.map(({ name }) => name)))

const BY_NAME = Map.groupBy(KNOWN_VARIABLES, ({ name }) => name)

/** The row of a name, also of a former node's. `by`: where two services have rows of that name. */
export function findVariable(name: string, by?: Variable['by'][number]): Variable | undefined {
  const own = name.startsWith(FORMER) ? name.slice(FORMER.length) : name
  if (own !== name && !NODE_NAMES.has(own)) return undefined
  const rows = BY_NAME.get(own)
  return rows?.find((row) => by !== undefined && row.by.includes(by)) ?? rows?.[0]
}
