import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'

interface Call {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** The whole service with its duties running, a receiver and a socket, like those of a shop. */
describe.each(LOGIC_DIALECTS)('a payment notifies its receivers, on %s', (dialect) => {
  let world: World
  let url: string
  const calls: Call[] = []
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.end()
    })
  })

  const receiverUrl = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const sendWith = (wallet: WorldWallet, bolt11: string) =>
    world.send(wallet, bolt11, { webhook: `${receiverUrl()}/sent`, extra: { order: 7 } })
  const of = (hash: string): Record<string, unknown>[] =>
    calls.map(({ body }) => JSON.parse(body)).filter(({ payment_hash }) => payment_hash === hash)

  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_RECONCILE_MS: '100' } })
    url = await world.app.listen({ host: '127.0.0.1', port: 0 })
    await world.service.start()
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    receiver.close()
    await world.close()
  })

  test('after an outside payment, the webhook is called, signed, and the socket receives it, once each (A51)', async () => {
    const wallet = await world.openWallet()
    const heard: { event: string; amount: number; balance: number }[] = []
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/${wallet.invoiceKey}`)
    socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
    await new Promise((resolve) => socket.once('open', resolve))
    const webhook = `${receiverUrl()}/paid`
    const invoice = await world.invoice(wallet, 210, { webhook, memo: 'soup', extra: { table: 4 } })
    await world.node.sendControl('POST /receive', { bolt11: invoice.payment_request, notify: 3 })
    await expect.poll(() => [calls.length, heard.length], { timeout: 10_000 }).toEqual([1, 1])
    const { secret } = (await world.call('GET', '/api/v1/wallet/webhook', { key: wallet.adminKey })).body
    const [call] = calls
    const message = new Webhook(secret).verify(call?.body ?? '', call?.headers as Record<string, string>)
    expect(message).toMatchObject({
      payment_hash: invoice.payment_hash,
      payment_request: invoice.payment_request,
      wallet_id: wallet.id,
      amount: 210,
      memo: 'soup',
      status: 'success',
      extra: { table: 4 },
    })
    expect(heard).toMatchObject([{ type: 'payment', event: 'payment_received', amount: 210, balance: 210_000 }])
    socket.close()
  })

  test('an invoice without an amount is reported with the received amount', async () => {
    const wallet = await world.openWallet()
    const before = calls.length
    const webhook = `${receiverUrl()}/paid`
    const body = { out: false, any_amount: true, webhook }
    const { body: invoice } = await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body })
    const heard: { amount: number; payment?: { any_amount: boolean } }[] = []
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/${wallet.invoiceKey}`)
    socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
    await new Promise((resolve) => socket.once('open', resolve))
    await world.node.sendControl('POST /receive', { hash: invoice.payment_hash, amount_msat: 345_000 })
    await expect.poll(() => [calls.length - before, heard.length], { timeout: 10_000 }).toEqual([1, 1])
    expect(JSON.parse(calls.at(-1)?.body ?? '')).toMatchObject({ amount: 345, status: 'success' })
    expect(heard).toMatchObject([{ event: 'payment_received', amount: 345, payment: { any_amount: true } }])
    socket.close()
  })

  test.each([
    ['paid by the node', 'settle', undefined, 201, { status: 'success', fee: 0 }],
    ['in flight, then paid', 'hang', 'POST /settle', 201, { status: 'success' }],
    ['failed at the node', 'fail', undefined, 400, { status: 'failed', failure: expect.stringMatching(/./) }],
    ['in flight, then failed', 'hang', 'POST /fail', 201, { status: 'failed' }],
  ] as const)('the webhook of a sent payment is called once, with its final state: %s (S523)', async (...row) => {
    const [, step, then, status, final] = row
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await world.foreignInvoice(21_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: [step] })
    expect((await sendWith(wallet, bolt11)).status).toBe(status)
    if (then !== undefined) await world.node.sendControl(then, { hash })
    // The node is asked again.
    world.advance(60)
    await expect.poll(() => of(hash).length, { timeout: 10_000 }).toBe(1)
    expect(of(hash)).toEqual([
      expect.objectContaining({ wallet_id: wallet.id, amount: -21, extra: { order: 7 }, ...final }),
    ])
  })

  test('the log of a wallet names the event of each call', async () => {
    const wallet = await world.openWallet(1000)
    for (const step of ['settle', 'fail'] as const) {
      const { bolt11, hash } = await world.foreignInvoice(1000)
      await world.node.sendControl('POST /script', { match: { hash }, pay: [step] })
      await sendWith(wallet, bolt11)
    }
    const invoice = await world.invoice(wallet, 5, { webhook: `${receiverUrl()}/paid` })
    await world.send(await world.openWallet(10), invoice.payment_request)
    const events = async () =>
      (await world.call('GET', '/api/v1/wallet/webhook/deliveries', { key: wallet.adminKey })).body.map(
        ({ event }: { event: string }) => event,
      )
    await expect
      .poll(async () => (await events()).sort(), { timeout: 10_000 })
      .toEqual(['payment_failed', 'payment_received', 'payment_sent'])
  })

  test('a payment between wallets of this service calls the webhooks of both sides once each', async () => {
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const invoice = await world.invoice(payee, 30, { webhook: `${receiverUrl()}/payee` })
    expect((await sendWith(payer, invoice.payment_request)).status).toBe(201)
    await expect.poll(() => of(invoice.payment_hash).length, { timeout: 10_000 }).toBe(2)
    const called = of(invoice.payment_hash).map(({ wallet_id, amount, status }) => [wallet_id, amount, status])
    expect(called.toSorted(([, one], [, other]) => Number(one) - Number(other))).toEqual([
      [payer.id, -30, 'success'],
      [payee.id, 30, 'success'],
    ])
  })

  test('a webhook URL that can never be used is rejected when the invoice is created or paid', async () => {
    const wallet = await world.openWallet(1000)
    const { bolt11 } = await world.foreignInvoice(1000)
    for (const webhook of ['ftp://example.com/', 'not a url', 'http://user:pass@example.com/']) {
      for (const about of [
        { out: false, amount: 1 },
        { out: true, bolt11 },
      ]) {
        const body = { ...about, webhook }
        const refused = await world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body })
        expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('webhook')])
      }
    }
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
  })
})
