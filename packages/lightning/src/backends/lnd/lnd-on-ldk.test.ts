import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { attempt } from '../../../world/contract/contract-world.ts'
import { fundingSourceContract } from '../../../world/contract/funding-source.contract.ts'
import { type LdkWorld, realPayments } from '../../../world/ldk/real-payments.ts'
import { openLndOnLdk } from '../../../world/peers/lnd/open-lnd-on-ldk.ts'
import { openTestLnd } from '../../../world/peers/lnd/open-test-lnd.ts'

async function openWorld(): Promise<LdkWorld> {
  const { node, ...peer } = await openLndOnLdk()
  const { source, close } = await openTestLnd({ ...peer, node })
  return { source, outside: node.outside, node, close }
}

fundingSourceContract('LND on real LDK nodes', openWorld)

realPayments('LND on real LDK nodes', openWorld)

test('LND distinguishes a payment without a route from one that the payee rejects', async () => {
  const { source, node, close } = await openWorld()
  const tooMuch = await node.outside.makeInvoice(msat(9_000_000_000n))
  expect(await source.pay(await attempt(source, tooMuch))).toMatchObject({ status: 'failed', reason: 'no_route' })
  const refused = await node.outside.makeInvoice(msat(50_000n))
  await node.outside.refusePayment(refused.paymentHash)
  const outcome = await source.pay(await attempt(source, refused))
  expect(outcome).toMatchObject({ status: 'failed', reason: 'payee_refused' })
  await close()
})
