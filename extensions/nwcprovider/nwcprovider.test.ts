import { NWCClient } from '@getalby/sdk/nwc'
import { describe, expect, onTestFinished, test } from 'vitest'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { listen, meanwhile, openNwcWorld } from '../../services/wallet/test/world/nostr/open-nwc-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const RECEIVING = ['invoice', 'lookup', 'history', 'balance', 'info']
const PAYING = { permissions: ['pay', ...RECEIVING], unlimited: true }
/** The routing fee of 10,000 sat. */
const RESERVE = 100_000

extensionContract(NWCPROVIDER, {
  create: (n) => ({ description: `App ${n}`, permissions: RECEIVING }),
  missing: 'description',
  patch: { description: 'Another app', permissions: ['info'] },
})

const open = (dialect: (typeof LOGIC_DIALECTS)[number]) => openNwcWorld(NWCPROVIDER, dialect)

describe.each(LOGIC_DIALECTS)('Nostr Wallet Connect on %s', (dialect) => {
  test('an independent app reads information, creates, finds and pays invoices, and is notified of payments in and out', async () => {
    const { world, owner, connect } = await open(dialect)
    const { connection_uri: nostrWalletConnectUrl } = await connect({ ...PAYING, description: 'Zeus' })
    const client = new NWCClient({ nostrWalletConnectUrl })
    onTestFinished(() => client.close())
    expect(await meanwhile(world, client.getWalletServiceInfo())).toEqual({
      encryptions: ['nip44_v2', 'nip04'],
      capabilities: [
        'pay_invoice',
        'multi_pay_invoice',
        'get_budget',
        'make_invoice',
        'lookup_invoice',
        'list_transactions',
        'get_balance',
        'get_info',
        'notifications',
      ],
      notifications: ['payment_received', 'payment_sent'],
    })
    expect(await meanwhile(world, client.getInfo())).toMatchObject({
      alias: 'Zeus',
      network: 'regtest',
      block_height: 0,
    })
    expect(client.encryptionType).toBe('nip44_v2')
    expect(await meanwhile(world, client.getBalance())).toEqual({ balance: 100_000_000 })

    const heard: unknown[] = []
    const stop = await meanwhile(
      world,
      client.subscribeNotifications((one) => heard.push(one)),
    )
    onTestFinished(stop)
    const made = await meanwhile(
      world,
      client.makeInvoice({ amount: 21_000, description: 'Tea', metadata: { comment: 'hot', order: [7] } }),
    )
    expect(made).toMatchObject({ type: 'incoming', state: 'pending', amount: 21_000, description: 'Tea' })
    expect(made.metadata).toEqual({ comment: 'hot', order: [7] })
    const payer = await world.openWallet(1000)
    expect((await world.send(payer, made.invoice)).status).toBe(201)
    const found = await meanwhile(world, client.lookupInvoice({ payment_hash: made.payment_hash }))
    expect(found).toMatchObject({ state: 'settled', amount: 21_000, settled_at: world.nowSeconds() })
    expect(found.metadata).toEqual({ comment: 'hot', order: [7] })
    await expect.poll(async () => (await world.tick(), heard.length)).toBe(1)
    expect(heard).toMatchObject([
      {
        notification_type: 'payment_received',
        notification: { payment_hash: made.payment_hash, preimage: found.preimage },
      },
    ])

    const { bolt11, preimage, hash } = await world.foreignInvoice(5_000_000)
    const paid = await meanwhile(world, client.payInvoice({ invoice: bolt11, metadata: { for: 'rent' } }))
    expect(paid.preimage).toBe(preimage)
    expect(await world.balanceMsat(owner)).toBe(100_000_000 + 21_000 - 5_000_000 - paid.fees_paid)
    await expect.poll(async () => (await world.tick(), heard.length)).toBe(2)
    expect(heard[1]).toMatchObject({
      notification_type: 'payment_sent',
      notification: { type: 'outgoing', state: 'settled', payment_hash: hash, preimage, fees_paid: paid.fees_paid },
    })
    const { transactions, total_count: total } = await meanwhile(world, client.listTransactions({ limit: 10 }))
    expect(total).toBe(2)
    expect(transactions.map(({ metadata }) => metadata)).toEqual([{ for: 'rent' }, { comment: 'hot', order: [7] }])
    expect(transactions).toMatchObject([
      { type: 'outgoing', state: 'settled', payment_hash: hash, amount: 5_000_000, fees_paid: paid.fees_paid },
      { type: 'incoming', state: 'settled', payment_hash: made.payment_hash },
    ])
    const { body } = await world.call('GET', `/api/v1/payments/${hash}`, { key: owner.invoiceKey })
    expect(body.details.extra).toMatchObject({ tag: 'nwcprovider' })
  })

  test('ten concurrent payments do not exceed a budget for three', async () => {
    const { world, connect, see, owner } = await open(dialect)
    const app = await connect({
      permissions: ['pay'],
      budgets: [{ budget_msats: 3 * (10_000_000 + RESERVE), refresh_window: 0 }],
    })
    const events = await Promise.all(
      Array.from({ length: 10 }, async () =>
        app.request('pay_invoice', { invoice: (await world.foreignInvoice(10_000_000)).bolt11 }),
      ),
    )
    await Promise.all(events.map((event) => app.sendTo(event)))
    const answers = await Promise.all(events.map(async (event) => (await app.answered(event))[0]))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(3)
    const refused = answers.filter(({ error }) => error !== null)
    expect(new Set(refused.map(({ error }) => error.code))).toEqual(new Set(['QUOTA_EXCEEDED']))
    const fees = answers.reduce((sum, { result }) => sum + (result?.fees_paid ?? 0), 0)
    expect((await see(app.id)).budgets[0].used_msats).toBe(30_000_000 + fees)
    expect(await world.balanceMsat(owner)).toBe(100_000_000 - 30_000_000 - fees)
  })

  test('a payment in flight when the service stopped is answered once, and paid once', async () => {
    const { world, relays, connect, see, owner } = await open(dialect)
    const app = await connect({ permissions: ['pay'], budgets: [{ budget_msats: 50_000_000, refresh_window: 0 }] })
    const { bolt11, hash, preimage } = await world.foreignInvoice(10_000_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    const event = app.request('pay_invoice', { invoice: bolt11 })
    await app.sendTo(event)
    await expect.poll(async () => (await world.tick(), (await see(app.id)).budgets[0].used_msats)).toBeGreaterThan(0)
    await world.tick()
    expect(app.answersTo(event)).toEqual([])
    await world.restart()
    await listen(world, relays, app.service)
    await app.sendTo(event, relays)
    await world.tick()
    await world.node.sendControl('POST /settle', { hash, fee_msat: 7 })
    world.advance(60)
    expect(await app.answered(event)).toMatchObject([
      { result_type: 'pay_invoice', error: null, result: { preimage, fees_paid: 7 } },
    ])
    expect(await world.balanceMsat(owner)).toBe(100_000_000 - 10_000_007)
    expect((await see(app.id)).budgets[0].used_msats).toBe(10_000_007)
  })
})
