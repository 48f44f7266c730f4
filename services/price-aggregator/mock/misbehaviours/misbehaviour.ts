import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { SourceId } from '../../src/exchanges/source.ts'
import type { ExchangeAnswer } from '../dialects/dialect.ts'
import type { Listing, PriceForm, Quote } from '../market.ts'

/** One misbehaviour of an exchange, and the reaction of a strict client. */
export interface Misbehaviour {
  readonly name: string
  readonly kind: 'transport' | 'status' | 'body' | 'logical' | 'value' | 'time' | 'sequence'
  /** One line for people. */
  readonly what: string
  /** Whether a strict client keeps the last value or shows the new one; see `expectationOf` for one cell. */
  readonly expect: Expectation
  /** The exchanges on which it means anything; absent: all seven. */
  readonly sources?: readonly SourceId[]
  /** It hits one pair only: that pair's last value is kept, `expect` holds for the others. */
  readonly onePair?: true
  /** How many rounds of requests it takes until `expect` holds; absent: one. */
  readonly rounds?: number
  /** The number that an updating client shows for a price; absent: the price. */
  readonly shown?: (price: number) => number
  readonly does: Deed
}

export type Expectation = 'kept' | 'updated'

/** The stages of an answer that a misbehaviour changes, from the outside inwards. Absent ones are normal. */
export interface Deed {
  /** Changes the origin in `exchangesFile()`; a client feels it when it starts with that file. */
  readonly origin?: (origin: string) => string
  /** True: nothing listens on the port. */
  readonly deaf?: true
  /** Takes a new connection; HTTP never sees it. */
  readonly connection?: (socket: Socket) => void
  /** Whether it acts on this request; `nth` counts how often this very URL has been asked, from 1. */
  readonly when?: (nth: number) => boolean
  readonly listings?: (listings: readonly Listing[], sourceId: SourceId) => readonly Listing[]
  readonly quote?: (quote: Quote, turn: QuoteTurn) => Quote
  readonly last?: (price: string, form: PriceForm) => unknown
  readonly answer?: (answer: ExchangeAnswer) => ExchangeAnswer
  readonly json?: (json: unknown) => unknown
  readonly text?: (text: string) => string
  readonly reply?: (reply: Reply, turn: ReplyTurn) => Reply
  readonly send?: (response: ServerResponse, reply: Reply, turn: SendTurn) => void
}

export interface QuoteTurn {
  readonly sourceId: SourceId
  readonly nth: number
  readonly nowMs: number
  /** The last normal answer of this exchange about the pair. */
  readonly lastGood: Quote
}

export interface ReplyTurn {
  readonly nowMs: number
}

export interface SendTurn {
  readonly url: string
  readonly port: number
  /** Counts the requests on this connection, from 1. */
  readonly nthOnConnection: number
}

/** An answer as bytes. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export function sendWhole(response: ServerResponse, reply: Reply): void {
  const length = reply.status === 204 ? {} : { 'content-length': String(reply.body.length) }
  response.writeHead(reply.status, { ...reply.headers, ...length })
  response.end(reply.body)
}
