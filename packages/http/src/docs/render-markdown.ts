import { type Html, html } from '@satchel/page/html'

/**
 * The Markdown of manuals as HTML: headings, paragraphs, lists, tables, blocks of code; bold, code and links within a
 * line. Other markup is shown as text. `heading` is the level of `#`.
 */
export function renderMarkdown(text: string, heading: number): Html {
  const blocks: Html[] = []
  const lines = text.split('\n')
  while (lines.length > 0) {
    const line = lines[0] ?? ''
    if (line.trim() === '') lines.shift()
    else if (line.startsWith('```')) blocks.push(code(lines))
    else if (HEADING.test(line)) blocks.push(headingOf(lines.shift() ?? '', heading))
    else if (line.startsWith('|')) blocks.push(table(take(lines, (one) => one.startsWith('|'))))
    else if (BULLET.test(line)) blocks.push(html`<ul>${items(take(lines, isOfList), BULLET)}</ul>`)
    else if (NUMBER.test(line)) blocks.push(html`<ol>${items(take(lines, isOfList), NUMBER)}</ol>`)
    else blocks.push(html`<p>${inline(take(lines, isOfParagraph).join(' '))}</p>`)
  }
  return html`${blocks}`
}

const HEADING = /^(#{1,4}) +(.*)$/
const BULLET = /^[-*] +/
const NUMBER = /^\d+\. +/

const isOfList = (line: string): boolean => BULLET.test(line) || NUMBER.test(line) || /^\s{2,}\S/.test(line)
const isOfParagraph = (line: string): boolean =>
  line.trim() !== '' && !HEADING.test(line) && !line.startsWith('|') && !line.startsWith('```') && !BULLET.test(line)

/** The first line, and those after it as long as they fit. */
function take(lines: string[], fits: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, at) => at > 0 && !fits(line))
  return lines.splice(0, end === -1 ? lines.length : end)
}

function code(lines: string[]): Html {
  lines.shift()
  const end = lines.findIndex((line) => line.startsWith('```'))
  const inside = lines.splice(0, end === -1 ? lines.length : end)
  lines.shift()
  return html`<pre>${inside.join('\n')}</pre>`
}

function headingOf(line: string, base: number): Html {
  const [, marks = '#', text = ''] = HEADING.exec(line) ?? []
  return heading(base + marks.length - 1, inline(text))
}

/** A heading of a level, up to the sixth. */
export function heading(level: number, text: Html): Html {
  const name = `h${Math.min(Math.max(level, 1), 6)}`
  return html`<${name}>${text}</${name}>`
}

function items(lines: readonly string[], mark: RegExp): Html[] {
  const texts: string[] = []
  for (const line of lines) {
    if (mark.test(line) || texts.length === 0) texts.push(line.replace(mark, ''))
    else texts[texts.length - 1] += ` ${line.trim()}`
  }
  return texts.map((text) => html`<li>${inline(text)}</li>`)
}

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

function table([head = '', , ...rows]: readonly string[]): Html {
  return html`<table><thead><tr>${cells(head).map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody></table>`
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Bold, code and links; links lead to the web or within this host. */
export function inline(text: string): Html {
  const parts: Html[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, codeText, bold, label = '', target = ''] = match
    parts.push(html`${text.slice(from, match.index)}`)
    if (codeText !== undefined) parts.push(html`<code>${codeText}</code>`)
    else if (bold !== undefined) parts.push(html`<strong>${inline(bold)}</strong>`)
    else if (/^(https?:\/\/|\/(?!\/)|#)/.test(target)) parts.push(html`<a href="${target}">${label}</a>`)
    else parts.push(html`${label}`)
    from = match.index + whole.length
  }
  return html`${parts}${text.slice(from)}`
}
