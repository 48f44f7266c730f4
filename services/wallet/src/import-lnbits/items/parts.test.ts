import { ISO_4217 } from '@satchel/money/iso-4217'
import { expect, test } from 'vitest'
import { isKnown, toCurrency } from './parts.ts'

const NOW = Date.parse('2026-11-30T00:00:00Z') / 1000

function read(value: string) {
  const changes: string[] = []
  const currency = toCurrency({ now: NOW, change: (what) => void changes.push(what) }, value, 'item')
  return { currency, changes }
}

const rows = Object.entries(ISO_4217)
const inForce = rows.filter(([, { until, hasDigits }]) => until === undefined && hasDigits !== false)

test('every currency in force is imported, the newest ones included', () => {
  for (const [code] of inForce) expect([code, read(code)]).toEqual([code, { currency: code, changes: [] }])
  expect(inForce.map(([code]) => code)).toEqual(expect.arrayContaining(['VED', 'XAD', 'ZWG', 'XCG']))
  expect(read(' ved ')).toEqual({ currency: 'VED', changes: [] })
})

test('a currency that has ended is imported, and the report says so', () => {
  const ended = rows.filter(([, { until, hasDigits }]) => hasDigits !== false && (until ?? '9') < '2026-11-30')
  expect(ended.length).toBeGreaterThan(10)
  for (const [code] of ended)
    expect(read(code)).toEqual({ currency: code, changes: [expect.stringContaining('its currency has ended')] })
})

test('a currency without prices, or an invalid code, is reported', () => {
  const units = rows.filter(([, { until, hasDigits }]) => until === undefined && hasDigits === false)
  expect(units.map(([code]) => code)).toContain('XAU')
  for (const [code] of [...units, ['QQQ']] as const) {
    expect(isKnown(code)).toBe(false)
    expect(read(code)).toEqual({ currency: code, changes: [expect.stringContaining('its currency is none')] })
  }
  expect(read('euros')).toEqual({ currency: 'XXX', changes: [expect.stringContaining('its currency is none')] })
})

test.each(['', 'sat', 'SATS'])('%j is read as satoshis', (text) =>
  expect(read(text)).toEqual({ currency: 'sat', changes: [] }),
)
