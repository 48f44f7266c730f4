import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { readTap } from './ntag424.ts'

const ZERO = '0'.repeat(32)
const KEYS = { k1: '0c3b25d92b38ae443229dd59ad34b85d', k2: 'b45775776cb224c75bcde7ca3704e933' }

test.each([
  ['AN12196', { k1: ZERO, k2: ZERO }, 'EF963FF7828658A599F3041510671E88', '94EED9EE65337086', '04de5f1eacc040', 61],
  ['a real card', KEYS, '4E2E289D945A66BB13377A728884E867', 'E19CCB1FED8892CE', '04996c6a926980', 3],
  ['a real card', KEYS, '00F48C4F8E386DED06BCDC78FA92E2FE', '66B4826EA4C155B4', '04996c6a926980', 5],
  ['a real card', KEYS, '0DBF3C59B59B0638D60B5842A997D4D1', 'cc61660c020b4d96', '04996c6a926980', 7],
])('reads the tap of %s', (_which, keys, p, c, uid, counter) => {
  expect(readTap(keys, p, c)).toEqual({ uid, counter })
})

test.each([
  ['another MAC', { ...KEYS }, '4E2E289D945A66BB13377A728884E867', 'E19CCB1FED8892CF'],
  ['a MAC that is right at its beginning', KEYS, '4E2E289D945A66BB13377A728884E867', 'E19CCB1FED889200'],
  ['the MAC of another tap', KEYS, '00F48C4F8E386DED06BCDC78FA92E2FE', 'E19CCB1FED8892CE'],
  ['another k1', { ...KEYS, k1: ZERO }, '4E2E289D945A66BB13377A728884E867', 'E19CCB1FED8892CE'],
  ['another k2', { ...KEYS, k2: ZERO }, '4E2E289D945A66BB13377A728884E867', 'E19CCB1FED8892CE'],
  ['too short a p', KEYS, '4E2E', 'E19CCB1FED8892CE'],
  ['too short a c', KEYS, '4E2E289D945A66BB13377A728884E867', 'E1'],
  ['no hex', KEYS, 'x'.repeat(32), 'E19CCB1FED8892CE'],
  ['nothing', KEYS, '', ''],
])('%s is no tap of this card', (_what, keys, p, c) => {
  expect(readTap(keys, p, c)).toBeNull()
})

test('a chip that does not mirror UID and counter is not read', () => {
  const cipher = createCipheriv('aes-128-ecb', Buffer.alloc(16), null).setAutoPadding(false)
  const p = cipher.update(Buffer.from(`8704de5f1eacc0403d0000${'0'.repeat(10)}`, 'hex')).toString('hex')
  expect(readTap({ k1: ZERO, k2: ZERO }, p, '94EED9EE65337086')).toBeNull()
})
