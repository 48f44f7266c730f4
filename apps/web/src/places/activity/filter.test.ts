import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useGlobals } from '../../../browser-globals.ts'
import { queryClient } from '../../api/query-client.ts'
import { EVERYTHING, exportQuery, type Filter, isNarrow, queryOf } from './filter.ts'
import { readMore } from './use-payments.ts'

const requests: string[] = []
useGlobals({
  fetch: (url: string) => {
    requests.push(url)
    return Promise.resolve(Response.json({ data: [], total: 0 }))
  },
})

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

const text = fc.string({ unit: 'grapheme', minLength: 1 })
const day = fc
  .date({ min: new Date(2009, 0, 3), max: new Date(2100, 0, 1), noInvalidDate: true })
  .map((date) => dayOf(date.getTime() / 1000))
const filters: fc.Arbitrary<Filter> = fc.record(
  {
    walletId: text,
    search: fc.string({ unit: 'grapheme' }),
    direction: fc.constantFrom('in', 'out'),
    status: fc.constantFrom('success', 'pending', 'failed'),
    tag: text,
    label: text,
    contactId: text,
    from: day,
    to: day,
  },
  { requiredKeys: ['walletId', 'search'] },
)

/** The local day of this second. */
function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** The filter that a request asks for, read as the service reads it. */
function filterOf(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const { wallet_id: walletId = '', search = '', contact, from, to, ...others } = Object.fromEntries(query)
  return {
    walletId,
    search,
    ...others,
    ...(contact !== undefined && { contactId: contact }),
    ...(from !== undefined && { from: dayOf(Number(from)) }),
    ...(to !== undefined && { to: dayOf(Number(to)) }),
  }
}

test('list and export request exactly what the filter names, whatever its texts are', async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      queryClient.setQueryData(['payment-rows', filter], { rows: [], cursor: 'c', total: 0 })
      await readMore(filter)
      const { limit, cursor, currency, ...listed } = filterOf(
        new URL(requests.at(-1) ?? '', 'https://pay.example').searchParams,
      )
      const {
        format,
        tz: _zone,
        currency: exportedIn,
        ...exported
      } = filterOf(new URLSearchParams(exportQuery(filter, [], 'csv')))
      const wanted = { ...filter, search: filter.search.trim() }
      expect([listed, exported]).toEqual([wanted, wanted])
      expect([limit, cursor, format, currency, exportedIn]).toEqual(['50', 'c', 'csv', 'own', 'own'])
    }),
    { numRuns: 50 },
  )
  queryClient.clear()
})

test('an export of some wallets names each of them', () => {
  const query = new URLSearchParams(exportQuery(EVERYTHING, ['a', 'b'], 'json'))
  expect([query.getAll('wallets'), query.get('wallet_id'), query.get('format')]).toEqual([['a', 'b'], 'all', 'json'])
})
