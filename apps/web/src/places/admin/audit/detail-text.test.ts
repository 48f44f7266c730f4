import { expect, test } from 'vitest'
import { aboutText, detailText, subjectText } from './detail-text.ts'

const LINE = { action: 'payment-resolved', subject: 'x' }
/** Without a catalogue, a text is its key. */
const of = (name: string, value: unknown, line = LINE) => Object.values(detailText(name, value, line)).join(': ')

test('details of an audit line have translated names and formatted values', () => {
  expect(of('node_answer', 'paid')).toBe('admin.fact-node-answer: paid')
  expect(of('forced', false)).toBe('admin.fact-forced: admin.no')
  expect(of('reason', '')).toBe('admin.fact-reason: admin.none')
  expect(of('method', 'username-password')).toBe('admin.fact-way: admin.way-password')
  expect(of('amount_msat', '2500500')).toBe('admin.fact-amount: 2,500.5 sat')
  expect(of('maxSat', 1000)).toBe('admin.fact-max: 1,000 sat')
  expect(of('fields', ['email', 'picture'])).toMatch(/email.*picture/)
})

test('a changed setting is shown by its title, and its value with its unit', () => {
  const line = { action: 'setting-changed', subject: 'max_payment_sats' }
  expect(subjectText(line)).toBe('max_payment_sats')
  expect(of('value', 5000, line)).toBe('admin.fact-value: 5,000 sat')
  expect(subjectText(LINE)).toBeUndefined()
})

test('the list names the app or setting of a line', () => {
  const about = (action: string, subject: string, detail = {}) => aboutText({ action, subject, detail })
  expect(about('extension-activated', 'user', { extension: 'tpos' })).toBe('tpos')
  expect(about('extension-switched-off', 'tpos')).toBe('tpos')
  expect(about('setting-reset', 'site_name')).toBe('site_name')
  expect(about('logged-in', 'user')).toBeUndefined()
})

test('unknown details of a newer service are readable', () => {
  expect(of('second_node_key', 'ab')).toBe('Second node key: ab')
  expect(of('closedSince', 1)).toBe('Closed since: 1')
  expect(of('limits', { a: 1 })).toBe('Limits: {"a":1}')
})
