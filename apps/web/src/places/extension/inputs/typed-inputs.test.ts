import { type ComponentChildren, type ComponentType, h, render } from 'preact'
import { useState } from 'preact/hooks'
import { act } from 'preact/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FieldShape } from '../../../api/extensions.ts'
import { ChipsInput } from './chips-input.tsx'
import type { TextInputProps } from './input-props.ts'
import { MillisecondsInput } from './milliseconds-input.tsx'
import { PeriodInput } from './period-input.tsx'
import { PictureInput } from './picture-input.tsx'

/** As much of an element as Preact needs, without a browser. */
class Node extends EventTarget {
  [name: string]: unknown
  readonly localName: string
  readonly childNodes: Node[] = []
  parentNode: Node | null = null
  value = ''
  // By these Preact knows the names of events.
  readonly oninput = null
  readonly onchange = null
  readonly onkeydown = null
  constructor(localName = '') {
    super()
    this.localName = localName
  }
  get firstChild(): Node | null {
    return this.childNodes[0] ?? null
  }
  get nextSibling(): Node | null {
    const around = this.parentNode?.childNodes ?? []
    return around[around.indexOf(this) + 1] ?? null
  }
  insertBefore(child: Node, before: Node | null): void {
    child.remove()
    this.childNodes.splice(before === null ? this.childNodes.length : this.childNodes.indexOf(before), 0, child)
    child.parentNode = this
  }
  removeChild(child: Node): void {
    child.remove()
  }
  remove(): void {
    this.parentNode?.childNodes.splice(this.parentNode.childNodes.indexOf(this), 1)
    this.parentNode = null
  }
  setAttribute(name: string, value: unknown): void {
    this[name] = value
  }
  removeAttribute(name: string): void {
    delete this[name]
  }
  all(name: string): Node[] {
    return this.childNodes.flatMap((child) => [...(child.localName === name ? [child] : []), ...child.all(name)])
  }
}

const GLOBALS = ['document', 'HTMLInputElement'] as const
const before = GLOBALS.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))

beforeEach(() => {
  const document = {
    createElementNS: (_space: string, name: string) => (name === 'input' ? new Input(name) : new Node(name)),
    createTextNode: (data: string) => Object.assign(new Node('#text'), { data }),
  }
  Object.defineProperty(globalThis, 'document', { configurable: true, value: document })
  Object.defineProperty(globalThis, 'HTMLInputElement', { configurable: true, value: Input })
})
afterEach(() =>
  GLOBALS.forEach((name, at) => {
    const was = before[at]
    if (was === undefined) Reflect.deleteProperty(globalThis, name)
    else Object.defineProperty(globalThis, name, was)
  }),
)

class Input extends Node {}

/** A form that keeps one value, as they all do. */
function open<Value>(draw: (value: Value, onValue: (value: Value) => void) => ComponentChildren, start: Value) {
  const page = new Node('main')
  let form: { readonly value: Value; readonly set: (value: Value) => void } | undefined
  function Form() {
    const [value, set] = useState<Value>(() => start)
    form = { value, set: (next) => set(() => next) }
    return draw(value, form.set)
  }
  void act(() => render(h(Form, {}), page as never))
  const one = (name: string): Node => {
    const [first] = page.all(name)
    if (first === undefined) throw new Error(`no ${name}`)
    return first
  }
  const fire = (node: Node, type: string, value?: string) =>
    act(() => {
      if (value !== undefined) node.value = value
      node.dispatchEvent(new Event(type))
    })
  return {
    page,
    one,
    /** Key by key: what the form makes of the text so far is in the field before the next key. */
    async type(text: string) {
      for (const key of text) await fire(one('input'), 'input', one('input').value + key)
    },
    choose: (value: string, at = 0) => fire(page.all('select')[at] ?? one('select'), 'change', value),
    set: (value: Value) => act(() => form?.set(value)),
    value: () => form?.value,
    texts: () => page.all('#text').map(({ data }) => data),
    shown: () => [...page.all('input'), ...page.all('select')].map(({ value }) => value),
  }
}

const openText = <Props extends TextInputProps>(
  Input: ComponentType<Props>,
  start: string,
  more: Omit<Props, keyof TextInputProps>,
) =>
  open<string>(
    (value, onValue) =>
      h(Input, { label: 'Wait', hint: undefined, error: undefined, value, onValue, ...more } as unknown as Props),
    start,
  )

test.each([
  ['1.05', '1050'],
  ['0.05', '50'],
  ['10.0', '10000'],
])('%s seconds are typed as such, and mean %s milliseconds', async (text, milliseconds) => {
  const form = openText(MillisecondsInput, '', {})
  await form.type(text)
  expect([form.shown(), form.value()]).toEqual([[text], milliseconds])
  // The form sets another value: that is shown.
  await form.set('2500')
  expect(form.shown()).toEqual(['2.5'])
})

const SECONDS = { type: 'int', as: 'seconds', min: 1 } as FieldShape

test('a time that passes one which is offered is typed to its end', async () => {
  for (const start of ['7200', '']) {
    const form = openText(PeriodInput, start, { field: SECONDS })
    if (start === '') await form.choose('other')
    form.one('input').value = ''
    await form.type('12')
    expect([form.shown(), form.value()]).toEqual([['12', 'other', 'hour'], '43200'])
  }
})

test('a time keeps the unit that was chosen, as long as it is the same time', async () => {
  const form = openText(PeriodInput, '7200', { field: SECONDS })
  await form.choose('minute', 1)
  expect([form.shown(), form.value()]).toEqual([['2', 'other', 'minute'], '120'])
  await form.set('5400')
  expect(form.shown()).toEqual(['90', 'other', 'minute'])
  await form.set('90')
  expect(form.shown()).toEqual(['90', 'other', 'second'])
})

test('what is typed becomes a chip by Enter in its field, and by no other key', async () => {
  const form = open<readonly string[]>(
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
  const press = async (target: Node, more: object) => {
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

test('satoshis of a chip have the name of the language', () => {
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
  expect(open(draw, undefined).texts()).toContain('1,000 amount.unit')
})

test('a picture that could not be read is forgotten once an address is typed', async () => {
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
