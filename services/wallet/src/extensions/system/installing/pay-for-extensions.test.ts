import { describe, expect, test } from 'vitest'
import { openExtensionWorld } from '../../../../test/world/extensions/open-extension-world.ts'
import { openPayee, type Payee } from '../../../../test/world/extensions/open-payee.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import { tokenOf } from '../../../../test/world/token-of.ts'

const openShop = async (dialect: (typeof LOGIC_DIALECTS)[number]) => {
  const opened = await openExtensionWorld(dialect)
  return { ...opened, payee: openPayee(opened.publisher, opened.world.nowSeconds) }
}

describe.each(LOGIC_DIALECTS)('what extensions cost, on %s', (dialect) => {
  test('pay to install: 402 with an invoice until its payee reports it paid; the server never pays', async () => {
    const { world, publisher, payee, install, govern, row, tree } = await openShop(dialect)
    const { hash } = await publisher.publish('diary', '1.0.0', { entry: { pay_to_install: payee.fee(21) } })
    expect(await row('diary')).toMatchObject({ pay_to_install: payee.fee(21) })
    const asked = await install('diary')
    expect(asked).toMatchObject({
      status: 402,
      body: { detail: expect.any(String), payment: { amount: 21, description: 'One extension' } },
    })
    const { payment } = asked.body
    expect(payment.payment_request).toMatch(/^lnbcrt210n/)
    expect(payment.expires_at).toBe(world.nowSeconds() + 600)
    // The same invoice as long as it can be paid, and no other way in.
    expect((await install('diary', { payment_hash: payment.payment_hash })).body.payment).toEqual(payment)
    expect((await install('diary', { payment_hash: 'ab'.repeat(32) })).status).toBe(402)
    expect(tree()).toEqual([])
    payee.settle(payment.payment_hash)
    expect((await install('diary', { payment_hash: payment.payment_hash })).status).toBe(201)
    expect(publisher.paths()).toContain(`GET /diary-1.0.0.zip?payment_hash=${payment.payment_hash}&version=1.0.0`)
    expect(tree()).toContain(`diary/${hash}`)
    // The proof is good for later versions, also after it was removed.
    await publisher.publish('diary', '1.1.0', { entry: { pay_to_install: payee.fee(99) } })
    expect((await govern({ extension: 'diary', upgrade_to: '1.1.0' })).status).toBe(200)
    await govern({ extension: 'diary', remove: true })
    expect((await install('diary')).status).toBe(201)
    expect(await world.violations()).toEqual([])
  })

  test('an expired invoice is replaced by a new one, and a late payment still counts', async () => {
    const { world, publisher, payee, install } = await openShop(dialect)
    await publisher.publish('diary', '1.0.0', { entry: { pay_to_install: payee.fee(21) } })
    const first = (await install('diary')).body.payment
    world.advance(700)
    const second = (await install('diary')).body.payment
    expect(second.payment_hash).not.toBe(first.payment_hash)
    payee.settle(first.payment_hash)
    expect((await install('diary')).status).toBe(201)
  })

  test('pay to enable: once per account; it can be deactivated and activated, and another account cannot use the proof', async () => {
    const { world, publisher, payee, someone, install } = await openShop(dialect)
    await publisher.publish('diary', '1.0.0', { entry: { pay_to_enable: payee.fee(5) } })
    expect((await install('diary')).body).toMatchObject({ installed: true, active: false })
    const toggle = (token: string, active = true, more = {}) =>
      world.call('PUT', '/api/v1/extension/diary', { token, body: { active, ...more } })
    const asked = await toggle(someone.token)
    expect([asked.status, asked.body.payment.amount]).toEqual([402, 5])
    const { payment_hash } = asked.body.payment
    payee.settle(payment_hash)
    const stranger = await tokenOf(world, await world.openWallet())
    expect((await toggle(stranger, true, { payment_hash })).status).toBe(402)
    expect(await toggle(someone.token, true, { payment_hash })).toMatchObject({ status: 200, body: { active: true } })
    expect([(await toggle(someone.token, false)).status, (await toggle(someone.token)).status]).toEqual([200, 200])
    expect((await toggle(stranger, true, { payment_hash })).status).toBe(402)
    await world.call('DELETE', '/api/v1/extension/diary', { token: someone.token })
    expect((await install('diary', {}, { token: someone.token })).body).toMatchObject({ active: true })
  })

  test('the super user charges all accounts but administrators, to a wallet of the service', async () => {
    const { world, root, wallet, install, govern, row } = await openShop(dialect)
    const price = { amount: 10, wallet_id: wallet.id, description: 'Notes' }
    expect((await govern({ extension: 'notes', pay_to_enable: price })).body.pay_to_enable).toEqual({
      amount: 10,
      description: 'Notes',
      wallet: '',
      wallet_id: '',
    })
    expect((await govern({ extension: 'notes', pay_to_enable: { ...price, wallet_id: 'nowhere' } })).status).toBe(400)
    expect((await install('notes', {}, { token: root })).body).toMatchObject({ active: true })
    const buyer = await world.openWallet(100)
    const key = buyer.adminKey
    expect((await install('notes', {}, { key })).body).toMatchObject({ installed: true, active: false })
    const toggle = () => world.call('PUT', '/api/v1/extension/notes', { key, body: { active: true } })
    const { status, body } = await toggle()
    expect([status, body.payment.amount]).toEqual([402, 10])
    expect((await world.send(buyer, body.payment.payment_request)).status).toBe(201)
    expect(await toggle()).toMatchObject({ status: 200, body: { active: true } })
    expect([await world.balanceMsat(buyer), await world.balanceMsat(wallet)]).toEqual([90_000, 1_010_000])
    await govern({ extension: 'notes', pay_to_enable: null })
    expect(await row('notes')).toMatchObject({ pay_to_enable: null })
    expect(await world.violations()).toEqual([])
  })

  test('a payee with a false answer proves nothing: 400, nothing is written', async () => {
    const { world, publisher, payee, install } = await openShop(dialect)
    await publisher.publish('diary', '1.0.0', { entry: { pay_to_install: payee.fee(21) } })
    const lies: readonly [why: string, lie: Payee['lies']][] = [
      ['there is no pay link', { offer: { tag: 'withdrawRequest' } }],
      ['amount', { offer: { maxSendable: 20_000 } }],
      ['another amount', { invoice: { amountMsat: 22_000n } }],
      ['something else', { invoice: { descriptionHash: 'ab'.repeat(32) } }],
      ['cannot be read', { answer: { pr: 'lnbc1' } }],
      ['LUD-21', { answer: { verify: undefined } }],
      ['LUD-21', { answer: { verify: 'http://127.0.0.2/verify' } }],
      ['no money', { offer: { status: 'ERROR', reason: 'no money' } }],
    ]
    for (const [why, lie] of lies) {
      Object.assign(payee.lies, lie)
      const { status, body } = await install('diary')
      expect([status, body.detail]).toEqual([400, expect.stringContaining(why)])
      for (const name of Object.keys(payee.lies)) delete payee.lies[name as keyof Payee['lies']]
    }
    const rows = () =>
      world.db.list('SELECT preimage FROM extension_payments', [], (row: { preimage: null }) => row.preimage)
    expect(await rows()).toEqual([])
    expect((await install('diary')).status).toBe(402)
    for (const verify of [{ settled: true, preimage: 'ab'.repeat(32) }, { settled: true }, { settled: 'true' }]) {
      payee.lies.verify = verify
      expect((await install('diary')).status).toBe(402)
    }
    expect(await rows()).toEqual([null])
  })

  test('an extension with a price is not installed by default, and its payee gets no request for an invoice', async () => {
    const { world, publisher, payee, row } = await openShop(dialect)
    await publisher.publish('diary', '1.0.0', { entry: { pay_to_install: payee.fee(21) } })
    await world.restart({ SERVICE_EXTENSIONS_DEFAULT_INSTALL: 'diary' })
    await world.service.extensions.tick()
    expect(await row('diary')).toMatchObject({ available: false })
    expect(publisher.paths().filter((path) => path.startsWith('GET /pay'))).toEqual([])
  })

  test('a payment hash in the catalogue marks it as paid, and is sent to the host of the archive only', async () => {
    const { publisher, install } = await openShop(dialect)
    const payment_hash = 'cd'.repeat(32)
    await publisher.publish('diary', '1.0.0', { entry: { payment_hash } })
    expect((await install('diary')).status).toBe(201)
    expect(publisher.paths()).toContain(`GET /diary-1.0.0.zip?payment_hash=${payment_hash}&version=1.0.0`)
  })
})
