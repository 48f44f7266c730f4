import { expect, test } from 'vitest'
import { boundsIn } from './bounds-text.ts'
import { toMsat } from './typed-amount.ts'

test.each([
  ['EUR', 1_000n, 10_000_000n, ['€0.01', '€5.00']],
  ['EUR', undefined, 9_999_000n, [undefined, '€4.99']],
  ['EUR', 11_001_000n, undefined, ['€5.51', undefined]],
  ['JPY', 1_000n, 100_000n, ['¥1', '¥16']],
  // Less than the smallest coin: only satoshis say it.
  ['JPY', 1_000n, 3_000n, ['1 sat', '3 sat']],
  ['sat', 1_000n, 3_000n, ['1 sat', '3 sat']],
])(
  'bounds are shown in %s when amounts are typed in it, and the shown amounts are allowed',
  (unit, min, max, texts) => {
    const rate = { currency: unit, perBtc: unit === 'JPY' ? 16_000_000 : 50_000, timestamp: 0 }
    const said = boundsIn({ min, max }, unit, unit === 'sat' ? undefined : rate)
    expect([said.low, said.high]).toEqual(texts)
    for (const text of Object.values(said).filter((each) => !each.endsWith(' sat'))) {
      const amount = toMsat({ unit, text: text.slice(1) }, rate) ?? 0n
      expect(amount >= (min ?? 0n) && amount <= (max ?? amount), text).toBe(true)
    }
  },
)
