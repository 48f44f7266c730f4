import { type ComponentChildren, h, render } from 'preact'
import { useState } from 'preact/hooks'
import { act } from 'preact/test-utils'
import { useGlobals } from './browser-globals.ts'

/** The part of a DOM element that Preact needs. */
export class DrawnNode extends EventTarget {
  [name: string]: unknown
  readonly localName: string
  readonly childNodes: DrawnNode[] = []
  parentNode: DrawnNode | null = null
  value = ''
  // Preact reads the names of events from these properties.
  readonly oninput = null
  readonly onchange = null
  readonly onkeydown = null
  readonly onclick = null
  readonly onsubmit = null
  constructor(localName = '') {
    super()
    this.localName = localName
  }
  get firstChild(): DrawnNode | null {
    return this.childNodes[0] ?? null
  }
  get nextSibling(): DrawnNode | null {
    const around = this.parentNode?.childNodes ?? []
    return around[around.indexOf(this) + 1] ?? null
  }
  insertBefore(child: DrawnNode, before: DrawnNode | null): void {
    child.remove()
    this.childNodes.splice(before === null ? this.childNodes.length : this.childNodes.indexOf(before), 0, child)
    child.parentNode = this
  }
  removeChild(child: DrawnNode): void {
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
  /** For lists of `tag`, `[name]` and `[name="value"]`. */
  matches(selectors: string): boolean {
    return selectors.split(', ').some((selector) => {
      const [, name, value] = /^\[([\w-]+)(?:="(.*)")?\]$/.exec(selector) ?? []
      if (name === undefined) return selector === this.localName
      // Preact clears what it finds as a property by an empty text.
      const { [name]: found = '' } = this
      return found !== '' && (value === undefined || String(found) === value)
    })
  }
  querySelectorAll(selectors: string): DrawnNode[] {
    return this.childNodes.flatMap((child) => [
      ...(child.matches(selectors) ? [child] : []),
      ...child.querySelectorAll(selectors),
    ])
  }
  querySelector(selectors: string): DrawnNode | null {
    return this.querySelectorAll(selectors)[0] ?? null
  }
  closest(selectors: string): DrawnNode | null {
    return this.matches(selectors) ? this : (this.parentNode?.closest(selectors) ?? null)
  }
  contains(other: unknown): boolean {
    return other === this || this.childNodes.some((child) => child.contains(other))
  }
  focus(): void {
    this['hasFocus'] = true
  }
  scrollIntoView(): void {
    this['isInView'] = true
  }
  all(name: string): DrawnNode[] {
    return this.childNodes.flatMap((child) => [...(child.localName === name ? [child] : []), ...child.all(name)])
  }
}

class Input extends DrawnNode {}

/** Defines a `document` for the tests of a file, without a browser. */
export const useDrawnForms = (): void =>
  useGlobals({
    document: {
      createElementNS: (_space: string, name: string) => (name === 'input' ? new Input(name) : new DrawnNode(name)),
      createTextNode: (data: string) => Object.assign(new DrawnNode('#text'), { data }),
    },
    HTMLInputElement: Input,
  })

/** Renders a form that keeps one value. */
export function openForm<Value>(
  draw: (value: Value, onValue: (value: Value) => void) => ComponentChildren,
  start: Value,
) {
  const page = new DrawnNode('main')
  let form: { readonly value: Value; readonly set: (value: Value) => void } | undefined
  function Form() {
    const [value, set] = useState<Value>(() => start)
    form = { value, set: (next) => set(() => next) }
    return draw(value, form.set)
  }
  void act(() => render(h(Form, {}), page as never))
  const one = (name: string): DrawnNode => {
    const [first] = page.all(name)
    if (first === undefined) throw new Error(`no ${name}`)
    return first
  }
  const fire = (node: DrawnNode, type: string, value?: string) =>
    act(() => {
      if (value !== undefined) node.value = value
      node.dispatchEvent(new Event(type))
    })
  return {
    page,
    one,
    fire,
    /** One key at a time: the form may reformat the field before the next key. */
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
