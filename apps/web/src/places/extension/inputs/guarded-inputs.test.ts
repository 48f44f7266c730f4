import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { h } from 'preact'
import { act } from 'preact/test-utils'
import { expect, test } from 'vitest'
import { type DrawnNode, openForm, useDrawnForms } from '../../../../drawn-form.ts'
import type { FieldShape } from '../../../api/extensions.ts'
import { FieldInput } from './field-input.tsx'
import type { InputProps } from './input-props.ts'

useDrawnForms()

const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
const SEED = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'

const paste = (field: DrawnNode, text: string) =>
  act(() => {
    field.value = text
    field.dispatchEvent(new Event('input'))
  })

/** A field of an extension, as a person fills it in. */
const openField = (more: Partial<FieldShape>) => {
  const field = { name: 'to', label: 'To', type: 'text', required: true, server: false, ...more } as FieldShape
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  return openForm<string>((value, onValue) => {
    const props = {
      field,
      value,
      onValue,
      error: undefined,
      place: ['to'],
      currency: undefined,
    } as unknown as InputProps
    return h(QueryClientProvider, { client }, h(FieldInput, props))
  }, '')
}

test('a payment target field names unpayable texts, and does not keep keys, recovery words or ecash', async () => {
  const form = openField({ type: 'target' })
  for (const [text, why] of [
    [XPRV, 'send.private-key'],
    [SEED, 'send.seed'],
    [`cashuA${'e'.repeat(40)}`, 'send.ecash'],
  ] as const) {
    await paste(form.one('input'), text)
    expect([form.value(), form.one('input').value, form.texts().includes(why)]).toEqual(['', '', true])
  }
  await paste(form.one('input'), '0x52908400098527886E0F7030069857D2E4169EE7')
  expect(form.texts()).toContain('send.other-coin')
  // Such a field is not sent.
  expect(form.one('input')['data-refused']).toBe(true)
  await paste(form.one('input'), 'anna@pay.example')
  expect([form.value(), form.texts().some((text) => String(text).startsWith('send.'))]).toEqual([
    'anna@pay.example',
    false,
  ])
})

test('a public key field accepts public keys, and does not keep private ones', async () => {
  for (const max of [200, 2000]) {
    const form = openField({ as: 'code', max })
    const xpub = XPRV.replace('xprv', 'xpub')
    const field = form.one(max > 300 ? 'textarea' : 'input')
    await paste(field, xpub)
    expect(form.value()).toBe(xpub)
    await paste(field, XPRV)
    expect([form.value(), form.texts().includes('send.private-key')]).toEqual(['', true])
  }
})
