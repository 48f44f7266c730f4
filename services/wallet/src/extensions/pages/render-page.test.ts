import type { Block, FormField, Page } from '@satchel/extension-sdk/page'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMarkup } from '../../../test/world/pages/read-markup.ts'
import { INVOICE, SAMPLE_PAGES } from '../../../test/world/pages/sample-pages.ts'
import { createKeyVault } from '../../wallets/wallet-keys.ts'
import { openForm, openOutcome } from './plain-form.ts'
import { renderPage } from './render-page.ts'

const CONTEXT = { extId: 'sample', path: '/p/x', publicUrl: 'https://pay.example/base/', notice: 'Simulated.' }

const render = (...blocks: Block[]): string => renderPage({ title: 'T', blocks }, CONTEXT)

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></script></style></textarea></template><script>alert(1)</script>',
  '<!-- --><![CDATA[ x ]]>',
  '&lt;script&gt; &amp; &#60; &notit;',
  '\u202Eevil\u202C \u2066x\u2069 \u200f',
  'NUL \u0000 ESC \u001b lone \ud800',
  `word${'W'.repeat(1500)}`,
  '{{constructor}} ${7*7} {payment_hash}',
  '',
]

const TYPES: readonly FormField['type'][] =
  'text textarea target public-key email number keypad checkbox date time key hidden'.split(' ') as never

/** A page in which every text is this one. */
function pageOf(text: string): Page {
  const field = (type: FormField['type'], more: Partial<FormField> = {}): FormField => ({
    name: text,
    label: text,
    type,
    value: text,
    hint: text,
    unit: text,
    suggestions: [1],
    ...more,
  })
  const options = [[text, text] as const, [text, text, text] as const]
  return {
    title: text,
    eyebrow: text,
    channel: text,
    scripts: [text],
    styles: [text],
    installable: true,
    blocks: [
      { kind: 'heading', text },
      { kind: 'text', text, tone: 'bad' },
      { kind: 'amount', text, note: text },
      { kind: 'image', url: '/assets/x.png', alt: text },
      { kind: 'image', url: `https://x.example/${text}`, alt: text },
      { kind: 'qr', value: 'x', label: text, link: `https://x.example/${text}` },
      { kind: 'facts', rows: [[text, text]] },
      { kind: 'table', head: [text], rows: [[text]], foot: [[text]], caption: text },
      { kind: 'list', items: [{ title: text, text, note: text, href: `/p/${text}` }] },
      { kind: 'list', items: [], empty: text },
      { kind: 'link', text, href: `/p/${text}` },
      { kind: 'countdown', until: 1, label: text },
      { kind: 'progress', value: 1, of: 2, text },
      { kind: 'sheet', cards: [{ qr: 'x', title: text, lines: [text], image: `https://x.example/${text}` }] },
      { kind: 'print', text },
      { kind: 'frame', url: `https://x.example/${text}`, title: text },
      {
        kind: 'form',
        action: `/${text}`,
        submit: text,
        note: text,
        quoteAction: `/${text}`,
        state: `/${text}`,
        paid: { text, href: `/${text}`, label: text },
        done: { text },
        fields: [
          ...TYPES.map((type) => field(type)),
          field('select', { options }),
          field('select', { options, asButtons: true }),
        ],
      },
      { kind: 'form', action: '/x', submit: text, fields: [], closed: text },
      {
        kind: 'invoice',
        paymentRequest: `lnbc1${text}`,
        state: `/${text}`,
        amount: text,
        note: text,
        paid: { text, href: `/${text}`, label: text },
      },
      { kind: 'app', id: text, data: { text }, fallback: text },
    ],
  }
}

const shape = (text: string): readonly string[] =>
  readMarkup(renderPage(pageOf(text), { ...CONTEXT, notice: text })).tags

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g
const legible = (text: string): string => text.toWellFormed().replaceAll(UNPRINTABLE, '')

test.each(HOSTILE.map((text) => ({ name: JSON.stringify(text.slice(0, 40)), text })))(
  '$name is shown unchanged, and does not affect the page',
  ({ text }) => {
    expect(shape(text)).toEqual(shape('harmless'))
    const { texts } = readMarkup(renderPage(pageOf(text), CONTEXT))
    // Title, heading and so on: every place that shows a text shows this one.
    expect(texts.filter((one) => one === legible(text)).length).toBeGreaterThan(text === '' ? 5 : 40)
  },
)

test('no text of a page ever becomes markup', () => {
  const awkward = fc.string({ unit: fc.constantFrom(...'<>"\'&;/=!-` \n\u0000abcript[]'.split('')) })
  fc.assert(
    fc.property(fc.oneof(awkward, fc.string({ unit: 'binary' })), (text) => {
      // As the name of a field it selects the autofill of browsers.
      fc.pre(text !== 'name')
      expect(shape(text)).toEqual(shape('harmless'))
    }),
    { numRuns: 150 },
  )
})

