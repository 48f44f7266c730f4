import { partsPerMillionCeil, sat, satToMsat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const BASE = { AUTH_SECRET_KEY: 'x'.repeat(40) }
const KEY = 'ab'.repeat(32)
const PHOENIXD = { ...BASE, SERVICE_FUNDING_SOURCE: 'phoenixd', PHOENIXD_API_PASSWORD: 'p' }
const BLINK = { ...BASE, SERVICE_FUNDING_SOURCE: 'blink', BLINK_TOKEN: 'blink_x' }
const NWC = {
  ...BASE,
  SERVICE_FUNDING_SOURCE: 'nwc',
  NWC_PAIRING_URL: `nostr+walletconnect://${KEY}?relay=wss://one.example&secret=${KEY}`,
}

function read(env: Readonly<Record<string, string>>) {
  const answer = readConfig(env)
  if ('problems' in answer) throw new Error(answer.problems.join('\n'))
  return answer.config
}

test('the fee reserve covers the fee of phoenixd for any amount, unless the operator configures another', () => {
  const { leastMsat, partsPerMillion } = read(PHOENIXD).payments.fees
  for (const amountSat of [1n, 100n, 600n, 666n, 667n, 700n, 1000n, 50_000n, 10_000_000n]) {
    const taken = amountSat * 4n + 4000n
    const share = partsPerMillionCeil(satToMsat(sat(amountSat)), partsPerMillion)
    expect(share > leastMsat ? share : leastMsat).toBeGreaterThanOrEqual(taken)
  }
  expect(read({ ...PHOENIXD, SERVICE_FEE_RESERVE_MIN_MSAT: '5' }).payments.fees.leastMsat).toBe(5n)
})

test('the fee reserve covers the minimum fee of Blink', () => {
  expect(read(BLINK).payments.fees.leastMsat).toBe(10_000n)
})

test('pending payments are polled less often over Nostr Wallet Connect, unless the operator configures otherwise', () => {
  expect(read(NWC).reconcileMs).toBe(4000)
  expect(read({ ...NWC, SERVICE_RECONCILE_MS: '500' }).reconcileMs).toBe(500)
})
