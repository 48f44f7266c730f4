import type { SourceId } from '../../src/exchanges/source.ts'
import type { Listing } from '../market.ts'
import type { Misbehaviour } from './misbehaviour.ts'

/** Pair which the misbehaviours of a single pair hit; each exchange still lists another one. */
export const HIT_PAIR: Readonly<Record<SourceId, string>> = {
  source_a: 'GBP',
  source_b: 'CHF',
  source_c: 'CHF',
  source_d: 'GBP',
  source_e: 'EUR',
  source_f: 'EUR',
  source_g: 'GBP',
}

export const logicalMisbehaviours: readonly Misbehaviour[] = [
  says('source_a', 'coinbase-not-found', 404, { message: 'NotFound' }),
  says('source_a', 'coinbase-bad-request', 400, { message: 'Request could not be understood' }),
  says('source_a', 'coinbase-rate-limit', 429, { message: 'Public rate limit exceeded' }),
  says('source_b', 'kraken-unknown-pair', 200, { error: ['EQuery:Unknown asset pair'] }),
  says('source_b', 'kraken-unavailable', 200, { error: ['EService:Unavailable'] }),
  says('source_b', 'kraken-busy', 200, { error: ['EService:Busy'] }),
  says('source_b', 'kraken-rate-limit', 200, { error: ['EAPI:Rate limit exceeded'] }),
  says('source_b', 'kraken-lockout', 200, { error: ['EGeneral:Temporary lockout'] }),
  {
    name: 'kraken-error-beside-result',
    kind: 'logical',
    what: 'an entry in `error` beside a complete `result`',
    expect: 'kept',
    sources: ['source_b'],
    does: { json: (json) => ({ ...(json as object), error: ['EService:Busy'] }) },
  },
  says('source_c', 'bitfinex-error-10020', 500, ['error', 10020, 'symbols: invalid']),
  says('source_c', 'bitfinex-rate-limit', 500, ['error', 11010, 'ratelimit: error']),
  says('source_c', 'bitfinex-maintenance', 500, ['error', 20060, 'maintenance']),
  says('source_c', 'bitfinex-error-array-with-200', 200, ['error', 20060, 'maintenance', 1, 1, 1, 1, 1]),
  says('source_c', 'bitfinex-rate-limit-object', 429, { error: 'ERR_RATE_LIMIT' }),
  says('source_c', 'bitfinex-unavailable', 503, { code: 503, error: 'temporarily_unavailable' }),
  says('source_d', 'bitstamp-rate-limit', 400, { status: 'error', reason: 'Too many requests.', code: '400.002' }),
  says('source_d', 'bitstamp-error-with-200', 200, { status: 'error', reason: 'Try again later.', code: '500.001' }),
  says('source_d', 'bitstamp-maintenance', 200, { error: 'Bitstamp is down for scheduled maintenance.' }),
  says('source_d', 'bitstamp-unknown-pair', 404, { status: 'error', reason: 'Not found.', code: '404.002' }),
  says('source_d', 'bitstamp-forbidden', 403, { status: 'error', reason: 'Access denied.', code: '403.001' }),
  says('source_e', 'binance-invalid-symbol', 400, { code: -1121, msg: 'Invalid symbol.' }),
  says('source_e', 'binance-rate-limit', 429, { code: -1003, msg: 'Too many requests.' }, { 'retry-after': '2' }),
  says(
    'source_e',
    'binance-ban',
    418,
    { code: -1003, msg: 'Way too many requests; IP banned.' },
    { 'retry-after': '120' },
  ),
  says('source_e', 'binance-restricted', 451, { code: 0, msg: 'Service unavailable from a restricted location.' }),
  says('source_f', 'coinmate-error', 200, { error: true, errorMessage: 'Service unavailable', data: null }),
  says('source_f', 'coinmate-no-data', 200, { error: false, errorMessage: null, data: null }),
  {
    name: 'coinmate-error-beside-data',
    kind: 'logical',
    what: 'the error flag beside complete data',
    expect: 'kept',
    sources: ['source_f'],
    does: { json: (json) => ({ ...(json as object), error: true, errorMessage: 'Old prices' }) },
  },
  says('source_g', 'gemini-rate-limit', 429, {
    result: 'error',
    reason: 'RateLimit',
    message: 'Requests were made too frequently',
  }),
  says('source_g', 'gemini-maintenance', 503, {
    result: 'error',
    reason: 'Maintenance',
    message: 'Down for maintenance',
  }),
  says('source_g', 'gemini-error-with-200', 200, {
    result: 'error',
    reason: 'System',
    message: 'We are experiencing issues',
  }),
  {
    name: 'bad-symbol-fails-bulk',
    kind: 'logical',
    what: 'one pair has gone, and a list with it is refused as a whole; the others answer when asked singly',
    expect: 'updated',
    onePair: true,
    sources: ['source_b', 'source_e'],
    does: { listings: withoutHitPair },
  },
  {
    name: 'pair-delisted',
    kind: 'logical',
    what: 'one pair has gone: it is silently missing among the others, and unknown when asked singly',
    expect: 'updated',
    onePair: true,
    sources: ['source_a', 'source_c', 'source_d', 'source_f', 'source_g'],
    does: { listings: withoutHitPair },
  },
  {
    name: 'pair-renamed',
    kind: 'logical',
    what: 'one pair has a new symbol and a new key; the old ones are unknown',
    expect: 'updated',
    onePair: true,
    does: { listings: renameHitPair },
  },
  {
    name: 'key-in-other-form',
    kind: 'logical',
    what: 'XBTUSD where XXBTZUSD is usual, and the reverse',
    expect: 'updated',
    sources: ['source_b'],
    does: { listings: (listings) => listings.map((listing) => ({ ...listing, key: otherForm(listing) })) },
  },
  {
    name: 'rows-reordered',
    kind: 'logical',
    what: 'rows, or keys, in reverse order',
    expect: 'updated',
    sources: ['source_b', 'source_c', 'source_d', 'source_e', 'source_f', 'source_g'],
    does: { json: reverse },
  },
  {
    name: 'rows-doubled',
    kind: 'logical',
    what: 'every row twice',
    expect: 'updated',
    sources: ['source_c', 'source_d', 'source_e', 'source_g'],
    does: { json: (json) => (Array.isArray(json) ? json.flatMap((row) => [row, row]) : json) },
  },
]

function says(source: SourceId, name: string, status: number, json: unknown, headers = {}): Misbehaviour {
  return {
    name,
    kind: 'logical',
    what: `${status} ${JSON.stringify(json)}`,
    expect: 'kept',
    sources: [source],
    does: { answer: () => ({ status, headers, json }) },
  }
}

function withoutHitPair(listings: readonly Listing[], sourceId: SourceId): readonly Listing[] {
  return listings.filter(({ currency }) => currency !== HIT_PAIR[sourceId])
}

function renameHitPair(listings: readonly Listing[], sourceId: SourceId): readonly Listing[] {
  return listings.map((listing) =>
    listing.currency === HIT_PAIR[sourceId]
      ? { ...listing, symbol: `${listing.symbol}2`, key: `${listing.key}2` }
      : listing,
  )
}

function otherForm({ currency, key }: Listing): string {
  return key.startsWith('XXBTZ') ? `XBT${currency}` : `XXBTZ${currency}`
}

/** Lists inside an object stay: there the place has a meaning, as in Kraken's `c`. */
function reverse(json: unknown): unknown {
  if (Array.isArray(json)) return json.toReversed()
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(([key, value]) => [key, Array.isArray(value) ? value : reverse(value)])
  return Object.fromEntries(entries.toReversed())
}
