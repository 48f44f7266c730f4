import { expect, test } from 'vitest'
import { closeGates, countLogOuts, openGate, passGate } from './gates.ts'

test('what was asked before a log-out opens no log-in afterwards, and what waits for one is refused', async () => {
  const before = countLogOuts()
  const waiting = passGate('log-in', before)
  expect(openGate.get()).toMatchObject({ kind: 'log-in' })
  closeGates()
  expect([await waiting, openGate.get()]).toEqual([false, undefined])
  expect([await passGate('log-in', before), openGate.get()]).toEqual([false, undefined])
})

test('calls that arrive while a gate is open wait for the same one', async () => {
  const both = [passGate('step-up', countLogOuts(), ['password']), passGate('log-in', countLogOuts())]
  openGate.get()?.finish(true)
  expect(await Promise.all(both)).toEqual([true, true])
})
