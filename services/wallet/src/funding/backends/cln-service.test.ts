import { hash as digest } from 'node:crypto'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { type ClnPeer, openClnPeer, rpcError } from '@satchel/lightning/world/peers/cln/cln-peer'
import { msat } from '@satchel/money/units'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'

let peer: ClnPeer
let world: World
beforeAll(async () => {
  peer = await openClnPeer()
  world = await openWorld({ dialect: 'sqlite', env: { SERVICE_PAY_WAIT_MS: '250', ...peer.env } })
})
afterEach(async () => {
  expect(await world.violations()).toEqual([])
})
afterAll(async () => {
  await world.close()
  await peer.close()
})

const look = async (wallet: WorldWallet, id: string) =>
  (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body

/** Paid from outside, and seen by the service. */
async function openHeld() {
  const wallet = await world.openWallet()
  const invoice = await world.invoice(wallet, 90, { hold: true, memo: 'deposit' })
  expect(parseInvoice(invoice.bolt11).description).toBe('deposit')
  await peer.node.outside.payOurInvoice(invoice.bolt11)
  await world.tick()
  expect(await look(wallet, invoice.checking_id)).toMatchObject({ status: 'pending', details: { held: true } })
  const decide = (method: 'PUT' | 'DELETE') =>
    world.call(method, `/api/v1/payments/${invoice.checking_id}`, { key: wallet.adminKey })
  return { wallet, invoice, decide }
}

test('a held payment is credited once when it is settled, also over a restart', async () => {
  const { wallet, decide } = await openHeld()
  await world.restart()
  expect(await world.balanceMsat(wallet)).toBe(0)
  expect((await decide('PUT')).status).toBe(200)
  await world.tick()
  await world.restart()
  await world.tick()
  expect(await world.balanceMsat(wallet)).toBe(90_000)
})

test('a held payment is returned when it is cancelled, and nothing is credited', async () => {
  const { wallet, invoice, decide } = await openHeld()
  expect((await decide('DELETE')).status).toBe(200)
  await world.tick()
  expect(peer.node.invoices.get(invoice.payment_hash)?.state).toBe('closed')
  expect(await look(wallet, invoice.checking_id)).toMatchObject({ status: 'failed' })
  expect(await world.balanceMsat(wallet)).toBe(0)
})

test('a settlement whose answer is lost remains valid, and is credited once', async () => {
  const { wallet, decide } = await openHeld()
  peer.server.plan('POST /v1/settleholdinvoice', { do: 'lose-answer' })
  expect((await decide('PUT')).status).toBe(200)
  world.advance(31)
  await world.tick()
  await world.tick()
  expect(await world.balanceMsat(wallet)).toBe(90_000)
})

test('an invoice paid inside cannot be paid from outside', async () => {
  const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
  const { bolt11 } = await world.invoice(payee, 100)
  expect((await world.send(payer, bolt11)).status).toBe(201)
  await expect(peer.node.outside.payOurInvoice(bolt11)).rejects.toThrow()
  expect(await world.balanceMsat(payee)).toBe(100_000)
})

test('an invoice with a description hash is payable', async () => {
  const wallet = await world.openWallet()
  const description_hash = digest('sha256', 'a long story')
  const { bolt11 } = await world.invoice(wallet, 21, { description_hash })
  expect(parseInvoice(bolt11).descriptionHash).toBe(description_hash)
  await peer.node.outside.payOurInvoice(bolt11)
  await world.tick()
  expect(await world.balanceMsat(wallet)).toBe(21_000)
})

test('no route and nothing listed: failed, everything is released, and the invoice can be paid again', async () => {
  const wallet = await world.openWallet(1000)
  const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(100_000))
  peer.server.plan('POST /v1/xpay', rpcError(205))
  expect((await world.send(wallet, bolt11)).status).toBe(400)
  expect(await world.balanceMsat(wallet)).toBe(1_000_000)
  expect((await world.send(wallet, bolt11)).status).toBe(201)
  expect(await look(wallet, paymentHash)).toMatchObject({ status: 'success' })
})

test('while the node may be between two attempts nothing is released', async () => {
  const wallet = await world.openWallet(1000)
  const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(100_000))
  peer.node.plan(paymentHash, { ends: 'on-command' })
  const sent = world.send(wallet, bolt11)
  await expect.poll(() => peer.node.sends(paymentHash)).toBe(1)
  peer.betweenTries(paymentHash)
  peer.server.cut()
  expect((await sent).status).toBe(201)
  for (let times = 0; times < 3; times += 1) {
    world.advance(31)
    await world.tick()
  }
  expect(await look(wallet, paymentHash)).toMatchObject({ status: 'pending' })
  peer.node.finish(paymentHash, 'settled')
  world.advance(31)
  await world.tick()
  expect(await look(wallet, paymentHash)).toMatchObject({ status: 'success' })
  expect(await world.balanceMsat(wallet)).toBe(900_000)
})

test('a settlement stored by the plugin but not executed by the node credits nothing, also when the payment is returned', async () => {
  const { wallet, invoice, decide } = await openHeld()
  peer.tearSettlement(invoice.payment_hash)
  expect((await decide('PUT')).status).toBe(200)
  const passTime = async (): Promise<void> => {
    world.advance(31)
    await world.tick()
  }
  await passTime()
  await peer.node.outside.expireHeld?.(invoice.payment_hash)
  await passTime()
  await world.restart()
  await passTime()
  expect(await world.balanceMsat(wallet)).toBe(0)
  expect(await look(wallet, invoice.checking_id)).toMatchObject({ status: 'pending', details: { held: true } })
})

test('a payment with the label of another program halts nothing', async () => {
  await world.tick()
  for (const label of ['rent', 'satchel', '019b7e94-45cb-7d76-adbe-8fba8a81c81e']) {
    const { bolt11 } = await peer.node.outside.makeInvoice(msat(5000n))
    peer.node.pay({ bolt11, label })
  }
  for (let round = 0; round < 3; round += 1) await world.tick()
  expect((await world.call('GET', '/api/v1/status')).body.payments_halted).toBe(false)
})
