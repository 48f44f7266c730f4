import { h } from 'preact'
import { useRef } from 'preact/hooks'
import { afterEach, expect, test } from 'vitest'
import { useGlobals } from '../../browser-globals.ts'
import { openForm, useDrawnForms } from '../../drawn-form.ts'
import { askBeforeLeaving, forgetForms, leaveQuestion, useLeaveGuard, watchLeaving } from './leaving.ts'

const page = new EventTarget()
const steps: number[] = []
const entry = { index: 0 }
useDrawnForms()
useGlobals({
  window: { navigation: { currentEntry: entry } },
  history: { go: (count: number) => steps.push(count) },
  addEventListener: page.addEventListener.bind(page),
})
afterEach(() => {
  forgetForms()
  leaveQuestion.set(undefined)
  steps.length = 0
  entry.index = 0
})

/** A form whose draft is `kept` or `lost`. */
function open(fate: 'kept' | 'lost', isDirty: () => boolean = () => true) {
  const Guarded = () => {
    const form = useRef<HTMLElement>(null)
    useLeaveGuard(form, fate, isDirty)
    return h('form', { ref: form })
  }
  const form = openForm(() => h(Guarded, {}), 0)
  const contains = (other: unknown): boolean => other === form.one('form')
  return { form, within: { contains } as unknown as Element }
}

const leavings: string[] = []
const leave = (): void => void leavings.push('left')
afterEach(() => void (leavings.length = 0))

test('a form without changes, or outside what goes away, is left at once', () => {
  const clean = open('lost', () => false)
  askBeforeLeaving(leave, clean.within)
  open('lost')
  askBeforeLeaving(leave, clean.within)
  expect([leavings, leaveQuestion.get()]).toEqual([['left', 'left'], undefined])
})

test('a form with changes is left only after a yes, and the question says what becomes of the draft', () => {
  const { within } = open('kept')
  askBeforeLeaving(leave, within)
  expect([leavings, leaveQuestion.get()?.fate]).toEqual([[], 'kept'])
  leaveQuestion.get()?.answer(false)
  expect([leavings, leaveQuestion.get()]).toEqual([[], undefined])
  askBeforeLeaving(leave, within)
  leaveQuestion.get()?.answer(true)
  expect([leavings, leaveQuestion.get()]).toEqual([['left'], undefined])
})

test('Back returns to the form before it asks, and goes back after a yes', () => {
  const { within } = open('lost')
  Object.assign(document, { body: within })
  watchLeaving()
  const reached: number[] = []
  page.addEventListener('popstate', () => void reached.push(entry.index))
  entry.index = -2
  page.dispatchEvent(new Event('popstate'))
  expect([steps, reached, leaveQuestion.get()?.fate]).toEqual([[2], [], 'lost'])
  // The browser reports the step back to the form, too.
  entry.index = 0
  page.dispatchEvent(new Event('popstate'))
  leaveQuestion.get()?.answer(true)
  expect([steps, reached]).toEqual([[2, -2], []])
  entry.index = -2
  page.dispatchEvent(new Event('popstate'))
  expect(reached).toEqual([-2])
  const closing = new Event('beforeunload', { cancelable: true })
  page.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(false)
})
