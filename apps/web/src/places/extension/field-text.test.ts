import { expect, test } from 'vitest'
import type { FieldShape } from '../../api/extensions.ts'
import { fieldText } from './field-text.ts'

const AROUND = { currency: undefined, walletName: () => undefined }

const field = (name: string, server: boolean): FieldShape => ({
  name,
  type: 'int',
  label: name,
  required: false,
  optional: false,
  server,
  fixed: false,
  show: 'public',
})

test('an event time of zero is hidden; a duration of zero is shown', () => {
  expect(fieldText(field('open_time', true), 0, AROUND)).toBeUndefined()
  expect(fieldText(field('open_time', true), 1_795_877_182, AROUND)).toMatch(/2026/)
  expect(fieldText(field('wait_time', false), 0, AROUND)).toBe('0')
  expect(fieldText(field('used', true), 0, AROUND)).toBe('0')
})
