import { expect, test } from 'vitest'
import { type Draft, withChoice } from './draft.ts'

test('a cleared comment is not sent', () => {
  const target = { kind: 'link', domain: 'example.com' } as Draft['target']
  const draft: Draft = { key: 'k', walletId: 'w', target }
  const commented = withChoice(draft, 5000, 'For lunch')
  expect(commented).toEqual({ ...draft, amountMsat: 5000, comment: 'For lunch' })
  expect(withChoice(commented, 7000, '')).toEqual({ ...draft, amountMsat: 7000 })
})
