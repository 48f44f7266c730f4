import { amountText, fixed } from '@satchel/extension-sdk/text'
import { expect, test } from 'vitest'
import type { Event } from './fields.ts'
import { priceText } from './prices.ts'

test('the ticket price is formatted like every amount: 12,00 €', () => {
  const event = { price_per_ticket: 12, currency: 'EUR' } as Event
  expect(priceText(event)).toEqual(amountText(12, 'EUR'))
  expect(priceText({ ...event, price_per_ticket: 0 })).toEqual(fixed('Free'))
})
