import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur'
import { expect, test } from 'vitest'
import { collectPsbt, psbtToCodes } from './psbt-codes.ts'

/** Bytes of this size; other sizes have other bytes. */
const psbtOf = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => (at * 7 + size) % 256)

const SIZES = [1, 23, 24, 100, 155, 160, 255, 256, 700, 5000]

/** What another program shows, from its first code after `after` on. */
function codesOfOther(psbt: Uint8Array, { after, count }: { after: number; count: number }): string[] {
  const ur = new UR(Buffer.concat([cborHead(psbt.length), psbt]), 'crypto-psbt')
  const encoder = new UREncoder(ur, 100, 0, 10)
  return Array.from({ length: after + count }, () => encoder.nextPart()).slice(after)
}

function cborHead(length: number): Buffer {
  if (length < 24) return Buffer.from([0x40 + length])
  return length < 256 ? Buffer.from([0x58, length]) : Buffer.from([0x59, length >> 8, length & 0xff])
}

test.each(SIZES)('another implementation decodes the codes of %i bytes', (size) => {
  const decoder = new URDecoder()
  for (const code of psbtToCodes(psbtOf(size))) decoder.receivePart(code)
  expect(decoder.isSuccess()).toBe(true)
  expect([...decoder.resultUR().decodeCBOR()]).toEqual([...psbtOf(size)])
  expect(decoder.resultUR().type).toBe('crypto-psbt')
})

test.each(SIZES)('codes of another implementation are assembled to %i bytes in any order, with repeats', (size) => {
  const codes = codesOfOther(psbtOf(size), { after: 0, count: Math.ceil((size + 3) / 100) })
  const collector = collectPsbt()
  expect(codes.slice(1).map((code) => collector.take(code))).toEqual(codes.slice(1).map(() => undefined))
  if (codes.length > 1) expect(collector.take(codes.at(-1) ?? '')).toBeUndefined()
  expect(collector.take((codes[0] ?? '').toUpperCase())).toEqual(psbtOf(size))
})

test('mixed fragments suffice if the camera missed the first round', () => {
  const psbt = psbtOf(2000)
  const collector = collectPsbt()
  const codes = codesOfOther(psbt, { after: 40, count: 200 })
  expect(codes.map((code) => collector.take(code)).find((found) => found !== undefined)).toEqual(psbt)
  expect(collector.progress).toEqual({ known: collector.progress.count, count: collector.progress.count })
})

test('foreign, damaged and earlier codes do not corrupt a PSBT', () => {
  const [before, psbt] = [psbtOf(900), psbtOf(901)]
  const collector = collectPsbt()
  const wrong = [
    '',
    'lnbc1',
    'ur:crypto-seed/aeadaolazmjendeoti',
    'ur:crypto-psbt/zz',
    'ur:crypto-psbt/1-2/aeadaolazmjendeoti',
    (psbtToCodes(psbt)[0] ?? '').replace(/.{4}$/, 'AEAE'),
    ...psbtToCodes(before).slice(1),
  ]
  expect(wrong.map((code) => collector.take(code))).toEqual(wrong.map(() => undefined))
  expect(
    psbtToCodes(psbt)
      .map((code) => collector.take(code))
      .at(-1),
  ).toEqual(psbt)
})
