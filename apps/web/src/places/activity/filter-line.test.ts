import { QueryClientProvider } from '@tanstack/preact-query'
import { h } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useGlobals } from '../../../browser-globals.ts'
import { type DrawnNode, openForm, useDrawnForms } from '../../../drawn-form.ts'
import { queryClient } from '../../api/query-client.ts'
import { EVERYTHING, setFilter, useFilter } from './filter.ts'
import { FilterLine } from './filter-line.tsx'

useDrawnForms()
useGlobals({ history: { state: null } })
beforeEach(() => {
  vi.useFakeTimers()
  queryClient.setQueryData(['wallets'], [{ id: 'w', name: 'Till' }])
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** The line above the list, as the list uses it. */
function open() {
  const Line = () => h(FilterLine, { filter: useFilter() })
  const form = openForm(() => h(QueryClientProvider, { client: queryClient }, h(Line, {})), 0)
  return {
    ...form,
    searched: () => queryClient.getQueryData<typeof EVERYTHING>(['activity-filter'])?.search,
    wait: (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms))),
  }
}

test('a search starts a quarter of a second after the last key', async () => {
  const form = open()
  await form.type('te')
  await form.wait(249)
  await form.type('a')
  await form.wait(249)
  expect(form.searched()).toBe('')
  await form.wait(1)
  expect([form.searched(), form.shown()]).toEqual(['tea', ['tea']])
})

test('the own search does not replace what is typed meanwhile, and a search from elsewhere does', async () => {
  const form = open()
  await form.type('te')
  await form.wait(250)
  await form.type('a ')
  await form.wait(1)
  expect(form.shown()).toEqual(['tea '])
  await act(() => setFilter({ ...EVERYTHING, search: 'coffee' }))
  await form.wait(1)
  expect(form.shown()).toEqual(['coffee'])
})

test('a filter is named below the search, and clearing it keeps the search', async () => {
  const form = open()
  await act(() => setFilter({ ...EVERYTHING, walletId: 'w', direction: 'in', search: 'tea' }))
  await form.wait(1)
  expect(
    form
      .one('p')
      .all('#text')
      .map(({ data }) => data),
  ).toEqual(['Till, payment.in'])
  await form.fire(form.one('p').nextSibling as DrawnNode, 'click')
  await form.wait(1)
  expect([form.page.all('p').length, form.searched()]).toEqual([0, 'tea'])
})
