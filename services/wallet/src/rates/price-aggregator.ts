import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@satchel/http/log'
import { parseJson } from '@satchel/json/parse-json'
import type { Clock } from '../base/clock.ts'
import { fetchBody } from './fetch-body.ts'
import type { Quote, RateSource } from './rate-source.ts'
import { readQuotes, readRatesBody, updateQuotes } from './read-rates-body.ts'
import { readServerEvents } from './read-server-events.ts'

export interface PriceAggregatorOptions {
  /** Without a slash at its end. */
  readonly url: string
  readonly currencies: readonly string[]
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  readonly timing?: PriceAggregatorTiming
}

export interface PriceAggregatorTiming {
  /** One deadline for a whole answer of `/rates` and `/sources`, and for the beginning of the stream. */
  readonly answerMs: number
  /** The aggregator sends comments every 15 seconds: a stream that is silent for this long is dead. */
  readonly silenceMs: number
  readonly leastPauseMs: number
  readonly mostPauseMs: number
}

const TIMING: PriceAggregatorTiming = { answerMs: 5000, silenceMs: 45_000, leastPauseMs: 250, mostPauseMs: 30_000 }
/** A connection that lasted this long resets the backoff. */
const GOOD_CONNECTION_MS = 60_000
/** When both services start together, the first tries may fail: do not log these. */
const FAILURES_BEFORE_A_WARNING = 4

/**
 * Follows the price aggregator's stream permanently and never delays a request: asks `/rates` on every connection, so
 * that a proxy that holds events back costs freshness and not prices, and reconnects after any error.
 */
export function followPriceAggregator(options: PriceAggregatorOptions): RateSource {
  const { log, random, timing = TIMING } = options
  const known = new Map<string, Quote>()
  const listeners: (() => void)[] = []
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let warned = false

  const learn = async (body: unknown): Promise<void> => {
    const news = await judge(options, body, stopping.signal)
    if (stopping.signal.aborted || !updateQuotes(known, news)) return
    if (warned) log.info({}, 'the price aggregator is followed again')
    warned = false
    for (const listener of listeners) listener()
  }
  const followForEver = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const begun = performance.now()
      const problem = await followOnce(options, stopping.signal, learn)
      if (stopping.signal.aborted) return
      if (performance.now() - begun > GOOD_CONNECTION_MS) failures = 0
      if (failures + 1 === FAILURES_BEFORE_A_WARNING) {
        log.warn({ error: problem }, 'the price aggregator cannot be followed; it is tried again')
        warned = true
      }
      const wait = Math.min(timing.leastPauseMs * 2 ** failures, timing.mostPauseMs)
      await pause(wait * (0.5 + random() / 2), undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  return {
    quotes: () => known,
    onChange(listener) {
      listeners.push(listener)
    },
    start() {
      running ??= followForEver()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** From connecting to the error or close that ended it, which it returns. */
async function followOnce(
  { url, timing = TIMING }: PriceAggregatorOptions,
  stopping: AbortSignal,
  learn: (body: unknown) => Promise<void>,
): Promise<string> {
  const deadline = createDeadline()
  try {
    // 503 before its first cycle: then the stream delivers the prices.
    await learn(await fetchJson(`${url}/rates`, timing.answerMs, stopping))
    deadline.set(timing.answerMs)
    const signal = AbortSignal.any([stopping, deadline.signal])
    const stream = await fetch(`${url}/stream`, { headers: { accept: 'text/event-stream' }, redirect: 'error', signal })
    if (stream.status !== 200 || stream.body === null) return `/stream answered ${stream.status}`
    const body = stream.body
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      deadline.set(timing.silenceMs)
      for await (const chunk of body) {
        deadline.set(timing.silenceMs)
        yield chunk
      }
    }
    for await (const { event, data } of readServerEvents(chunks())) {
      if (event === 'rates') await learn(parseJson(data))
    }
    return 'the stream ended'
  } catch (error) {
    return describe(error)
  } finally {
    deadline.clear()
  }
}

/** Aborts when it is not set again in time. */
function createDeadline() {
  const passed = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: passed.signal,
    set(ms: number): void {
      clearTimeout(timer)
      timer = setTimeout(() => passed.abort(new Error(`nothing came for ${ms} ms`)), ms)
    },
    clear: (): void => clearTimeout(timer),
  }
}

/** The quotes of a `/rates` body. Without `/sources`, the timestamps of `/rates` are used. */
async function judge(
  { url, currencies, clock, timing = TIMING }: PriceAggregatorOptions,
  body: unknown,
  stopping: AbortSignal,
): Promise<Map<string, Quote>> {
  if (readRatesBody(body, currencies).size === 0) return new Map()
  const sources = await fetchJson(`${url}/sources`, timing.answerMs, stopping).catch(() => undefined)
  return readQuotes(body, sources, currencies, clock())
}

async function fetchJson(url: string, timeoutMs: number, stopping: AbortSignal): Promise<unknown> {
  const body = await fetchBody(url, { accept: 'application/json', timeoutMs, stopping })
  return body === undefined ? undefined : parseJson(body)
}

/** The message `fetch failed` has no reason: use its cause. */
const describe = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error ? `${message}: ${'code' in cause ? String(cause.code) : cause.message}` : message
}
