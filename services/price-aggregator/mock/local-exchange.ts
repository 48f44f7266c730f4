import type { IncomingMessage, ServerResponse } from 'node:http'
import { DEFAULT_EXCHANGES_FILE, readExchangeFile } from '../src/exchanges/exchange-file.ts'
import { createSourceFetcher } from '../src/exchanges/fetch-source.ts'
import type { Source, SourceAnswer, SourceId } from '../src/exchanges/source.ts'
import { openLocalServer } from './local-server.ts'

export const NOW = Date.parse('2026-11-20T12:00:00Z')
const CURRENCIES = ['USD', 'EUR', 'CHF', 'GBP', 'CZK']

/** The answer of the exchange to a path: a body for status 200, `silence`, `reset`, a status, or all with headers. */
export type Said = string | number | { status: number; headers?: Record<string, string>; body?: string }
export type Talk = (url: URL) => Said

/** For tests: an exchange as in the shipped file, whose answers come from `talk`. */
export async function openExchange(id: SourceId, talk: Talk, changes: Partial<Source> = {}, random = () => 0) {
  const server = await openLocalServer((request, response) => say(talk(urlOf(request)), request, response))
  const deps = { source: sourceAt(server.origin, id, changes), userAgent: 'satchel-prices/1', clock: () => NOW, random }
  const fetcher = createSourceFetcher(deps)
  return {
    /** One round: its answer, and the requests it made. */
    async round(signal?: AbortSignal): Promise<SourceAnswer & { requests: string[] }> {
      const before = server.requests.length
      const answer = await fetcher.fetch(signal)
      return { ...answer, requests: server.requests.slice(before).map(decodeURIComponent) }
    },
  }
}

/** The shipped description of one exchange, pointed at a server of our own. */
export function sourceAt(origin: string, id: SourceId, changes: Partial<Source> = {}): Source {
  const shipped = readExchangeFile(DEFAULT_EXCHANGES_FILE, CURRENCIES).sources.find((source) => source.id === id)
  if (shipped === undefined) throw new Error(`${id} is not in the shipped file`)
  const here = (url: string) => url.replace(/^https:\/\/[^/]+/, origin)
  const bulk = shipped.bulk && { ...shipped.bulk, url: here(shipped.bulk.url) }
  const single = shipped.single && { ...shipped.single, url: here(shipped.single.url) }
  return { ...shipped, bulk, single, ...changes }
}

function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://exchange')
}

function say(said: ReturnType<Talk>, request: IncomingMessage, response: ServerResponse): void {
  if (said === 'silence') return
  if (said === 'reset') return void request.socket.resetAndDestroy()
  const full =
    typeof said === 'string' ? { status: 200, body: said } : typeof said === 'number' ? { status: said } : said
  response.writeHead(full.status, 'headers' in full ? full.headers : {}).end('body' in full ? full.body : '{}')
}
