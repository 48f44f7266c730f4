import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { fieldProblem } from './field-problem.ts'

const PRICE = ['items', 0, 'price']
const problem = (loc: readonly (string | number)[]) => ({ loc: ['body', ...loc], msg: 'too large', type: 'unknown' })

test('a problem is shown at the field of its path, and in a parent only if asked for', () => {
  const error = new ApiError(422, { errors: [problem(PRICE)] })
  expect(fieldProblem(error, PRICE)).toBe('too large')
  expect([fieldProblem(error, ['items', 1, 'price']), fieldProblem(error, ['items'])]).toEqual([undefined, undefined])
  expect(fieldProblem(error, ['items'], true)).toBe('too large')
})

test('a sentence of an extension is shown at the field that it begins with', () => {
  const error = new ApiError(400, { detail: 'body.items.0.price: must not be 0.' })
  expect(fieldProblem(error, PRICE)).toBe('Must not be 0.')
  expect([fieldProblem(error, ['price']), fieldProblem(new Error('body.price: gone'), ['price'])]).toEqual([
    undefined,
    undefined,
  ])
})
