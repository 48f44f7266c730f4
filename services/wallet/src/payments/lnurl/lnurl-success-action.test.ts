import { hash, randomBytes } from 'node:crypto'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import { encryptForPayer } from '@satchel/lnurl/success-action'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { METADATA, openLnurlService } from '../../../test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('the success action of an LNURL, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const pay = (wallet: WorldWallet, body: object, headers: Record<string, string> = {}) =>
    world.call('POST', '/api/v1/payments/lnurl', { key: wallet.adminKey, body, headers })
  const list = async (wallet: WorldWallet) =>
    (await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body

  test('a message and a page on the host of the service are returned and stored', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const actions = [
      { tag: 'message', message: 'Enjoy your coffee' },
      { tag: 'url', description: 'Your order', url: service.url('/orders/7') },
    ]
    for (const successAction of actions) {
      service.payAnswer = { successAction }
      const { body } = await pay(wallet, { lnurl: service.url('/pay'), amount: 1000 })
      expect(body.success_action).toEqual(successAction)
      expect((await list(wallet))[0].extra.lnurl_success_action).toEqual(successAction)
    }
  })

  test('LUD-10: a secret is returned as soon as the preimage of the payment decrypts it, and not before', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const preimage = randomBytes(32).toString('hex')
    const made = (await world.foreignInvoice(1000, { preimage })).hash
    await world.node.sendControl('POST /script', { match: { hash: made }, pay: ['hang'] })
    const successAction = encryptForPayer('Your code', '1234 😀', preimage)
    service.payAnswer = { successAction, pr: signed(made) }
    const key = { 'idempotency-key': 'once' }
    const pending = await pay(wallet, { lnurl: service.url('/pay'), amount: 1000 }, key)
    expect([pending.status, pending.body.success_action]).toEqual([201, successAction])
    await world.node.sendControl('POST /settle', { hash: made })
    world.advance(60)
    await world.tick()
    expect(await list(wallet)).toMatchObject([{ status: 'success', preimage }])
    const again = await pay(wallet, { lnurl: service.url('/pay'), amount: 1000 }, key)
    expect(again.body).toEqual(pending.body)

    const other = await world.foreignInvoice(1000)
    service.payAnswer = {
      successAction: encryptForPayer('Your code', '1234 😀', other.preimage),
      pr: signed(other.hash),
    }
    const paid = await pay(wallet, { lnurl: service.url('/pay'), amount: 1000 })
    expect(paid.body.success_action).toMatchObject({ tag: 'aes', description: 'Your code', plaintext: '1234 😀' })

    const third = await world.foreignInvoice(1000)
    service.payAnswer = { successAction, pr: signed(third.hash) }
    const unreadable = await pay(wallet, { lnurl: service.url('/pay'), amount: 1000 })
    expect([unreadable.status, unreadable.body.success_action.plaintext]).toEqual([201, null])
  })

  /** An invoice of the service for a hash that the test has made. */
  const signed = (paymentHash: string): string => {
    return writeInvoice(
      {
        network: 'bcrt',
        amountMsat: 1000n,
        paymentHash,
        paymentSecret: '11'.repeat(32),
        descriptionHash: hash('sha256', METADATA, 'hex'),
        timestamp: world.nowSeconds(),
        expirySeconds: 600,
      },
      randomBytes(32),
    )
  }
})
