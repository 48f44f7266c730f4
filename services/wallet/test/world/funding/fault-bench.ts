import type { FaultyNode } from '@satchel/lightning/world/peer-parts/faulty-node'
import { msat } from '@satchel/money/units'
import { expect } from 'vitest'
import type { World, WorldWallet } from '../open-world.ts'
import { until } from './drive-sends.ts'

/** The service and its node, with the steps that all tests of the matrix share. */
export interface FaultBench {
  readonly world: World
  readonly faulty: FaultyNode
}

export const START_MSAT = 1_000_000
/** The rest of the balance, without 100 sat and the minimum fee reserve. */
export const RESERVED_MSAT = START_MSAT - 102_000

export interface Begun {
  readonly wallet: WorldWallet
  readonly bolt11: string
  readonly paymentHash: string
}

/** A wallet of 1000 sat, and an invoice of another node over 100 sat. */
export async function begin({ faulty, world }: FaultBench): Promise<Begun> {
  const wallet = await world.openWallet(1000)
  return { wallet, ...(await faulty.node.outside.makeInvoice(msat(100_000))) }
}

export async function later({ world }: FaultBench): Promise<void> {
  world.advance(31)
  await world.tick()
}

export async function statusOf({ world }: FaultBench, { wallet, paymentHash }: Begun): Promise<string> {
  const answer = await world.call('GET', `/api/v1/payments/${paymentHash}`, { key: wallet.invoiceKey })
  return answer.body.status
}

/** Advances the clock and runs duties until the payment is final. */
export async function finalStatus(bench: FaultBench, payment: Begun): Promise<string> {
  let status = ''
  await until('the payment is final', async () => {
    await later(bench)
    status = await statusOf(bench, payment)
    return status !== 'pending'
  })
  return status
}

export async function debitedOnce({ faulty, world }: FaultBench, payment: Begun, feeMsat = 0): Promise<void> {
  const debitedMsat = 100_000 + (faulty.wholeSats === true ? Math.ceil(feeMsat / 1000) * 1000 : feeMsat)
  expect(faulty.node.sends(payment.paymentHash)).toBe(1)
  expect(await world.balanceMsat(payment.wallet)).toBe(START_MSAT - debitedMsat)
  expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(400)
}
