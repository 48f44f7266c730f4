import { askExchange, type ExchangeDeps, type Reply } from './ask-exchange.ts'
import { createRefusedPairs, type RefusedPairs } from './refused-pairs.ts'
import type { CellAnswer, SourceAnswer } from './source.ts'

const SINGLES_AT_A_TIME = 3

export interface SourceFetcherDeps extends ExchangeDeps {
  /** 0 ≤ number < 1; spreads the later tries of refused pairs. */
  readonly random: () => number
}

export interface SourceFetcher {
  /** One round of requests; every listed pair gets a cell. Never rejects. Rounds must not overlap. */
  fetch(signal?: AbortSignal): Promise<SourceAnswer>
}

/** Asks one exchange, round after round: at most one bulk request and one request per listed pair in each. */
export function createSourceFetcher(deps: SourceFetcherDeps): SourceFetcher {
  const refused = createRefusedPairs(deps.random)
  return { fetch: (signal) => playRound({ deps, refused, signal }) }
}

interface Round {
  readonly deps: ExchangeDeps
  readonly refused: RefusedPairs
  readonly signal: AbortSignal | undefined
}

async function playRound(round: Round): Promise<SourceAnswer> {
  const { source } = round.deps
  const listed = source.enabled ? [...source.pairs.keys()] : []
  const inTurn = listed.filter((currency) => round.refused.takeTurn(currency))
  const together = source.bulk === undefined ? [] : listed.filter((currency) => !isRefused(round, currency))

  const bulk = await askTogether(round, together)
  const singles = await askSingly(round, singlesAfter(round, bulk, together, inTurn))
  const cells = new Map<string, CellAnswer>()
  for (const currency of listed) cells.set(currency, cellOf(currency, round, bulk, singles))
  noteRefusals(round, singles)
  return summarise(cells, bulk === undefined ? [...singles.values()] : [bulk, ...singles.values()])
}

function isRefused({ refused }: Round, currency: string): boolean {
  return refused.errorOf(currency) !== undefined
}

async function askTogether({ deps, signal }: Round, currencies: readonly string[]): Promise<Reply | undefined> {
  const { bulk } = deps.source
  return bulk === undefined || currencies.length === 0 ? undefined : askExchange(deps, bulk, currencies, signal)
}

/** The pairs to fetch one by one: refused pairs, or all if the bulk request was refused; none if the exchange is down. */
function singlesAfter(
  round: Round,
  bulk: Reply | undefined,
  together: readonly string[],
  inTurn: readonly string[],
): readonly string[] {
  if (round.deps.source.single === undefined) return []
  if (bulk === undefined || (!bulk.ok && bulk.reason === 'refused')) return inTurn
  return bulk.ok ? inTurn.filter((currency) => !together.includes(currency)) : []
}

/** Three at a time; an exchange that wants to be left alone is, and the pairs still waiting get no reply. */
async function askSingly(round: Round, currencies: readonly string[]): Promise<Map<string, Reply>> {
  const { deps, signal } = round
  const replies = new Map<string, Reply>()
  const { single } = deps.source
  if (single === undefined) return replies
  const waiting = [...currencies]
  let mayAsk = true
  const askOneByOne = async () => {
    for (let next = waiting.shift(); next !== undefined && mayAsk; next = waiting.shift()) {
      const reply = await askExchange(deps, single, [next], signal)
      replies.set(next, reply)
      if (signal?.aborted || (!reply.ok && reply.reason === 'stay-away')) mayAsk = false
    }
  }
  await Promise.all(Array.from({ length: SINGLES_AT_A_TIME }, askOneByOne))
  return replies
}

function cellOf(currency: string, round: Round, bulk: Reply | undefined, singles: Map<string, Reply>): CellAnswer {
  const single = singles.get(currency)
  if (single !== undefined) return cellIn(single, currency)
  if (bulk !== undefined && !(bulk.ok && !bulk.cells.has(currency))) return cellIn(bulk, currency)
  return { ok: false, error: round.refused.errorOf(currency) ?? 'not asked: the exchange wants no more requests' }
}

function cellIn(reply: Reply, currency: string): CellAnswer {
  if (!reply.ok) return { ok: false, error: reply.error }
  return reply.cells.get(currency) ?? { ok: false, error: 'not in the answer' }
}

/** A rejected pair counts as one only if another pair succeeds: otherwise the exchange has a problem. */
function noteRefusals({ refused }: Round, singles: Map<string, Reply>): void {
  const served = [...singles].filter(([currency, reply]) => cellIn(reply, currency).ok)
  for (const [currency] of served) refused.readmit(currency)
  for (const [currency, reply] of singles) {
    if (reply.ok || reply.reason !== 'refused') continue
    if (served.length > 0 || refused.errorOf(currency) !== undefined) refused.refuse(currency, reply.error)
  }
}

/** If one cell was filled the source works; the other cells have their own errors. */
function summarise(cells: Map<string, CellAnswer>, replies: readonly Reply[]): SourceAnswer {
  const failures = replies.filter((reply) => !reply.ok)
  const waits = failures.map((failure) => failure.retryAfterMs).filter((wait) => wait !== undefined)
  const works = cells.size === 0 || [...cells.values()].some((cell) => cell.ok)
  const firstCellError = [...cells.values()].map((cell) => (cell.ok ? undefined : cell.error))[0]
  return {
    cells,
    error: works ? undefined : (failures[0]?.error ?? firstCellError),
    retryAfterMs: waits.length === 0 ? undefined : Math.max(...waits),
  }
}
