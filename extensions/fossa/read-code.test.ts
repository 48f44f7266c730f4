import { expect, test } from 'vitest'
import { openSoftwareDevice } from '../../services/wallet/test/world/extensions/software-device.ts'
import { readCode } from './read-code.ts'

const KEY = 'ab'.repeat(32)
const device = openSoftwareDevice(KEY)
const read = (bytes: Buffer) => readCode(bytes.toString('base64url'), KEY)

test.each([
  [1, 1],
  [252, 252],
  [253, 253],
  [65_535, 65_535],
  [65_536, 65_536],
  [100_000_000, 100_000_000],
])('an amount of %d is read from the codes of each firmware', (amount, expected) => {
  expect(read(device.authenticated(amount))).toMatchObject({ amount: expected, isAuthentic: true })
  expect(read(device.masked(amount))).toMatchObject({ amount: expected, isAuthentic: true })
  expect(read(device.salted(amount))).toMatchObject({ amount: expected, isAuthentic: false })
  expect(read(device.salted(`${amount}.00`))).toMatchObject({ amount: expected, isAuthentic: false })
})

test('different notations of one code have the same bytes', () => {
  const bytes = Buffer.concat([device.masked(1250)])
  const writings = [
    bytes.toString('base64url'),
    bytes.toString('base64'),
    bytes.toString('base64').replaceAll('+', ' '),
    `${bytes.toString('base64url')}==`,
  ]
  expect(writings.map((text) => readCode(text, KEY).hex)).toEqual(writings.map(() => bytes.toString('hex')))
})

test('a changed, added or removed bit of an authenticated code is rejected', () => {
  for (const bytes of [device.authenticated(1250), device.masked(1250)]) {
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => read(changed)).toThrow('cannot be read')
    }
    expect(() => read(Buffer.concat([bytes, Buffer.of(0)]))).toThrow('cannot be read')
    expect(() => read(bytes.subarray(0, -1))).toThrow('cannot be read')
  }
})

test('a signature longer than eight bytes is rejected: it would be another notation of the same code', () => {
  const bytes = device.masked(1250)
  expect(() => read(Buffer.concat([bytes, Buffer.from('00', 'hex')]))).toThrow('cannot be read')
})

test.each(['', 'x', 'AA', '%%%', '=', 'A'.repeat(300), Buffer.from('Salted__').toString('base64url')])(
  '%j is refused',
  (text) => expect(() => readCode(text, KEY)).toThrow('cannot be read'),
)

test.each(['0.5', '-5', '1e9', '', '5.50', '99999999999999'])(
  'an amount of %j is refused, though it is signed',
  (amount) => expect(() => read(device.authenticated(amount))).toThrow('cannot be read'),
)

test('a code of another device is refused', () => {
  const other = openSoftwareDevice('cd'.repeat(32))
  expect(() => read(other.authenticated(5))).toThrow('cannot be read')
  expect(() => read(other.masked(5))).toThrow('cannot be read')
})
