import { readFileSync } from 'node:fs'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { SOURCE_IDS, type SourceId } from '../src/exchanges/source.ts'
import type { Misbehaviour } from './misbehaviours/misbehaviour.ts'
import { appliesTo, findMisbehaviour } from './misbehaviours/misbehaviours.ts'
import { type JournalEntry, MockExchange, type Price } from './mock-exchange.ts'

/** Starts the seven exchanges on loopback: their real request and answer forms, prices and mischief under control. */
export async function startMockExchanges(options: MockExchangesOptions = {}): Promise<MockExchanges> {
  const { firstPort, now = Date.now, journalLimit = 1000 } = options
  const ports = await Promise.all(
    SOURCE_IDS.map(async (_, index) => (firstPort === undefined ? reservePort() : firstPort + index)),
  )
  const exchanges = SOURCE_IDS.map(
    (sourceId, index) => new MockExchange({ sourceId, port: ports[index] as number, now, journalLimit }),
  )
  try {
    for (const exchange of exchanges) await exchange.listen()
  } catch (error) {
    await Promise.all(exchanges.map((exchange) => exchange.close()))
    throw error
  }
  return toMockExchanges(new Map(SOURCE_IDS.map((sourceId, index) => [sourceId, exchanges[index] as MockExchange])))
}

export interface MockExchangesOptions {
  /** The seven take this port and the six after it; absent: any free ports. */
  readonly firstPort?: number
  /** The clock of trade times, dates and the journal. */
  readonly now?: () => number
  /** How many requests each exchange records. */
  readonly journalLimit?: number
}

export interface MockExchanges {
  /** The product's own `exchanges.json` with the origins of these mocks in place of the real ones. */
  exchangesFile(): ExchangesFile
  readonly prices: Readonly<Record<SourceId, Readonly<Record<string, Price>>>>
  /** Any text is sent digit by digit; null delists the pair; a currency that was not listed becomes listed. */
  setPrice(sourceId: SourceId, currency: string, price: Price): void
  /** By name or as a custom entry; undefined ends the misbehaviour. Requests already held stay held. */
  misbehave(sourceId: SourceId, misbehaviour: string | Misbehaviour | undefined): Promise<void>
  misbehaviourOf(sourceId: SourceId): Misbehaviour | undefined
  requests(sourceId: SourceId): readonly JournalEntry[]
  /** The highest number of concurrent requests. */
  maxConcurrent(sourceId: SourceId): number
  inFlight(sourceId: SourceId): number
  /** As after the start: default prices, good behaviour, empty journals, no connections; ports stay. */
  reset(): Promise<void>
  close(): Promise<void>
}

export interface ExchangesFile {
  readonly sources: readonly { readonly id: SourceId; readonly [field: string]: unknown }[]
}

function toMockExchanges(exchanges: ReadonlyMap<SourceId, MockExchange>): MockExchanges {
  const all = [...exchanges.values()]
  const find = (sourceId: SourceId): MockExchange => {
    const exchange = exchanges.get(sourceId)
    if (!exchange) throw new Error(`No source ${sourceId}: use one of ${SOURCE_IDS.join(', ')}.`)
    return exchange
  }
  return {
    exchangesFile: () => withOrigins((sourceId) => originOf(find(sourceId))),
    get prices() {
      const entries = [...exchanges].map(([sourceId, { prices }]) => [sourceId, Object.fromEntries(prices)])
      return Object.fromEntries(entries) as Record<SourceId, Record<string, Price>>
    },
    setPrice: (sourceId, currency, price) => {
      find(sourceId).prices.set(currency, price)
    },
    misbehave: async (sourceId, misbehaviour) => find(sourceId).misbehave(fitting(sourceId, misbehaviour)),
    misbehaviourOf: (sourceId) => find(sourceId).misbehaviour,
    requests: (sourceId) => [...find(sourceId).journal],
    maxConcurrent: (sourceId) => find(sourceId).maxConcurrent,
    inFlight: (sourceId) => find(sourceId).inFlight,
    reset: async () => {
      await Promise.all(all.map((exchange) => exchange.reset()))
    },
    close: async () => {
      await Promise.all(all.map((exchange) => exchange.close()))
    },
  }
}

function findByName(name: string): Misbehaviour {
  const misbehaviour = findMisbehaviour(name)
  if (misbehaviour === undefined) throw new Error(`No misbehaviour ${name}.`)
  return misbehaviour
}

function fitting(sourceId: SourceId, named: string | Misbehaviour | undefined): Misbehaviour | undefined {
  if (named === undefined) return undefined
  const misbehaviour = typeof named === 'string' ? findByName(named) : named
  if (!appliesTo(misbehaviour, sourceId)) {
    throw new Error(`${misbehaviour.name} is for ${misbehaviour.sources?.join(', ')}, not for ${sourceId}.`)
  }
  return misbehaviour
}

function originOf(exchange: MockExchange): string {
  const origin = `http://127.0.0.1:${exchange.port}`
  return exchange.misbehaviour?.does.origin?.(origin) ?? origin
}

const PRODUCT_FILE = new URL('../src/exchanges/exchanges.json', import.meta.url)

function withOrigins(originFor: (sourceId: SourceId) => string): ExchangesFile {
  const file = JSON.parse(readFileSync(PRODUCT_FILE, 'utf8')) as ExchangesFile
  return { ...file, sources: file.sources.map((source) => withOrigin(source, originFor(source.id))) }
}

type SourceEntry = ExchangesFile['sources'][number]

/** By text: a URL parser would encode the braces of `{pair}`. */
function withOrigin(source: SourceEntry, origin: string): SourceEntry {
  const text = JSON.stringify(source, (key, value: unknown) =>
    key === 'url' && typeof value === 'string' ? value.replace(/^https?:\/\/[^/]+/, origin) : value,
  )
  return JSON.parse(text) as SourceEntry
}
