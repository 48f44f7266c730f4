import { schemaRef } from '@satchel/http/schema-ref'
import { type TSchemaOptions, Type } from 'typebox'

const NullableNumber = (options: TSchemaOptions) => Type.Union([Type.Number(), Type.Null()], options)

const sourcePrice = (label: string) =>
  NullableNumber({
    description: `Last traded price on ${label}, in units of the currency per 1 BTC. Null when the exchange does not list the pair or has not answered since the start.`,
    examples: [95230.25],
  })

const statistic = (description: string) =>
  Type.Optional(NullableNumber({ description, readOnly: true, examples: [95230.25] }))

export const ExchangeRates = Type.Object(
  {
    median: statistic('Median over the sources that have a price; with two it is their mean. Null when none has.'),
    min: statistic('Lowest price of a source. Null when none has one.'),
    max: statistic('Highest price of a source. Null when none has one.'),
    source_a: sourcePrice('Coinbase Exchange'),
    source_b: sourcePrice('Kraken'),
    source_c: sourcePrice('Bitfinex'),
    source_d: sourcePrice('Bitstamp'),
    source_e: sourcePrice('Binance (USD through USDT)'),
    source_f: sourcePrice('Coinmate'),
    source_g: sourcePrice('Gemini'),
  },
  {
    $id: 'ExchangeRates',
    description: 'Prices in one currency by exchange, in units of the currency per 1 BTC.',
  },
)

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'End of the last cycle, ISO 8601 in UTC.',
  examples: ['2026-11-20T12:00:00.123Z'],
})

const Base = Type.Literal('BTC', { description: 'Base asset.' })
const Currency = Type.String({ description: 'ISO 4217 code, upper case.', examples: ['USD'] })

export const RatesResponse = Type.Object(
  {
    timestamp: Timestamp,
    base: Base,
    rates: Type.Record(Type.String(), schemaRef(ExchangeRates), {
      description: 'Prices by currency (ISO 4217 code); one entry per configured currency.',
    }),
  },
  { $id: 'RatesResponse', description: 'All configured currencies.' },
)

export const CurrencyRateResponse = Type.Object(
  { timestamp: Timestamp, base: Base, currency: Currency, rates: schemaRef(ExchangeRates) },
  { $id: 'CurrencyRateResponse', description: 'One currency.' },
)

export const ConvertResponse = Type.Object(
  {
    timestamp: Timestamp,
    currency: Currency,
    amount: Type.Number({ description: 'Amount requested, in units of the currency.', examples: [900] }),
    sats: Type.Integer({
      description: 'Value in satoshis (1 BTC = 100 000 000), rounded down; exact for any size.',
      examples: [1800000],
    }),
    rate: Type.Number({ description: 'Median price per 1 BTC used for the conversion.', examples: [50000] }),
  },
  { $id: 'ConvertResponse', description: 'Amount of a currency in satoshis.' },
)
