import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashMetadata, type Metadata, readMetadata, writeMetadata } from './metadata.ts'

test('written metadata are read back, and equal metadata have equal bytes', () => {
  const text = fc.string({ unit: 'grapheme' })
  const arbitrary: fc.Arbitrary<Metadata> = fc.record({
    text,
    longText: fc.option(text, { nil: undefined }),
    identifier: fc.option(fc.constant('alice@pay.example'), { nil: undefined }),
    email: fc.option(fc.constant('alice@pay.example'), { nil: undefined }),
    image: fc.option(fc.constant({ type: 'image/png;base64' as const, base64: 'iVBORw0KGgo=' }), { nil: undefined }),
  })
  fc.assert(
    fc.property(arbitrary, (metadata) => {
      expect(readMetadata(writeMetadata(metadata))).toEqual(metadata)
      expect(writeMetadata(readMetadata(writeMetadata(metadata)))).toBe(writeMetadata(metadata))
    }),
  )
})

test('LUD-06: the description hash is the hash of the UTF-8 bytes of the text', () => {
  const metadata = '[ ["text/plain", "Grüße 😀"] ]'
  expect(hashMetadata(metadata)).toBe(createHash('sha256').update(Buffer.from(metadata, 'utf8')).digest('hex'))
  expect(hashMetadata(metadata)).not.toBe(hashMetadata(writeMetadata(readMetadata(metadata))))
})

test('unknown kinds and invalid entries are skipped', () => {
  const metadata = '[["application/x",{"a":1}],7,null,["text/plain","Coffee"],["text/plain","Tea"],[]]'
  expect(readMetadata(metadata)).toMatchObject({ text: 'Coffee' })
})
