import { openClnPeer } from '@satchel/lightning/world/peers/cln/cln-peer'
import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { openPhoenixdPeer } from '@satchel/lightning/world/peers/phoenixd/phoenixd-peer'
import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { openOperator } from '../../test/world/accounts/open-operator.ts'
import { until } from '../../test/world/funding/drive-sends.ts'
import { buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import { hex, paymentWriter, smallCore } from '../../test/world/lnbits/small-lnbits.ts'

const HOUR = 3600

test.each([
  { kind: 'lnd', dialect: 'postgres', open: openLndPeer },
  { kind: 'cln', dialect: 'sqlite', open: () => openClnPeer() },
  { kind: 'phoenixd', dialect: 'sqlite', open: () => openPhoenixdPeer() },
] as const)(
  'a payment that failed at $kind while neither ran ends as failed once the node has reported it twice, also when an operator polls, and an older failure of the same invoice ends nothing',
  async ({ kind, dialect, open }) => {
    const peer = await open()
    const operator = await openOperator(dialect, peer.env)
    const { world } = operator
    await until('the node is known', async () => world.service.funding.identity() !== undefined)
    const row = paymentWriter(world.nowSeconds())
    const [failed, older, hanging, made] = await Promise.all(
      [1, 2, 3, 4].map(() => peer.node.outside.makeInvoice(msat(50_000n))),
    )
    if (failed === undefined || older === undefined || hanging === undefined || made === undefined) {
      throw new Error('no invoice')
    }
    peer.node.pay({ bolt11: made.bolt11, feeLimitMsat: 2000n })
    for (const { bolt11, paymentHash } of [failed, older]) {
      peer.node.plan(paymentHash, { ends: 'failed' })
      peer.node.pay({ bolt11, feeLimitMsat: 2000n })
    }
    peer.node.plan(hanging.paymentHash, { ends: 'on-command' })
    peer.node.pay({ bolt11: hanging.bolt11, feeLimitMsat: 2000n })
    const flying = ({ bolt11, paymentHash }: typeof failed, at: number, status = 'pending') => ({
      ...row('shop', paymentHash, -50_000, { status, fee: -2000, hash: paymentHash, made: at }),
      bolt11,
    })
    const now = Math.floor(Date.now() / 1000)
    // LNbits ordered the second one later than the node began what failed.
    const rows = [flying(failed, now - 60), flying(older, now + 60), flying(hanging, now - 60)]
    // LNbits had given its money back, although the node had made it.
    rows.push(flying(made, now - 60, 'failed'))
    const lnbits = await buildLnbits({
      dialect: 'sqlite',
      rows: { core: { ...smallCore(now), apipayments: [row('shop', 'savings', 1_000_000), ...rows] } },
    })
    await importBuilt(world, lnbits, { extensions: [], domains: [], sourceKind: kind })
    const statuses = () =>
      Promise.all(
        [failed, older, hanging].map(async ({ paymentHash }) => {
          const { body } = await world.call('GET', `/api/v1/payments/${paymentHash}`, { key: hex('shop invoice') })
          return body.status as string
        }),
      )
    const stuck = `/api/v1/admin/payments/${(await operator.ask('GET', `/api/v1/admin/payments?payment_hash=${failed.paymentHash}`)).body.data[0].checking_id}`
    const later = async (seconds: number) => {
      world.advance(seconds)
      await world.tick()
    }
    await later(1)
    expect((await operator.ask('POST', `${stuck}/poll`)).body).toMatchObject({ changed: false })
    expect((await operator.ask('POST', `${stuck}/resolve`, { outcome: 'failed', reason: 'It failed.' })).status).toBe(
      409,
    )
    await later(HOUR / 12)
    expect((await operator.ask('POST', `${stuck}/poll`)).body).toMatchObject({ changed: false })
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    for (let round = 0; round < 3; round += 1) await later(HOUR / 10)
    expect(await statuses()).toEqual(['failed', 'pending', 'pending'])
    const { body } = await world.call('GET', '/api/v1/wallet', { key: hex('shop invoice') })
    expect(body.balance).toBe(1_000_000 - 2 * 52_000)
    peer.node.finish(hanging.paymentHash, 'settled')
    await later(60)
    expect(await statuses()).toEqual(['failed', 'pending', 'success'])
    // Paid again, it either costs nothing or is proven: the node has paid it once.
    const before = (await world.call('GET', '/api/v1/wallet', { key: hex('shop invoice') })).body.balance
    const again = await world.call('POST', '/api/v1/payments', {
      key: hex('shop admin'),
      body: { out: true, bolt11: made.bolt11 },
    })
    for (let round = 0; round < 4; round += 1) await later(HOUR / 3)
    expect(peer.node.sends(made.paymentHash)).toBe(1)
    const after = (await world.call('GET', '/api/v1/wallet', { key: hex('shop invoice') })).body.balance
    expect([again.status, before - after]).toEqual([400, 0])
    expect(await world.violations()).toEqual([])
    await lnbits.drop()
    await world.close()
    await peer.close()
  },
)
