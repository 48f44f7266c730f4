import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { errorText } from './error-text.ts'

test('the text of an error leaves out the path of the field', () => {
  const of = (detail: string) => errorText(new ApiError(400, { detail, code: 'of_an_extension' }))
  expect(of('body.items.0.amount: Zu viel.')).toBe('Zu viel.')
  expect(of('Rechnung: Zu viel.')).toBe('Rechnung: Zu viel.')
})
