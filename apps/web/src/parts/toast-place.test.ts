import { expect, test } from 'vitest'
import { liftOf } from './toast-place.ts'

const box = (top: number, bottom: number, left = 0, right = 100) => ({ top, bottom, left, right })

test('a toast is lifted above the buttons that it would cover, and above those there, too', () => {
  const toast = box(600, 650)
  expect(liftOf(toast, [])).toBe(0)
  expect(liftOf(toast, [box(660, 700), box(610, 640, 200, 300)])).toBe(0)
  expect(liftOf(toast, [box(620, 668)])).toBe(38)
  // 38 higher it would cover the next one.
  expect(liftOf(toast, [box(620, 668), box(550, 598)])).toBe(108)
})

test('where all of the screen is buttons, it has no better place', () => {
  expect(liftOf(box(600, 650), [box(0, 700)])).toBeUndefined()
})
