import { type ComponentType, h } from 'preact'
import { act } from 'preact/test-utils'
import { expect, test } from 'vitest'
import { type DrawnNode, openForm, useDrawnForms } from '../../../../drawn-form.ts'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'
import { PeriodField } from '../../../parts/numbers/period-field.tsx'
import { ScaledField } from '../../../parts/numbers/scaled-field.tsx'
import { ChipsInput } from './chips-input.tsx'
import { PictureInput } from './picture-input.tsx'

useDrawnForms()

const openText = <Props extends TextInputProps>(
  Input: ComponentType<Props>,
  start: string,
  more: Omit<Props, keyof TextInputProps>,
) =>
  openForm<string>(
    (value, onValue) =>
      h(Input, { label: 'Wait', hint: undefined, error: undefined, value, onValue, ...more } as unknown as Props),
    start,
  )

test.each([
  ['1.05', '1050'],
  ['0.05', '50'],
  ['10.0', '10000'],
])('a field in milliseconds reads %s typed seconds as %s', async (text, milliseconds) => {
  const form = openText(ScaledField, '', { digits: 3, unit: 'second' })
  await form.type(text)
  expect([form.shown(), form.value()]).toEqual([[text], milliseconds])
  // The form sets another value: that is shown.
  await form.set('2500')
  expect(form.shown()).toEqual(['2.5'])
})

test('typing a period does not stop at an offered one on the way', async () => {
  for (const start of ['7200', '']) {
    const form = openText(PeriodField, start, { min: 1 })
    if (start === '') await form.choose('other')
    form.one('input').value = ''
    await form.type('12')
    expect([form.shown(), form.value()]).toEqual([['12', 'other', 'hour'], '43200'])
  }
})

test('a period keeps the chosen unit until another value is set', async () => {
  const form = openText(PeriodField, '7200', { min: 1 })
  await form.choose('minute', 1)
  expect([form.shown(), form.value()]).toEqual([['2', 'other', 'minute'], '120'])
  await form.set('5400')
  expect(form.shown()).toEqual(['90', 'other', 'minute'])
  await form.set('90')
  expect(form.shown()).toEqual(['90', 'other', 'second'])
})

test('Enter in the field turns its text into a chip; other keys do not', async () => {
  const form = openForm<readonly string[]>(
    (values, onValues) =>
      h(ChipsInput, {
        label: 'Tags',
        hint: undefined,
        error: undefined,
        values,
        onValues,
        isNumbers: false,
        maxItems: 9,
      }),
    ['red'],
  )
  await form.type('blue')
  const press = async (target: DrawnNode, more: object) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key: 'Enter', ...more })
    Object.defineProperty(event, 'target', { value: target })
    await act(() => {
      form.one('div').dispatchEvent(event)
    })
    return event.defaultPrevented
  }
  const button = form.page.all('li')[0]?.all('button')[0]
  if (button === undefined) throw new Error('no chip')
  expect(await press(button, {})).toBe(false)
  expect(await press(form.one('input'), { isComposing: true })).toBe(false)
  expect(form.page.all('li')).toHaveLength(1)
  expect(await press(form.one('input'), {})).toBe(true)
  expect(form.page.all('li')).toHaveLength(2)
})

test('chips of amounts show their unit', () => {
  const draw = () =>
    h(ChipsInput, {
      label: 'Tips',
      hint: undefined,
      error: undefined,
      values: ['1000'],
      onValues: () => undefined,
      isNumbers: true,
      unit: 'sat',
      maxItems: 9,
    })
  expect(openForm(draw, undefined).texts()).toContain('1,000 sat')
})

test('typing a URL clears the error of an unreadable image', async () => {
  const form = openText(PictureInput, '', { isOnlyFile: false })
  const file = form.page.all('input').find(({ type }) => type === 'file')
  if (file === undefined) throw new Error('no choice of a file')
  // There is no decoder here.
  await act(async () => {
    Object.assign(file, { files: [new Blob()] }).dispatchEvent(new Event('change'))
    await Promise.resolve()
  })
  await expect.poll(() => form.texts()).toContain('ext.picture-unreadable')
  await form.type('h')
  expect(form.texts()).not.toContain('ext.picture-unreadable')
})
