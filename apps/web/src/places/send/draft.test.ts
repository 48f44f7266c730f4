import { expect, test } from 'vitest'
import { useGlobals } from '../../../browser-globals.ts'
import type { Draft } from './draft.ts'

useGlobals({ localStorage: { getItem: () => null } })

test('a cleared comment is not sent', async () => {
  const { withChoice } = await import('./draft.ts')
  const target = { kind: 'link', domain: 'example.com' } as Draft['target']
  const draft: Draft = { key: 'k', walletId: 'w', target }
  const commented = withChoice(draft, 5000, 'For lunch')
  expect(commented).toEqual({ ...draft, amountMsat: 5000, comment: 'For lunch' })
  expect(withChoice(commented, 7000, '')).toEqual({ ...draft, amountMsat: 7000 })
})
