import { expect, test } from 'vitest'
import { paymentTitle } from './payment-title.ts'

test('a payment without a memo is titled by its direction; an unpaid invoice is not called received', () => {
  const titles = ([amount_msat, status]: readonly [number, string]) => paymentTitle({ amount_msat, status, memo: '' })
  expect(
    (
      [
        [5000, 'success'],
        [5000, 'pending'],
        [5000, 'failed'],
        [-5000, 'pending'],
      ] as const
    ).map(titles),
  ).toEqual(['payment.in', 'payment.invoice', 'payment.invoice', 'payment.out'])
  expect(paymentTitle({ amount_msat: 0, any_amount: true, status: 'pending', memo: '' })).toBe('payment.invoice')
  expect(paymentTitle({ amount_msat: 5000, status: 'pending', memo: 'Lunch' })).toBe('Lunch')
})

test('the memo of play satoshis is translated', () => {
  expect(paymentTitle({ amount_msat: 5000, status: 'success', memo: 'Play satoshis' })).toBe('play.memo')
})
