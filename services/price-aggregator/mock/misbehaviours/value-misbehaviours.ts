import { decimalText, inForm } from '../market.ts'
import { rawJson } from '../raw-json.ts'
import type { Misbehaviour } from './misbehaviour.ts'

export const valueMisbehaviours: readonly Misbehaviour[] = [
  {
    ...value('number-and-text-swapped', 'a number where text is usual, and the reverse', (price, form) =>
      form === 'text' ? inForm(price, 'number') : price,
    ),
    expect: 'updated',
  },
  {
    ...value('twenty-decimals', 'the price to twenty decimals', (price, form) => inForm(toTwentyDecimals(price), form)),
    expect: 'updated',
  },
  value('price-zero', 'zero', (_, form) => inForm('0', form)),
  value('price-zero-with-decimals', 'zero as 0.00000', (_, form) => inForm('0.00000', form)),
  value('price-negative', 'the price with a minus', (price, form) => inForm(`-${price}`, form)),
  value('price-nan', 'the text NaN', () => 'NaN'),
  value('price-infinity', 'the text Infinity', () => 'Infinity'),
  value('price-1e400', 'a JSON number that no double holds', () => rawJson('1e400')),
  value('price-1e400-as-text', 'the same as text', () => '1e400'),
  value('price-with-thousands-separator', 'text such as 95,230.25', (price) => Number(price).toLocaleString('en-US')),
  value('price-with-decimal-comma', 'text such as 95230,25', (price) => `${price.split('.')[0]},25`),
  value('price-empty', 'empty text', () => ''),
  value('price-blank', 'white space', () => ' \t '),
  value('price-padded', 'the price between blanks', (price) => ` ${price} `),
  value('price-with-plus', 'the price with a plus', (price) => `+${price}`),
  value('price-with-unit', 'the price with its currency', (price) => `${price} USD`),
  value('price-hexadecimal', 'text such as 0x173fe', (price) => `0x${Math.round(Number(price)).toString(16)}`),
  value('price-in-unicode-digits', 'the price in full-width digits', toFullWidth),
  value('price-null', 'null', () => null),
  value('price-true', 'true', () => true),
  value('price-in-object', 'an object around the price', (price, form) => ({ value: inForm(price, form) })),
  value('price-in-array', 'a list around the price', (price, form) => [inForm(price, form)]),
  skewed('factor-100', 'a hundred times the price', (price) => price * 100),
  skewed('factor-100-down', 'a hundredth of the price', (price) => price / 100),
  skewed('factor-1e8', 'the price times 1e8, as if of a satoshi', (price) => price * 1e8),
  skewed('price-inverted', 'bitcoin per unit of money', (price) => 1 / price),
  skewed('price-of-another-asset', 'the price of another coin', (price) => price * 0.0328),
  {
    name: 'bid-and-ask-crossed',
    kind: 'value',
    what: 'bid above ask; the last price is right',
    expect: 'updated',
    sources: ['source_a', 'source_b', 'source_c', 'source_d', 'source_f', 'source_g'],
    does: { quote: (quote) => ({ ...quote, bid: quote.ask, ask: quote.bid }) },
  },
]

type Row = Omit<Misbehaviour, 'expect'> & { readonly expect: 'kept' }

function value(name: string, what: string, last: NonNullable<Misbehaviour['does']['last']>): Row {
  return { name, kind: 'value', what, expect: 'kept', does: { last } }
}

/** Wrong without any sign of it: the published value follows (rule T9). */
function skewed(name: string, what: string, shown: (price: number) => number): Misbehaviour {
  const last = (price: string, form: 'text' | 'number') => inForm(decimalText(shown(Number(price))), form)
  return { name, kind: 'value', what, expect: 'updated', shown, does: { last } }
}

/** So little that a double does not see it. */
function toTwentyDecimals(price: string): string {
  const [whole, decimals = ''] = price.split('.')
  return `${whole}.${decimals.padEnd(19, '0')}1`
}

function toFullWidth(price: string): string {
  return price.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
}
