import { h } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { useGlobals } from '../../../browser-globals.ts'
import { openForm, useDrawnForms } from '../../../drawn-form.ts'
import type { Draft } from './draft.ts'
import type { KeptDraft } from './kept-draft.ts'

useDrawnForms()
useGlobals({ localStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined } })

let forms = 0
afterEach(() => void (forms += 1))

/** Opens the form of an item, or another form of it; a person goes on with the draft that they left. */
async function open(start: Draft, user = 'ann') {
  const [{ useKeptDraft }, { session }] = await Promise.all([import('./kept-draft.ts'), import('../../api/session.ts')])
  session.set({ id: user } as never)
  let kept: KeptDraft | undefined
  const Form = () => {
    kept = useKeptDraft(`form ${forms}`, start)
    return null
  }
  openForm(() => h(Form, {}), 0)
  return {
    shown: () => [kept?.draft, kept?.isOld, kept?.isChanged],
    type: (changes: Draft) => act(() => kept?.setDraft({ ...kept.draft, ...changes })),
    do: (what: 'forget' | 'startAgain') => act(() => kept?.[what]()),
  }
}

const START = { name: 'Till', price: '5' }

test('a draft is restored when its form opens again, over values that have changed meanwhile', async () => {
  const first = await open(START)
  expect(first.shown()).toEqual([START, false, false])
  await first.type({ price: '7' })
  expect(first.shown()).toEqual([{ name: 'Till', price: '7' }, false, true])
  const again = await open({ name: 'Bar', price: '6' })
  expect(again.shown()).toEqual([{ name: 'Bar', price: '7' }, true, true])
})

test('another person does not see the draft', async () => {
  await (await open(START)).type({ price: '7' })
  expect((await open(START, 'ben')).shown()).toEqual([START, false, false])
})

test('a sent draft is forgotten, as is one that was typed back to its start', async () => {
  const first = await open(START)
  await first.type({ price: '7' })
  await first.do('forget')
  expect((await open(START)).shown()).toEqual([START, false, false])
  const second = await open(START)
  await second.type({ price: '7' })
  await second.type({ price: '5' })
  expect((await open(START)).shown()).toEqual([START, false, false])
})

test('a form without the secrets keeps the draft of them when it is sent', async () => {
  await (await open({ ...START, secret: '' })).type({ secret: 's', price: '7' })
  const small = await open(START)
  expect(small.shown()).toEqual([{ name: 'Till', price: '7' }, true, true])
  await small.do('forget')
  expect((await open({ ...START, secret: '' })).shown()).toEqual([{ ...START, secret: 's' }, true, true])
})

test('starting again shows the current values', async () => {
  await (await open(START)).type({ price: '7' })
  const again = await open(START)
  await again.do('startAgain')
  expect(again.shown()).toEqual([START, false, false])
  expect((await open(START)).shown()).toEqual([START, false, false])
})
