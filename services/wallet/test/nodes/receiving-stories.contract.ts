import { hash as digest } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StageNow } from './node-stage.ts'

/** Receipts from other nodes and from wallets of the service, while the service runs and while it is down. */
export function receivingStories(stageNow: StageNow): void {
  test('an external payment is credited to the millisatoshi', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet()
    const { bolt11, checking_id: id } = await stage.invoice(wallet, 1234, { memo: 'tea & ☕' })
    expect(await stage.payee.pay(bolt11)).toMatchObject({ status: 'SUCCEEDED' })
    const { preimage, details } = await stage.until(wallet, id, 'success')
    expect(digest('sha256', Buffer.from(preimage, 'hex'))).toBe(details.payment_hash)
    expect(await stage.balanceMsat(wallet)).toBe(1_234_000)
  })

  test('a payment that arrives while the service is down is credited once, after its restart', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet()
    const made = [await stage.invoice(wallet, 11), await stage.invoice(wallet, 22), await stage.invoice(wallet, 33)]
    await stage.service.kill()
    for (const { bolt11 } of made) expect(await stage.payee.pay(bolt11)).toMatchObject({ status: 'SUCCEEDED' })
    await stage.restart()
    for (const { checking_id: id } of made) await stage.until(wallet, id, 'success')
    await stage.restart()
    expect(await stage.balanceMsat(wallet)).toBe(66_000)
  })

  test('an invoice without an amount is credited with the amount that its payer chose: external, internal, while the service is down', async () => {
    const stage = stageNow()
    const [payer, wallet] = [await stage.openWallet(100), await stage.openWallet()]
    const make = () => stage.invoice(wallet, undefined)
    const made = [await make(), await make(), await make()]
    const [outside, inside, away] = made
    expect(await stage.payee.pay(outside.bolt11, 12_345n)).toMatchObject({ status: 'SUCCEEDED' })
    const body = { out: true, bolt11: inside.bolt11, amount: 7 }
    expect((await stage.send(payer, inside.bolt11, { body })).status).toBe(201)
    await stage.service.kill()
    expect(await stage.payee.pay(away.bolt11, 1001n)).toMatchObject({ status: 'SUCCEEDED' })
    await stage.restart()
    for (const { checking_id: id } of made) await stage.until(wallet, id, 'success')
    if (stage.network.ours.closesInvoices)
      expect(await stage.payee.pay(inside.bolt11, 1000n)).toMatchObject({ status: 'FAILED' })
    expect([await stage.balanceMsat(payer), await stage.balanceMsat(wallet)]).toEqual([93_000, 12_345 + 7_000 + 1001])
  })

  test('an invoice that was paid internally cannot be paid by another node as well', async (context) => {
    const stage = stageNow()
    if (!stage.network.ours.closesInvoices) context.skip('this node cannot close an invoice')
    const [payer, seller] = [await stage.openWallet(500), await stage.openWallet()]
    const { bolt11, checking_id: id } = await stage.invoice(seller, 100)
    expect((await stage.send(payer, bolt11)).status).toBe(201)
    await stage.until(seller, id, 'success')
    expect(await stage.payee.pay(bolt11)).toMatchObject({
      status: 'FAILED',
      reason: 'FAILURE_REASON_INCORRECT_PAYMENT_DETAILS',
    })
    expect([await stage.balanceMsat(payer), await stage.balanceMsat(seller)]).toEqual([400_000, 100_000])
  })
}
