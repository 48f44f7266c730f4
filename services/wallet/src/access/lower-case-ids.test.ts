import { expect, test } from 'vitest'
import { withLowerCaseIds } from './lower-case-ids.ts'

const UUID = '0192A6B0-1C2D-7E3F-8A4B-5C6D7E8F9A0B'
const HASH = 'AB'.repeat(32)
const low = (text: string) => text.toLowerCase()

test.each([
  [`/api/v1/payments/${HASH}`, `/api/v1/payments/${low(HASH)}`],
  [`/tpos/api/v1/${UUID}/sales?limit=5`, `/tpos/api/v1/${low(UUID)}/sales?limit=5`],
  [`/x/${UUID}/${HASH}/`, `/x/${low(UUID)}/${low(HASH)}/`],
  [
    `/api/v1/payments?wallet_id=${UUID}&payment_hash=${HASH}`,
    `/api/v1/payments?wallet_id=${low(UUID)}&payment_hash=${low(HASH)}`,
  ],
  [`/api/v1/payments?wallet_id=${'AB'.repeat(16)}`, `/api/v1/payments?wallet_id=${'ab'.repeat(16)}`],
  // Neither a shorter code, nor a key, nor a text to search for.
  ['/tpos/p/AbCdEfGh23456789JKLMNP', '/tpos/p/AbCdEfGh23456789JKLMNP'],
  [`/api/v1/wallet?api-key=${'AB'.repeat(16)}`, `/api/v1/wallet?api-key=${'AB'.repeat(16)}`],
  [`/api/v1/payments?search=${HASH}`, `/api/v1/payments?search=${HASH}`],
  [`/api/v1/auth/consent?client_id=${UUID}`, `/api/v1/auth/consent?client_id=${UUID}`],
  [`/x/${HASH}0`, `/x/${HASH}0`],
])('%s is routed as %s', (url, routed) => {
  expect(withLowerCaseIds(url)).toBe(routed)
})
