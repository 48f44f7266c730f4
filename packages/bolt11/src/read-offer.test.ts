import { expect, test } from 'vitest'
import { readOffer } from './read-offer.ts'

/** BOLT 12: the smallest one, and the one of its test vectors for the format. */
const SMALLEST = 'lno1zcss9mk8y3wkklfvevcrszlmu23kfrxh49px20665dqwmn4p72pksese'
const WHOLE =
  'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg'

test('an offer is recognised in any case, and joined if it was split', () => {
  expect(readOffer(SMALLEST)).toBe(SMALLEST)
  expect(readOffer(WHOLE)).toBe(WHOLE)
  expect(readOffer(WHOLE.toUpperCase())).toBe(WHOLE)
  expect(readOffer(`${WHOLE.slice(0, 40)}+${WHOLE.slice(40)}`)).toBe(WHOLE)
  expect(readOffer(`${WHOLE.slice(0, 40)}+\r\n ${WHOLE.slice(40, 60)}+ ${WHOLE.slice(60)}`)).toBe(WHOLE)
})

test.each([
  '',
  'lno1',
  'lno1qq',
  WHOLE.slice(0, -2),
  `${WHOLE}+`,
  `+${WHOLE}`,
  `L${WHOLE.slice(1)}`,
  WHOLE.replace('p7', 'b7').replace('pq', 'bq'),
  WHOLE.replace('lno', 'lni'),
  // A description, and no recipient.
  'lno1pgqq',
  'x'.repeat(20_000),
])('%j is no offer', (text) => {
  expect(readOffer(text)).toBeUndefined()
})
