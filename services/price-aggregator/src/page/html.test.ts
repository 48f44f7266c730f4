import { expect, test } from 'vitest'
import { html } from './html.ts'

test('a value can neither open a tag nor leave its attribute', () => {
  const hostile = `"><img src=x onerror='alert(1)'>&amp;`
  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
    '<p title="&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;">' +
      '&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;</p>',
  )
})

test('parts and lists of parts go in as they are, numbers as text', () => {
  const parts = ['a', '<'].map((text) => html`<i>${text}</i>`)
  expect(html`<b>${parts}${7}${html`<br>`}</b>`.markup).toBe('<b><i>a</i><i>&lt;</i>7<br></b>')
})
