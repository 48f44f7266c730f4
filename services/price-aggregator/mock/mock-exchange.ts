import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createPort, type Socket } from 'node:net'
import type { SourceId } from '../src/exchanges/source.ts'
import type { ExchangeAnswer } from './dialects/dialect.ts'
import { exchangeDialects } from './dialects/exchange-dialects.ts'
import { decimalText, inForm, type Listing, openQuote, type Quote, type Ticker } from './market.ts'
import { type Deed, type Misbehaviour, type Reply, sendWhole } from './misbehaviours/misbehaviour.ts'

export interface MockExchangeOptions {
  readonly sourceId: SourceId
  /** 0: any free port. */
  readonly port: number
  readonly now: () => number
  readonly journalLimit: number
}

export interface JournalEntry {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly startedAt: number
}

export type Price = number | string | null

/** One exchange on one loopback port. */
export class MockExchange {
  readonly prices = new Map<string, Price>()
  readonly journal: JournalEntry[] = []
  misbehaviour: Misbehaviour | undefined
  maxConcurrent = 0
  inFlight = 0
  port: number
  readonly #options: MockExchangeOptions
  readonly #sockets = new Set<Socket>()
  readonly #requestsOn = new WeakMap<Socket, number>()
  readonly #askedPerUrl = new Map<string, number>()
  readonly #lastGood = new Map<string, Quote>()
  /** HTTP sits behind a plain port, so that a misbehaviour can take a connection before HTTP sees it. */
  readonly #door = createPort((socket) => this.#admit(socket))
  readonly #http = createServer((request, response) => this.#serve(request, response))

  constructor(options: MockExchangeOptions) {
    this.#options = options
    this.port = options.port
    // Some tests are about a client that waits forever, so the mock never disconnects on its own.
    Object.assign(this.#http, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 })
    this.resetPrices()
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#door.once('error', reject)
      this.#door.listen(this.port, '127.0.0.1', () => {
        this.#door.off('error', reject)
        this.port = (this.#door.address() as AddressInfo).port
        resolve()
      })
    })
  }

  /** Stops listening immediately; requests in flight get a reset. */
  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#door.close(() => resolve()))
    this.#dropConnections()
    return closed
  }

  async misbehave(misbehaviour: Misbehaviour | undefined): Promise<void> {
    const before = this.misbehaviour
    this.misbehaviour = misbehaviour
    this.#askedPerUrl.clear()
    if (misbehaviour?.does.connection) this.#dropConnections()
    if (misbehaviour?.does.deaf) await this.close()
    else if (before?.does.deaf) await this.listen()
  }

  async reset(): Promise<void> {
    await this.misbehave(undefined)
    this.#dropConnections()
    this.#lastGood.clear()
    this.journal.length = 0
    this.maxConcurrent = 0
    this.resetPrices()
  }

  resetPrices(): void {
    this.prices.clear()
    for (const [currency, price] of Object.entries(exchangeDialects[this.#options.sourceId].prices)) {
      this.prices.set(currency, price)
    }
  }

  #dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #admit(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    // A peer that resets the connection is expected here.
    socket.on('error', () => {})
    const take = this.misbehaviour?.does.connection
    if (take) take(socket)
    else this.#http.emit('connection', socket)
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const nthOnConnection = (this.#requestsOn.get(request.socket) ?? 0) + 1
    this.#requestsOn.set(request.socket, nthOnConnection)
    this.#note(request, response)
    const moved = request.url?.startsWith(MOVED) ?? false
    const url = (moved ? request.url?.slice(MOVED.length) : request.url) ?? '/'
    const nth = (this.#askedPerUrl.get(url) ?? 0) + 1
    this.#askedPerUrl.set(url, nth)
    const does = moved ? undefined : this.misbehaviour?.does
    const deed = does && (does.when?.(nth) ?? true) ? does : WELL_BEHAVED
    const reply = this.#reply(request, new URL(url, 'http://127.0.0.1'), deed, nth)
    const send = deed.send ?? sendWhole
    send(response, reply, { url, port: this.port, nthOnConnection })
  }

  #note(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request
    this.journal.push({ method, url, headers, startedAt: this.#options.now() })
    if (this.journal.length > this.#options.journalLimit) this.journal.shift()
    this.inFlight += 1
    this.maxConcurrent = Math.max(this.maxConcurrent, this.inFlight)
    response.once('close', () => {
      this.inFlight -= 1
    })
  }

  #reply(request: IncomingMessage, url: URL, deed: Deed, nth: number): Reply {
    const dialect = exchangeDialects[this.#options.sourceId]
    const nowMs = this.#options.now()
    const path = url.pathname
    const query = url.searchParams
    const usual: ExchangeAnswer =
      request.method === 'GET'
        ? dialect.answer({ path, query, headers: request.headers }, this.#tickers(deed, nth, nowMs))
        : { status: 405, json: { message: 'Method not allowed' } }
    const reply = toReply(deed.answer?.(usual) ?? usual, deed)
    return deed.reply?.(reply, { nowMs }) ?? reply
  }

  #tickers(deed: Deed, nth: number, nowMs: number): readonly Ticker[] {
    const { sourceId } = this.#options
    const listings = deed.listings?.(this.#listings(), sourceId) ?? this.#listings()
    return listings.map((listing) => {
      const usual = openQuote(this.#priceText(listing.currency), nowMs)
      const lastGood = this.#lastGood.get(listing.currency) ?? usual
      const quote = deed.quote?.(usual, { sourceId, nth, nowMs, lastGood }) ?? usual
      this.#lastGood.set(listing.currency, this.misbehaviour ? lastGood : usual)
      return { ...listing, ...quote, last: (form) => (deed.last ?? inForm)(quote.price, form) }
    })
  }

  #listings(): readonly Listing[] {
    const { symbolOf, keyOf } = exchangeDialects[this.#options.sourceId]
    const listed = [...this.prices].filter(([, price]) => price !== null)
    return listed.map(([currency]) => ({ currency, symbol: symbolOf(currency), key: keyOf(currency) }))
  }

  #priceText(currency: string): string {
    const price = this.prices.get(currency) ?? ''
    return typeof price === 'string' ? price : decimalText(price, exchangeDialects[this.#options.sourceId].decimals)
  }
}

/** Where redirects lead; answers there are always good. */
const MOVED = '/moved'
const WELL_BEHAVED: Deed = {}

function toReply(answer: ExchangeAnswer, deed: Deed): Reply {
  if ('html' in answer) {
    const headers = { ...answer.headers, 'content-type': 'text/html; charset=utf-8' }
    return { status: answer.status, headers, body: Buffer.from(answer.html) }
  }
  const usual = JSON.stringify(answer.json)
  const changed = deed.json ? JSON.stringify(deed.json(JSON.parse(usual))) : usual
  const headers = { ...answer.headers, 'content-type': 'application/json; charset=utf-8' }
  return { status: answer.status, headers, body: Buffer.from(deed.text?.(changed) ?? changed) }
}
