import { expect, test } from 'vitest'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { createLdkPeerNode } from '../../../world/funding/ldk/ldk-peer-node.ts'
import { type LdkWorld, realPayments } from '../../../world/funding/ldk/real-payments.ts'
import { openLndPeer } from '../../../world/funding/lnd-peer.ts'
import { msat } from '@satchel/money/units'
import { attempt } from '../contract-world.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openTestLnd } from './open-test-lnd.ts'

async function openPeer() {
  const node = await createLdkPeerNode()
  const peer = await openLndPeer(node)
  const close = async (): Promise<void> => {
    await peer.close()
    await node.close()
  }
  return { ...peer, node, close }
}

async function openWorld(): Promise<LdkWorld> {
  const { node, ...peer } = await openPeer()
  const { source, close } = await openTestLnd({ ...peer, node })
  return { source, outside: node.outside, node, close }
}

fundingSourceContract('LND on real LDK nodes', openWorld)

faultMatrix('LND on real LDK nodes', openPeer)

realPayments('LND on real LDK nodes', openWorld)

test('LND tells a payment that nobody carries from one that the payee does not take', async () => {
  const { source, node, close } = await openWorld()
  const tooMuch = await node.outside.makeInvoice(msat(9_000_000_000n))
  expect(await source.pay(await attempt(source, tooMuch))).toEqual({ status: 'failed', reason: 'no_route' })
  const refused = await node.outside.makeInvoice(msat(50_000n))
  await node.outside.refusePayment(refused.paymentHash)
  const outcome = await source.pay(await attempt(source, refused))
  expect(outcome).toEqual({ status: 'failed', reason: 'incorrect_payment_details' })
  await close()
})
