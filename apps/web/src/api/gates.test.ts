import { expect, test } from 'vitest'
import { closeGates, countLogOuts, openGate, passGate } from './gates.ts'

test('a log-out rejects pending gates, and a request sent before it opens no log-in', async () => {
  const before = countLogOuts()
  const waiting = passGate('log-in', before)
  expect(openGate.get()).toMatchObject({ kind: 'log-in' })
  closeGates()
  expect([await waiting, openGate.get()]).toEqual([false, undefined])
  expect([await passGate('log-in', before), openGate.get()]).toEqual([false, undefined])
})

test('concurrent calls share one gate', async () => {
  const both = [passGate('step-up', countLogOuts(), ['password']), passGate('log-in', countLogOuts())]
  openGate.get()?.finish(true)
  expect(await Promise.all(both)).toEqual([true, true])
})
