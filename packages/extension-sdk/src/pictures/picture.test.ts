import { expect, test } from 'vitest'
import { MAX_PICTURE_BYTES, PICTURE, pictureProblem } from './picture.ts'

const HEADS = {
  png: Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
  jpeg: Buffer.from('ffd8ffe000104a4649460001', 'hex'),
  gif: Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00', 'latin1'),
  webp: Buffer.from('RIFF\x24\x00\x00\x00WEBP', 'latin1'),
} as const
type Kind = keyof typeof HEADS
const KINDS = Object.keys(HEADS) as Kind[]

const url = (kind: string, bytes: Uint8Array) => `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`
const ofSize = (kind: Kind, size: number) => Buffer.concat([HEADS[kind], Buffer.alloc(size - HEADS[kind].length)])
const matches = (value: string) => new RegExp(PICTURE.pattern, 'u').test(value) && value.length <= PICTURE.max

test.each(KINDS)('a %s of the maximum size is accepted, and one byte more is rejected', (kind) => {
  const largest = url(kind, ofSize(kind, MAX_PICTURE_BYTES))
  expect([matches(largest), pictureProblem(largest)]).toEqual([true, undefined])
  expect(pictureProblem(url(kind, ofSize(kind, MAX_PICTURE_BYTES + 1)))).toContain('at most')
})

test.each(KINDS.flatMap((said) => KINDS.filter((kind) => kind !== said).map((kind) => [said, kind] as const)))(
  'a file declared as %s that is a %s is rejected',
  (said, kind) => expect(pictureProblem(url(said, ofSize(kind, 100)))).toContain('that it says it is'),
)

test.each([
  url('svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  url('png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  url('png', Buffer.from('<!doctype html><script>alert(1)</script>')),
  'data:image/png;base64,',
  'data:image/png;base64,iVBORw0KGgo',
  'data:image/png,%89PNG',
  'data:text/html;base64,iVBORw0KGgoAAAAN',
  'data:image/png;base64,iVBORw0KGgoAAAAN"onerror="x',
  'data:image/png;charset=x;base64,iVBORw0KGgoAAAAN',
])('%s is no picture', (value) => expect(pictureProblem(value)).toBeDefined())

test.each([
  ['https://shop.example/coffee.jpg', true],
  ['http://shop.example/coffee.jpg', true],
  ['javascript:alert(1)', false],
  ['ftp://shop.example/x', false],
  ['https://shop.example/a b', false],
  ['/coffee.jpg', false],
])('an address such as %s is accepted: %s', (value, fits) => expect(matches(value)).toBe(fits))