test('the check itself detects foreign markup', () => {
  for (const bad of ['<p onclick=x>', '<p>a < b</p>', '<P', '&nbsp;', '<p title="a"b">', "<p title='a'>"])
    expect(() => readMarkup(bad)).toThrow(/not /)
})

test('nothing in a page is a script or a style: both come from files of this service alone', () => {
  for (const page of Object.values(SAMPLE_PAGES)) {
    const markup = renderPage({ ...page, scripts: ['till.js'], styles: ['till.css'] }, CONTEXT)
    expect(markup).not.toMatch(/ style="| on[a-z]+="|<style/)
    const scripts = [...markup.matchAll(/<script[^>]*>/g)].map(([tag]) => /src="([^"]+)"/.exec(tag)?.[1])
    expect(scripts).toEqual([
      expect.stringMatching(/^\/base\/static\/[0-9a-f]{12}\/page\.js$/),
      '/base/sample/assets/till.js',
    ])
    expect(markup).toContain('<link rel="stylesheet" href="/base/sample/assets/till.css">')
  }
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:x',
  'file:///etc/passwd',
  'p/x',
  '',
])('%j is not a URL: its text is shown without a link', (href) => {
  const markup = render(
    { kind: 'link', text: 'Go', href },
    { kind: 'image', url: href, alt: 'Logo' },
    { kind: 'qr', value: 'x', label: 'Code', link: href },
    { kind: 'list', items: [{ title: 'Item', href }] },
    { kind: 'frame', url: href, title: 'Elsewhere' },
  )
  const main = markup.slice(markup.indexOf('<main>'))
  for (const text of ['Go', 'Logo', 'Code', 'Item', 'Elsewhere']) expect(main).toContain(text)
  expect(main).not.toMatch(/href=|src=/)
})

test('paths are below the extension, wherever the service lives', () => {
  const markup = render(
    { kind: 'link', text: 'Go', href: '/p/y' },
    { kind: 'link', text: 'Host', href: '//evil.example/x' },
    { kind: 'image', url: '/assets/a.png', alt: '' },
    { kind: 'form', action: '/public/x/tips', submit: 'Tip', fields: [], paid: { text: 'Thanks', href: '/p/z' } },
    { kind: 'invoice', paymentRequest: INVOICE, state: '/state/h' },
  )
  expect(markup).toContain('href="/base/sample/p/y"')
  expect(markup).toContain('href="/base/sample//evil.example/x"')
  expect(markup).toContain('src="/base/sample/assets/a.png"')
  expect(markup).toContain('data-action="/base/sample/public/x/tips"')
  expect(markup).toContain('data-state="/base/sample/state/{payment_hash}"')
  expect(markup).toContain('&quot;href&quot;:&quot;/base/sample/p/z&quot;')
  expect(markup).toContain('data-state="/base/sample/state/h"')
  expect(markup).toContain('data-qr="/base/static/qr.svg"')
  expect(
    renderPage({ title: 'T', blocks: [], channel: 'a/b' }, { ...CONTEXT, publicUrl: 'http://127.0.0.1:5000' }),
  ).toContain('data-channel="/sample/ws/a%2Fb"')
})

test('an SVG from elsewhere is not shown, a picture as data is', () => {
  expect(render({ kind: 'image', url: 'data:image/svg+xml;base64,PHN2Zz4=', alt: 'x' })).not.toContain('<img')
  expect(render({ kind: 'image', url: 'data:image/png;base64,AAAA', alt: 'x' })).toContain('<img src="data:image/png')
  expect(render({ kind: 'image', url: 'http://x.example/a.png', alt: 'x' })).not.toContain('<img src')
})

test('a list may have pictures with the same rules, and may be for visitors without JavaScript', () => {
  const list = (image: string) => render({ kind: 'list', plainOnly: true, items: [{ title: 'Tea', image }] })
  expect(list('data:image/webp;base64,AAAA')).toContain('<ul class="list" data-plain>')
  expect(list('data:image/webp;base64,AAAA')).toContain('<img src="data:image/webp;base64,AAAA" alt="" loading="lazy">')
  for (const image of ['data:image/svg+xml;base64,AAAA', 'http://x.example/a.png', 'javascript:x'])
    expect(list(image)).not.toContain('<img')
})

test('an invoice shows its amount, can be scanned, copied and opened, and asks readers without JavaScript to wait', () => {
  const markup = render({ kind: 'invoice', paymentRequest: INVOICE, state: '/s', expiresAt: 1_800_000_000 })
  expect(markup).toContain('data-part="amount">250,000 sat<')
  expect(markup).toContain(`href="lightning:${INVOICE}"`)
  expect(markup).toContain(`<input readonly value="${INVOICE}"`)
  expect(markup).toContain('aria-label="QR code: invoice"')
  expect(markup).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>')
  expect(markup).toContain('Waiting for the payment')
})

