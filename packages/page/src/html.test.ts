import { expect, test } from 'vitest'
import { attribute, flag, html } from './html.ts'

test('a value can neither open a tag nor leave its attribute', () => {
  const hostile = `"><img src=x onerror='alert(1)'>&amp;`
  const safe = '&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;'
  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(`<p title="${safe}">${safe}</p>`)
  expect(html`<p${attribute('title', hostile)}>`.markup).toBe(`<p title="${safe}">`)
})

test('parts and lists of parts are inserted as they are, numbers as text, undefined as nothing', () => {
  const parts = ['a', '<'].map((text) => html`<i>${text}</i>`)
  expect(html`<b>${parts}${7}${html`<br>`}${undefined}</b>`.markup).toBe('<b><i>a</i><i>&lt;</i>7<br></b>')
  expect(html`<b${attribute('id', undefined)}${flag('hidden', false)}${flag('inert', true)}>`.markup).toBe('<b inert>')
})

test('control characters and lone surrogates do not reach the page, line breaks do', () => {
  expect(html`${'x\ud800y'}`.markup).toBe('x\ufffdy')
  expect(html`${'a\u0000b\u001b[31m\u009dc\n\td'}`.markup).toBe('ab[31mc\n\td')
})
