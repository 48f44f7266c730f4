import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMessage, writeMessage } from './protobuf.ts'

const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
const hex = (message: Uint8Array): string => Buffer.from(message).toString('hex')

describe('Protocol Buffers', () => {
  // The examples of the format's own description.
  test('numbers, text and messages are written in the standard encoding', () => {
    expect(hex(writeMessage([[1, 150n]]))).toBe('089601')
    expect(hex(writeMessage([[2, 'testing']]))).toBe('120774657374696e67')
    expect(hex(writeMessage([[3, writeMessage([[1, 150n]])]]))).toBe('1a03089601')
    expect(hex(writeMessage([[16, 0n]]))).toBe('800100')
  })

  test('zero is written, undefined is left out', () => {
    expect(
      hex(
        writeMessage([
          [1, 0n],
          [2, undefined],
          [3, ''],
        ]),
      ),
    ).toBe('08001a00')
  })

  test('unrequested fields are skipped, whatever their type; the last of several values counts', () => {
    const message = readMessage(bytes('09aabbccddeeff001108011d0102030408022a0161'))
    expect(message.number(1)).toBe(2n)
    expect(message.text(5)).toBe('a')
    expect(message.number(7)).toBeUndefined()
    expect(message.messages(7)).toEqual([])
  })

  test('repeated messages are all read, in order', () => {
    const message = readMessage(bytes('0a0208010a020802'))
    expect(message.messages(1).map((one) => one.number(1))).toEqual([1n, 2n])
  })

  test.each([
    ['a number that breaks off', '0896'],
    ['text that breaks off', '120774'],
    ['a number of more than 64 bits', `08${'ff'.repeat(10)}01`],
    ['a number of 65 bits', `08${'ff'.repeat(9)}02`],
    ['a group', '0b'],
    ['an unknown type', '0f'],
    ['a fixed number that breaks off', '0901'],
  ])('%s is rejected as a message', (_name, text) => {
    expect(() => readMessage(bytes(text))).toThrow()
  })

  test('a field of another type than requested is rejected', () => {
    const message = readMessage(bytes('089601120180'))
    expect(() => message.text(1)).toThrow()
    expect(() => message.message(1)).toThrow()
    expect(() => message.messages(1)).toThrow()
    expect(() => message.number(2)).toThrow()
    // Invalid UTF-8.
    expect(() => message.text(2)).toThrow()
  })

  test('a written message is read back', () => {
    const field = fc.integer({ min: 1, max: 536_870_911 })
    fc.assert(
      fc.property(
        field,
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.string({ unit: 'grapheme' }),
        (at, number, text) => {
          const inner = writeMessage([[at, text]])
          expect(readMessage(writeMessage([[at, number]])).number(at)).toBe(number)
          expect(
            readMessage(writeMessage([[at, inner]]))
              .message(at)
              ?.text(at),
          ).toBe(text)
        },
      ),
    )
  })

  test('garbage is read or rejected, always in finite time', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (garbage) => {
        try {
          readMessage(garbage)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })
})