test('a final invoice offers nothing to pay, and the page does not reload itself', () => {
  const over = (status: 'paid' | 'expired') =>
    render({ kind: 'invoice', paymentRequest: INVOICE, state: '/s', status, paid: { text: 'Thanks', href: '/p/t' } })
  expect(over('paid')).toMatch(/data-part="offer" hidden>[^]*Paid<[^]*class="verdict" data-part="verdict">[^]*Thanks/)
  expect(over('expired')).toMatch(/data-part="offer" hidden>[^]*has expired<[^]*data-part="verdict" hidden>/)
  for (const status of ['paid', 'expired'] as const) expect(over(status)).not.toContain('http-equiv="refresh"')
})

test('an invalid or missing amount is left out', () => {
  for (const paymentRequest of ['lnbc1abc', 'nonsense', ''])
    expect(render({ kind: 'invoice', paymentRequest, state: '/s' })).toContain('data-part="amount"></p>')
})

test('a form can be sent without the script, unless it has a key: no secret gets into a URL', () => {
  const form = {
    kind: 'form',
    action: '/x',
    submit: 'Send',
    fields: [{ name: 'a', label: 'A', type: 'text' }],
  } as const
  const vault = createKeyVault(new Uint8Array(32))
  const withVault = (block: Block): string => renderPage({ title: 'T', blocks: [block] }, { ...CONTEXT, vault })
  const plain = withVault(form)
  const [, token = ''] =
    /method="post" action="\/base\/pages\/form\/([\w-]+)"[^]*<fieldset class="all"(?![^>]*disabled)[^>]*>/.exec(
      plain,
    ) ?? []
  expect(openForm(vault, token)).toMatchObject({ extId: 'sample', path: '/p/x', action: '/x', method: 'POST' })
  expect(plain).not.toContain('needs JavaScript')
  // A sealed outcome, or a wallet's key, is no form.
  expect(openOutcome(vault, token)).toBeUndefined()
  expect(openForm(vault, vault.seal('{}'))).toBeUndefined()
  const secret = withVault({ ...form, fields: [{ name: 'key', label: 'Key', type: 'key' }] })
  expect(secret).toMatch(/method="get" action=""[^]*<fieldset class="all"[^>]* disabled>[^]*needs JavaScript/)
})

test('a closed form shows its reason instead of fields and button, and is the same for a browser', () => {
  const form = {
    kind: 'form',
    action: '/x',
    submit: 'Buy',
    fields: [{ name: 'a', label: 'A', type: 'text' }],
    quoteAction: '/quote',
    paid: { text: 'Thanks', href: '/order/{order}' },
    remember: true,
  } as const
  const beginning = (markup: string): string | undefined => /<form [^>]+>/.exec(markup)?.[0]
  const closed = render({ ...form, closed: 'Sold <out>.' })
  expect(beginning(closed)).toContain('data-action="/base/sample/x"')
  expect(beginning(closed)).toBe(beginning(render(form)))
  expect(closed).toMatch(/data-part="fields">Sold &lt;out&gt;\.<[^]*data-part="remembered"[^]*<template id="invoice">/)
  const inside = closed.slice(closed.indexOf('<form'), closed.indexOf('</form>'))
  expect(inside).not.toMatch(/<input|<button|needs JavaScript/)
})

test('every field has its own label, and a place where an error is shown', () => {
  const markup = renderPage(pageOf('x'), CONTEXT)
  const ids = [...markup.matchAll(/ id="(f\d+-[\d-]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(markup).toContain(`<label for="${id}"`)
  for (const [, described = ''] of markup.matchAll(/aria-describedby="([^"]+)"/g))
    for (const id of described.split(' ')) expect(markup).toContain(`id="${id}"`)
})

test('a key is typed hidden and is not a field of the request', () => {
  const markup = render({
    kind: 'form',
    action: '/x',
    submit: 'Open',
    fields: [{ name: 'key', label: 'Admin key', type: 'key', required: true, value: 'never shown' }],
  })
  expect(markup).toMatch(/<input type="password"[^>]*name="key"[^>]* data-key autocomplete="off"/)
  expect(markup).not.toContain('never shown')
})

test('an overlay has only its blocks', () => {
  const markup = renderPage({ title: 'T', layout: 'bare', blocks: [{ kind: 'app', id: 'a', fallback: '' }] }, CONTEXT)
  expect(markup).not.toMatch(/<header>|Simulated/)
  expect(markup).toContain('<body class="bare"')
})

test('every page for people says that the node is simulated', () => {
  expect(render()).toContain('<p class="notice">Simulated.</p>')
})
