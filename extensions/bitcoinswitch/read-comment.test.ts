import { expect, test } from 'vitest'
import { readComment } from './read-comment.ts'

test.each([
  ['sesame', 'sesame', ''],
  ['two sugars sesame', 'sesame', 'two sugars'],
  ['two  sesame sugars', 'sesame', 'two sugars'],
  ['open sesame please', 'open sesame', 'please'],
  ['sesames', 'sesame', undefined],
  ['asesame', 'sesame', undefined],
  ['Sesame', 'sesame', undefined],
  ['open the sesame', 'open sesame', undefined],
  ['', 'sesame', undefined],
])('the comment "%s" with the password "%s" is read as %j', (comment, password, left) => {
  expect(readComment(comment, password)).toBe(left)
})
