import { QueryClientProvider } from '@tanstack/preact-query'
import { h } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useGlobals } from '../../../browser-globals.ts'
import { type DrawnNode, openForm, useDrawnForms } from '../../../drawn-form.ts'
import type { Description, FieldShape } from '../../api/extensions.ts'
import { queryClient } from '../../api/query-client.ts'

interface Sent {
  readonly url: string
  readonly key: string | undefined
  readonly body: unknown
  answer(response: Response): Promise<void>
  lose(): Promise<void>
}

let sent: Sent[] = []
const visited: string[] = []
useDrawnForms()
useGlobals({
  window: {},
  dispatchEvent: () => true,
  location: { origin: 'https://pay.example', pathname: '/app/apps/shop/new', search: '' },
  history: { state: null, replaceState: (_state: unknown, _: string, path: string) => void visited.push(path) },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  localStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  fetch: (url: string, { method, headers, body }: RequestInit) => {
    if (method === 'GET') return Promise.resolve(Response.json([]))
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const settle = (end: () => void) => act(async () => void (end(), await vi.advanceTimersByTimeAsync(0)))
    sent.push({
      url,
      key: (headers as Readonly<Record<string, string>>)['Idempotency-Key'],
      body: JSON.parse(body as string),
      answer: (response) => settle(() => resolve(response)),
      lose: () => settle(() => reject(new TypeError('fetch failed'))),
    })
    return promise
  },
})

let user = 0
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  visited.length = 0
  user += 1
  queryClient.setQueryData(['wallets'], [{ id: 'w', name: 'Till' }])
  queryClient.setQueryData(['status'], {})
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const field = (name: string, more: Partial<FieldShape> = {}): FieldShape => ({
  name,
  type: 'text',
  label: name,
  required: false,
  optional: true,
  server: false,
  fixed: false,
  show: 'owner',
  ...more,
})
const SHOP = {
  id: 'shop',
  base: '/shop/api/v1/',
  noun: { one: 'shop', many: 'shops' },
  columns: ['title'],
  fields: [
    field('title', { required: true, optional: false }),
    field('seats', { type: 'int' }),
    field('items', { type: 'list', of: [field('name')], minItems: 1 }),
    field('sold', { type: 'int', server: true }),
  ],
  options: [],
} as unknown as Description

/** The form of a new item. */
async function open() {
  const [{ ItemForm }, { session }] = await Promise.all([import('./item-form.tsx'), import('../../api/session.ts')])
  session.set({ id: `user ${user}` } as never)
  const page = h(QueryClientProvider, { client: queryClient }, h(ItemForm, { description: SHOP }))
  const form = openForm(() => page, 0)
  const inputs = (): readonly DrawnNode[] => form.page.all('input')
  return {
    ...form,
    typed: () => inputs().map(({ value }) => value),
    wrong: () => inputs().map((input) => input['aria-invalid'] === true),
    focused: () => inputs().findLastIndex((input) => input['hasFocus'] === true),
    fill: async (...texts: readonly string[]) => {
      for (const [at, text] of texts.entries()) await form.fire(inputs()[at] as DrawnNode, 'input', text)
    },
    submit: () => form.fire(form.one('form'), 'submit'),
  }
}

const problem = (status: number, body: object) => Response.json(body, { status })
const invalid = (...loc: readonly (string | number)[]) =>
  problem(422, { detail: 'Wrong.', errors: [{ loc: ['body', ...loc], msg: 'too large', type: 'unknown' }] })

test('a new item is sent with what was typed, and without fields of the service', async () => {
  const form = await open()
  await form.fill('Bar', '12', 'Tea')
  await form.submit()
  expect(sent).toMatchObject([
    { url: '/shop/api/v1/?wallet_id=w', body: { title: 'Bar', seats: 12, items: [{ name: 'Tea' }] } },
  ])
})

test('while a form is in flight its button is busy, and another submit sends nothing', async () => {
  const form = await open()
  await form.fill('Bar')
  await form.submit()
  await form.submit()
  const button = form.page.all('button').find(({ type }) => type === 'submit')
  expect([sent.length, button?.['aria-busy'], button?.['aria-disabled']]).toEqual([1, true, true])
})

test('each problem is shown at its field, which gets the focus, and everything typed stays', async () => {
  const form = await open()
  await form.fill('Bar', '12', 'Tea')
  for (const [loc, at] of [
    [['title'], 0],
    [['seats'], 1],
    [['items', 0, 'name'], 2],
  ] as const) {
    await form.submit()
    await sent.at(-1)?.answer(invalid(...loc))
    expect(form.wrong()).toEqual([0, 1, 2].map((each) => each === at))
    expect([form.focused(), form.typed()]).toEqual([at, ['Bar', '12', 'Tea']])
  }
})

test('a repeat after a lost answer has the same key, and one after a rejection has another', async () => {
  const form = await open()
  await form.fill('Bar')
  await form.submit()
  await sent[0]?.lose()
  await form.submit()
  await sent[1]?.answer(problem(400, { detail: 'Full.' }))
  expect(form.texts()).toContain('Full.')
  await form.submit()
  const [first, second, third] = sent.map(({ key }) => key)
  expect([first === second, first === third, form.typed()[0]]).toEqual([true, false, 'Bar'])
})

test('a created item empties its form, and a form that was left keeps its draft', async () => {
  const left = await open()
  await left.fill('Bar', '12')
  const again = await open()
  expect([again.typed(), again.texts().includes('form.draft')]).toEqual([['Bar', '12', ''], true])
  await again.submit()
  await sent[0]?.answer(Response.json({ id: 'i', wallet: 'w' }, { status: 201 }))
  expect(visited).toEqual(['/apps/shop/i'])
  expect((await open()).typed()).toEqual(['', '', ''])
})
