import { expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

const render = (text: string): string => renderMarkdown(text, 1).markup.replaceAll('\n', '')

test('headings begin at the requested level, and lists and paragraphs do not run into the text after them', () => {
  expect(renderMarkdown('# One\nText\nof two lines\n\n## Two\n- a\n  more\n- b\nafter', 3).markup).toBe(
    '<h3>One</h3><p>Text of two lines</p><h4>Two</h4><ul><li>a more</li><li>b</li></ul><p>after</p>',
  )
})

test('tables have a head, and a bar within code stays', () => {
  expect(render('| A | B |\n|---|---|\n| `x \\| y` | **z** |')).toBe(
    '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>' +
      '<tbody><tr><td><code>x | y</code></td><td><strong>z</strong></td></tr></tbody></table>',
  )
})

test('a block of code keeps its lines, also one that does not end', () => {
  expect(renderMarkdown('```sh\na\n  <b>\n```\nText', 1).markup).toBe('<pre>a\n  &lt;b&gt;</pre><p>Text</p>')
  expect(render('```\na')).toBe('<pre>a</pre>')
})

test('HTML stays text, and a link leads only to the web or this host', () => {
  expect(render('<script>x</script> [a](javascript:alert) [b](//evil.example) [c](/docs) [d](https://e.example)')).toBe(
    '<p>&lt;script&gt;x&lt;/script&gt; a b <a href="/docs">c</a> <a href="https://e.example">d</a></p>',
  )
})
