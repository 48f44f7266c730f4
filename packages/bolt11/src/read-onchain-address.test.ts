import { expect, test } from 'vitest'
import { readOnchainAddress } from './read-onchain-address.ts'

test.each([
  ['17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem', ['bc']],
  ['3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX', ['bc']],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', ['tb', 'tbs', 'bcrt']],
  ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', ['tb', 'tbs', 'bcrt']],
  // BIP 173 and BIP 350.
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ['bc']],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', ['tb', 'tbs']],
  ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', ['bc']],
  ['bc1sw50qgdz25j', ['bc']],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', ['bc']],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', ['bc']],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', ['bcrt']],
])('%s is an address of %j', (address, networks) => {
  expect(readOnchainAddress(address)).toEqual({ address, networks })
})

test('bech32 in capital letters, as QR codes have it, is the same address', () => {
  expect(readOnchainAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')?.address).toBe(
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  )
})

test.each([
  '',
  'x',
  '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhen',
  '17vznx1sn5ntka8uqfxwqbfefc3iqryhem',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  // BIP 350: the checksum of the other version, wrong lengths, wrong padding, a version of 17, no program.
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'bc1gmk9yu',
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  // A private key, an extended key, an invoice.
  '5Hwgr3u458GLafKBgxtssHSPqJnYoGrSzgQsPwLFhLNYskDPyyA',
  'lnbc1qqqqqq',
])('%j is not an address', (text) => {
  expect(readOnchainAddress(text)).toBeUndefined()
})
