import { readInvoice } from '@satchel/bolt11/read-invoice'
import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { InvoiceOrder } from '../../src/port/funding-source.ts'
import { lastCursor, onlyIf, request, type WorldNow } from './contract-world.ts'

const orderWithoutAmount = (): InvoiceOrder => ({ ...request(), amountMsat: undefined })

/** Invoices that leave the amount to their payer: made and reported exactly, or not made at all. */
export function amountlessContract(worldNow: WorldNow): void {
  test('an invoice without an amount takes what its payer chooses, and every report of it has the amount', async (context) => {
    const { source, outside } = worldNow()
    onlyIf(context, source, 'amountless')
    const chosen = msat(12_345)
    const start = await lastCursor(source)
    const before = await source.balance()
    const { bolt11, paymentHash } = await source.createInvoice(orderWithoutAmount())
    expect(readInvoice(bolt11).amountMsat).toBeUndefined()
    expect(await source.incomingStatus(paymentHash)).toEqual({ status: 'open' })
    await outside.payOurInvoice(bolt11, chosen)
    expect(await source.incomingStatus(paymentHash)).toEqual({ status: 'settled', amountMsat: chosen })
    expect((await source.balance()) - before).toBe(chosen)
    const { receipts } = await source.receiptsSince(start, 100)
    expect(receipts.filter(({ kind }) => kind === 'settled')).toMatchObject([{ paymentHash, amountMsat: chosen }])
    if (!source.can.closeInvoice) return
    const unpaid = await source.createInvoice(orderWithoutAmount())
    expect(await source.closeInvoice(unpaid.paymentHash)).toBe('closed')
    await expect(outside.payOurInvoice(unpaid.bolt11, chosen)).rejects.toThrow()
  })

  test('a source that cannot create one without an amount rejects the request', async (context) => {
    const { source } = worldNow()
    if (source.can.amountless) context.skip('This source makes them.')
    await expect(source.createInvoice(orderWithoutAmount())).rejects.toThrow('without an amount')
  })
}
