import { expect, test } from 'vitest'
import { liftOf } from './toast-place.ts'

const box = (top: number, bottom: number, left = 0, right = 100) => ({ top, bottom, left, right })

test('a toast is raised above the buttons that it would cover, and above further ones there', () => {
  const toast = box(600, 650)
  expect(liftOf(toast, [])).toBe(0)
  expect(liftOf(toast, [box(660, 700), box(610, 640, 200, 300)])).toBe(0)
  expect(liftOf(toast, [box(620, 668)])).toBe(38)
  // 38 higher it would cover the next one.
  expect(liftOf(toast, [box(620, 668), box(550, 598)])).toBe(108)
})

test('a toast stays in place if the whole screen is buttons', () => {
  expect(liftOf(box(600, 650), [box(0, 700)])).toBeUndefined()
})
