import type { FormField } from '@satchel/extension-sdk/page'
import { expect, test } from 'vitest'
import { renderPage } from './render-page.ts'

const CONTEXT = { extId: 'sample', path: '/p/x', publicUrl: 'https://pay.example' }

test('only a page with a field for a payee or a key loads the script that stores secrets on the device', () => {
  const form = (type: FormField['type']) =>
    renderPage(
      {
        title: 'T',
        blocks: [{ kind: 'form', action: '/x', submit: 'S', fields: [{ name: 'to', label: 'To', type }] }],
      },
      CONTEXT,
    )
  expect(form('text')).not.toMatch(/guard|secret-kind/)
  for (const [type, kinds] of [
    ['target', ['private-key', 'seed', 'wallet-access', 'ecash', 'hash']],
    ['public-key', ['private-key', 'seed']],
  ] as const) {
    const page = form(type)
    expect(page).toMatch(/<script type="module" src="[^"]*\/fields\/guard-fields\.js">[^]*\/page\.js"/)
    const [, guard = ''] = /data-guard="([^"]*)"/.exec(page) ?? []
    expect(Object.keys(JSON.parse(guard.replaceAll('&quot;', '"').replaceAll('&#34;', '"')) as object)).toEqual(kinds)
  }
})
