import { h } from 'preact'
import { expect, test } from 'vitest'
import { openForm, useDrawnForms } from '../../../../drawn-form.ts'
import { readSchedule, writeSchedule } from './schedule.ts'
import { ScheduleInput } from './schedule-input.tsx'

useDrawnForms()

test.each([
  ['0 * * * *', { every: 'hour' }],
  ['0 9 * * *', { every: 'day', time: '09:00' }],
  ['5 23 * * 1-5', { every: 'workday', time: '23:05' }],
  ['0 9 * * 1', { every: 'week', time: '09:00', day: '0' }],
  ['0 9 * * 0', { every: 'week', time: '09:00', day: '6' }],
  ['30 8 28 * *', { every: 'month', time: '08:30', day: '28' }],
  ['0 0 L * *', { every: 'month', time: '00:00', day: 'L' }],
] as const)('the cron fields %s are read as a rhythm, and written back', (cron, schedule) => {
  expect(readSchedule(cron)).toEqual(schedule)
  expect(writeSchedule(schedule)).toBe(cron)
})

test.each([
  ['*/5 * * * *'],
  ['30 * * * *'],
  ['0 9 31 * *'],
  ['0 9 1 1 *'],
  ['0 9 1 * 1'],
  ['0 9 * * 1,3'],
  ['0 24 * * *'],
  ['0 9 * *'],
  ['@daily'],
  [''],
])('the cron fields %j are no listed rhythm, and are kept', (cron) => {
  expect(readSchedule(cron)).toBeUndefined()
})

test('Sunday is read from 0 and 7', () => {
  expect(readSchedule('0 9 * * 7')).toEqual(readSchedule('0 9 * * 0'))
})

const openSchedule = (start: string) =>
  openForm(
    (value: string, onValue) => h(ScheduleInput, { label: 'When', hint: undefined, error: undefined, value, onValue }),
    start,
  )

test('a rhythm, its day and its time are chosen without cron fields', async () => {
  const form = openSchedule('')
  await form.choose('week')
  expect(form.value()).toBe('0 9 * * 1')
  await form.choose('4', 1)
  expect(form.value()).toBe('0 9 * * 5')
  // Another rhythm keeps the time.
  await form.choose('month')
  expect([form.value(), form.shown()]).toEqual(['0 9 1 * *', ['09:00', 'month', '1']])
})

test('cron fields can be typed, and are shown where they were typed', async () => {
  const form = openSchedule('*/5 * * * *')
  expect(form.shown()).toEqual(['*/5 * * * *', 'other'])
  form.one('input').value = ''
  await form.type('0 9 * * 1')
  expect([form.value(), form.shown()]).toEqual(['0 9 * * 1', ['0 9 * * 1', 'other']])
  await form.choose('hour')
  expect(form.value()).toBe('0 * * * *')
})
