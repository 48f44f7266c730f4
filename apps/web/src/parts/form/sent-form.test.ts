import { h } from 'preact'
import { act } from 'preact/test-utils'
import { expect, test } from 'vitest'
import { openForm, useDrawnForms } from '../../../drawn-form.ts'
import { ApiError } from '../../api/api-error.ts'
import { Field } from '../field.tsx'
import { useTask } from '../use-task.ts'
import { Form, Submit } from './form.tsx'

useDrawnForms()

/** A form with one field, which the app rejects if it has more than three letters. */
function open() {
  const sent: PromiseWithResolvers<void>[] = []
  const onSend = () => {
    sent.push(Promise.withResolvers())
    return sent.at(-1)?.promise ?? Promise.resolve()
  }
  const Whole = ({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) => {
    const task = useTask()
    const field = h(Field, { label: 'Name', value, onValue, limit: { max: 3 } })
    return h(Form, { task, onSend, children: [field, h(Submit, { children: 'Save' })] })
  }
  const form = openForm((value: string, onValue) => h(Whole, { value, onValue }), '')
  return {
    ...form,
    sent,
    submit: () => form.fire(form.one('form'), 'submit'),
    end: (problem?: unknown) =>
      act(async () => {
        const last = sent.at(-1)
        if (problem === undefined) last?.resolve()
        else last?.reject(problem)
        await last?.promise.catch(() => undefined)
      }),
  }
}

test('a form is sent once, however often it is submitted while it is in progress', async () => {
  const form = open()
  await form.submit()
  await form.submit()
  expect([form.sent.length, form.one('button')['aria-busy']]).toEqual([1, true])
  await form.end()
  expect(form.one('button')['aria-busy']).not.toBe(true)
  await form.submit()
  expect(form.sent).toHaveLength(2)
})

test('a form with a rejected field is not sent and focuses the field, until the field is corrected', async () => {
  const form = open()
  await form.type('Anna')
  await form.submit()
  expect([form.sent.length, form.texts().includes('form.check')]).toEqual([0, true])
  expect([form.one('input')['hasFocus'], form.one('input')['isInView']]).toEqual([true, true])
  await form.set('Ann')
  await form.submit()
  expect([form.sent.length, form.texts().includes('form.check')]).toEqual([1, false])
})

test('an error is shown until the form is sent again', async () => {
  const form = open()
  await form.submit()
  await form.end(new ApiError(400, { detail: 'Too late.' }))
  expect(form.texts()).toContain('Too late.')
  await form.submit()
  expect(form.texts()).not.toContain('Too late.')
})
