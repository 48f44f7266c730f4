import { expect, test } from 'vitest'
import { findNodePrograms } from './node-programs.ts'

const PROGRAM = process.execPath
const BOTH = { SATCHEL_TEST_BTCD: PROGRAM, SATCHEL_TEST_LND: PROGRAM }

test.each([
  [{}, 'SATCHEL_TEST_BTCD and SATCHEL_TEST_LND not set'],
  [{ SATCHEL_TEST_LND: PROGRAM }, 'SATCHEL_TEST_BTCD not set'],
  [{ ...BOTH, SATCHEL_TEST_LND: '' }, 'SATCHEL_TEST_LND not set'],
  [{ ...BOTH, SATCHEL_TEST_LND: '/nowhere/lnd' }, 'no program at SATCHEL_TEST_LND'],
  [{ ...BOTH, SATCHEL_TEST_LIGHTNINGD: '/nowhere/lightningd' }, 'no program at SATCHEL_TEST_LIGHTNINGD'],
  [{ ...BOTH, SATCHEL_TEST_LDK_SERVER: '/nowhere/ldk-server' }, 'no program at SATCHEL_TEST_LDK_SERVER'],
  [{ SATCHEL_TEST_LIGHTNINGD: PROGRAM }, 'SATCHEL_TEST_BTCD and SATCHEL_TEST_LND not set'],
])('a suite without its nodes says that it is not run, and what to set: %o', (env, why) => {
  expect(() => findNodePrograms(env)).toThrow(`NOT RUN: ${why}.`)
})

test('Core Lightning and LDK Server take part only where they are named', () => {
  expect(findNodePrograms(BOTH)).toEqual({
    btcd: PROGRAM,
    lnd: PROGRAM,
    lightningd: undefined,
    holdPlugin: undefined,
    ldkServer: undefined,
  })
  expect(findNodePrograms({ ...BOTH, SATCHEL_TEST_LIGHTNINGD: PROGRAM }).lightningd).toBe(PROGRAM)
  expect(findNodePrograms({ ...BOTH, SATCHEL_TEST_LDK_SERVER: PROGRAM }).ldkServer).toBe(PROGRAM)
})
