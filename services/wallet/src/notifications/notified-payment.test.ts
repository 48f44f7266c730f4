import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openWorld, type World } from '../../world/open-world.ts'
import { DIALECTS } from '../../world/test-database.ts'

interface Call {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** The whole service with its duties running, a receiver and a socket: what a shop would connect. */
describe.each(DIALECTS)('a payment notifies its receivers, on %s', (dialect) => {
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

  test('paid from outside, the webhook is called, signed, and the socket receives it, once each (A51)', async () => {
    const wallet = await world.openWallet()
    const heard: { event: string; amount: number; balance: number }[] = []
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/${wallet.invoiceKey}`)
    socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
    await new Promise((resolve) => socket.once('open', resolve))
    const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/paid`
    const invoice = await world.invoice(wallet, 210, { webhook, memo: 'soup', extra: { table: 4 } })
    await world.node.steer('POST /receive', { bolt11: invoice.payment_request, notify: 3 })
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

  test('an invoice without an amount is reported with what arrived', async () => {
    const wallet = await world.openWallet()
    const before = calls.length
    const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/paid`
    const body = { out: false, any_amount: true, webhook }
    const { body: invoice } = await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body })
    const heard: { amount: number; payment?: { any_amount: boolean } }[] = []
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/${wallet.invoiceKey}`)
    socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
    await new Promise((resolve) => socket.once('open', resolve))
    await world.node.steer('POST /receive', { hash: invoice.payment_hash, amount_msat: 345_000 })
    await expect.poll(() => [calls.length - before, heard.length], { timeout: 10_000 }).toEqual([1, 1])
    expect(JSON.parse(calls.at(-1)?.body ?? '')).toMatchObject({ amount: 345, status: 'success' })
    expect(heard).toMatchObject([{ event: 'payment_received', amount: 345, payment: { any_amount: true } }])
    socket.close()
  })

  test('a webhook URL that can never be used is rejected when the invoice is made', async () => {
    const wallet = await world.openWallet()
    for (const webhook of ['ftp://example.com/', 'not a url', 'http://user:pass@example.com/']) {
      const body = { out: false, amount: 1, webhook }
      const refused = await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body })
      expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('webhook')])
    }
  })
})
