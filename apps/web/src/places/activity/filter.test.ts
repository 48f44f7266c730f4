import { expect, test } from 'vitest'
import { EVERYTHING, type Filter, isNarrow, queryOf } from './filter.ts'

test('the query has only what the filter names, and a search without blanks around it', () => {
  expect(queryOf(EVERYTHING)).toEqual({ wallet_id: 'all' })
  const filter: Filter = {
    walletId: 'w',
    search: ' tea ',
    direction: 'in',
    status: 'failed',
    tag: 'lnurlp',
    label: 'shop',
    contactId: 'c',
  }
  expect(queryOf(filter)).toEqual({
    wallet_id: 'w',
    search: 'tea',
    direction: 'in',
    status: 'failed',
    tag: ['lnurlp'],
    label: 'shop',
    contact: 'c',
  })
})

test('each part of a filter narrows it, blanks do not', () => {
  expect([isNarrow(EVERYTHING), isNarrow({ ...EVERYTHING, search: '  ' })]).toEqual([false, false])
  const parts: readonly Partial<Filter>[] = [
    { walletId: 'w' },
    { search: 'tea' },
    { direction: 'out' },
    { status: 'pending' },
    { tag: 't' },
    { label: 'l' },
    { contactId: 'c' },
    { from: '2026-01-01' },
    { to: '2026-01-01' },
  ]
  for (const part of parts) expect([part, isNarrow({ ...EVERYTHING, ...part })]).toEqual([part, true])
})
