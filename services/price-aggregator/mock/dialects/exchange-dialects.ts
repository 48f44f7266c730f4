import type { SourceId } from '../../src/exchanges/source.ts'
import { binance } from './binance.ts'
import { bitfinex } from './bitfinex.ts'
import { bitstamp } from './bitstamp.ts'
import { coinbase } from './coinbase.ts'
import { coinmate } from './coinmate.ts'
import type { Dialect } from './dialect.ts'
import { gemini } from './gemini.ts'
import { kraken } from './kraken.ts'

/** How each exchange asks and answers (rules T2–T8). */
export const exchangeDialects: Readonly<Record<SourceId, Dialect>> = {
  source_a: coinbase,
  source_b: kraken,
  source_c: bitfinex,
  source_d: bitstamp,
  source_e: binance,
  source_f: coinmate,
  source_g: gemini,
}
