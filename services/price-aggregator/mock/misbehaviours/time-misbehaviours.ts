import type { Misbehaviour } from './misbehaviour.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Misbehaviours that need a trade time are bound to Coinbase: the only exchange whose trade time the product reads. */
export const timeMisbehaviours: readonly Misbehaviour[] = [
  {
    name: 'old-trade-interleaved',
    kind: 'time',
    what: 'every other answer is a trade of twelve hours ago at another price, the first one included',
    expect: 'updated',
    rounds: 2,
    sources: ['source_a'],
    does: {
      when: (nth) => nth % 2 === 1,
      quote: (quote, { nowMs }) => ({ ...quote, price: '90000.00', tradedAtMs: nowMs - 12 * HOUR_MS }),
    },
  },
  {
    name: 'old-trade',
    kind: 'time',
    what: 'every answer is a trade of twelve hours ago at another price',
    expect: 'kept',
    sources: ['source_a'],
    does: { quote: (quote, { nowMs }) => ({ ...quote, price: '90000.00', tradedAtMs: nowMs - 12 * HOUR_MS }) },
  },
  {
    name: 'time-going-backwards',
    kind: 'time',
    what: 'each trade is a minute older than the one before',
    expect: 'kept',
    sources: ['source_a'],
    does: {
      quote: (quote, { lastGood, nth }) => ({ ...quote, tradedAtMs: lastGood.tradedAtMs - nth * 60_000 }),
    },
  },
  {
    name: 'time-in-the-future',
    kind: 'time',
    what: 'trades of tomorrow',
    expect: 'updated',
    sources: ['source_a', 'source_d', 'source_f', 'source_g'],
    does: { quote: (quote) => ({ ...quote, tradedAtMs: quote.tradedAtMs + DAY_MS }) },
  },
  {
    name: 'time-in-other-unit',
    kind: 'time',
    what: 'milliseconds where seconds are usual, and the reverse (Gemini)',
    expect: 'updated',
    sources: ['source_d', 'source_f', 'source_g'],
    does: {
      quote: (quote, { sourceId }) => ({
        ...quote,
        tradedAtMs: sourceId === 'source_g' ? quote.tradedAtMs / 1000 : quote.tradedAtMs * 1000,
      }),
    },
  },
  {
    name: 'time-unreadable',
    kind: 'time',
    what: 'a trade time in milliseconds where ISO 8601 is usual',
    expect: 'updated',
    sources: ['source_a'],
    does: {
      json: (json) => {
        const ticker = json as { time?: string }
        return ticker.time === undefined ? json : { ...ticker, time: Date.parse(ticker.time) }
      },
    },
  },
  {
    name: 'price-frozen',
    kind: 'time',
    what: 'the last good price again and again, with a trade time that moves on',
    expect: 'kept',
    does: { quote: (quote, { lastGood }) => ({ ...lastGood, tradedAtMs: quote.tradedAtMs }) },
  },
  {
    name: 'stale-from-cache',
    kind: 'time',
    what: 'the last good answer out of a cache, with Age and an old Date',
    expect: 'kept',
    does: {
      quote: (_, { lastGood }) => lastGood,
      reply: (reply, { nowMs }) => ({
        ...reply,
        headers: { ...reply.headers, age: '43200', date: new Date(nowMs - 12 * HOUR_MS).toUTCString() },
      }),
    },
  },
]
