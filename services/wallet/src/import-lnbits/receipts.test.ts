import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { expect, test } from 'vitest'
import { until } from '../../test/world/funding/drive-sends.ts'
import { buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import { hex, paymentWriter, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { openWorld } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'

const DAY = 86_400
const SAT_21 = 21_000

test.each(LOGIC_DIALECTS)(
  'receipts at LND for open invoices of LNbits while neither runs are credited once, and those credited by LNbits are not, on %s',
  async (dialect) => {
    const peer = await openLndPeer()
    const { node } = peer
    const now = Math.floor(Date.now() / 1000)
    const makeInvoice = (daysAgo: number, isHold = false) => {
      const invoice = node.addInvoice({ amountMsat: BigInt(SAT_21), expirySeconds: 60 * DAY, isHold })
      return Object.assign(invoice, { createdAt: now - daysAgo * DAY })
    }
    const pay = async (invoice: ReturnType<typeof makeInvoice>, daysAgo: number) => {
      await node.outside.payOurInvoice(invoice.bolt11)
      Object.assign(invoice, { settledAt: now - daysAgo * DAY })
    }
    const history: ReturnType<typeof makeInvoice>[] = []
    for (const daysAgo of [60, 50, 40, 9, 8]) {
      const invoice = makeInvoice(daysAgo)
      await pay(invoice, daysAgo)
      history.push(invoice)
    }
    const [first, second, third] = [makeInvoice(10), makeInvoice(6), makeInvoice(6)]
    const row = paymentWriter(now)
    const rowOf = ({ paymentHash, bolt11, createdAt }: ReturnType<typeof makeInvoice>, status: string) => ({
      ...row('shop', paymentHash, SAT_21, { hash: paymentHash, status, made: createdAt, preimage: null }),
      bolt11,
    })
    const openRows = [first, second, third].map((invoice) => rowOf(invoice, 'pending'))
    const held = makeInvoice(6, true)
    const heldRow = { ...rowOf(held, 'pending'), extra: JSON.stringify({ hold_invoice: true }) }
    const rows = [...history.map((invoice) => rowOf(invoice, 'success')), ...openRows, heldRow]
    const lnbits = await buildLnbits({
      dialect,
      rows: { core: { ...smallCore(now), apipayments: rows } },
    })
    // LNbits stopped five days ago.
    await pay(first, 4)
    await pay(second, 3)
    await node.outside.payOurInvoice(held.bolt11)
    expect(held.state).toBe('held')
    const world = await openWorld({ dialect, env: peer.env })
    await importBuilt(world, lnbits, { extensions: [], domains: [], sourceKind: 'lnd', now })
    await until('the node is known', async () => world.service.funding.identity() !== undefined)
    const balance = async () => (await world.call('GET', '/api/v1/wallet', { key: hex('shop invoice') })).body.balance
    for (let round = 0; round < 3; round += 1) await world.tick()
    expect(await balance()).toBe(7 * SAT_21)
    // Its owner decides, as in LNbits.
    const states = await world.db.list(
      'SELECT state, hold FROM payments WHERE payment_hash = $1',
      [held.paymentHash],
      (found: object) => found,
    )
    expect(states).toEqual([{ state: 'held', hold: 'theirs' }])
    await node.outside.payOurInvoice(third.bolt11)
    await world.restart()
    await until('the node is known', async () => world.service.funding.identity() !== undefined)
    for (let round = 0; round < 3; round += 1) await world.tick()
    expect(await balance()).toBe(8 * SAT_21)
    const alarms = await world.db.list('SELECT kind FROM alarms', [], ({ kind: of }: { kind: string }) => of)
    expect(alarms).toEqual([])
    expect(await world.violations()).toEqual([])
    await lnbits.drop()
    await world.close()
    await peer.close()
  },
)
