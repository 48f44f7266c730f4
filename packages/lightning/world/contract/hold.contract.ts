import { hash as digest, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CreatedInvoice, FundingSource } from '../../src/port/funding-source.ts'
import { lastCursor, onlyIf, request, type WorldNow } from './contract-world.ts'

/** What those adapters promise that can hold, and what those that cannot. */
export function holdContract(worldNow: WorldNow): void {
  test('a hold is held until its preimage settles it', async (context) => {
    const { source, outside } = worldNow()
    onlyIf(context, source, 'hold')
    const { preimage, invoice } = await makeHold(source)
    await expect(source.settleHold(preimage)).rejects.toThrow()
    const before = await source.balance()
    await outside.payOurInvoice(invoice.bolt11)
    expect(await source.incomingStatus(invoice.paymentHash)).toEqual({ status: 'held', amountMsat: 21_000n })
    expect(await source.balance()).toBe(before)
    expect(await source.settleHold(preimage)).toBe('settled')
    expect(await source.settleHold(preimage)).toBe('settled')
    expect(await source.cancelHold(invoice.paymentHash)).toBe('settled')
    expect((await source.balance()) - before).toBe(21_000n)
  })

  test('a cancelled hold is returned, and its preimage settles nothing any more', async (context) => {
    const { source, outside } = worldNow()
    onlyIf(context, source, 'hold')
    const { preimage, invoice } = await makeHold(source)
    const start = await lastCursor(source)
    await outside.payOurInvoice(invoice.bolt11)
    const before = await source.balance()
    expect(await source.cancelHold(invoice.paymentHash)).toBe('cancelled')
    expect(await source.cancelHold(invoice.paymentHash)).toBe('cancelled')
    expect(await source.settleHold(preimage)).toBe('gone')
    expect(await source.balance()).toBe(before)
    const { receipts } = await source.receiptsSince(start, 100)
    const kinds = receipts.filter(({ paymentHash }) => paymentHash === invoice.paymentHash).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind !== 'part')).toEqual(['held', 'released'])
  })

  test('an unpaid hold can be cancelled', async (context) => {
    const { source, outside } = worldNow()
    onlyIf(context, source, 'hold')
    const { invoice } = await makeHold(source)
    expect(await source.cancelHold(invoice.paymentHash)).toBe('cancelled')
    await expect(outside.payOurInvoice(invoice.bolt11)).rejects.toThrow()
  })

  test('a source without holds reports that, and creates no hold invoice', async (context) => {
    const { source } = worldNow()
    if (source.can.hold) context.skip('This source can hold.')
    await refusesHolds(source)
  })

  test('a hold that was returned by the node cannot be settled', async (context) => {
    const { source, outside } = worldNow()
    onlyIf(context, source, 'hold')
    if (outside.expireHeld === undefined) context.skip('This world cannot let a held payment expire.')
    const { preimage, invoice } = await makeHold(source)
    await outside.payOurInvoice(invoice.bolt11)
    await outside.expireHeld?.(invoice.paymentHash)
    expect(await source.settleHold(preimage)).toBe('gone')
  })
}

async function refusesHolds(source: FundingSource): Promise<void> {
  const hash = 'ab'.repeat(32)
  for (const ask of [
    () => source.createInvoice(request({ holdHash: hash })),
    () => source.settleHold(hash),
    () => source.cancelHold(hash),
  ])
    await expect(ask()).rejects.toThrow('hold')
}

async function makeHold(source: FundingSource): Promise<{ preimage: string; invoice: CreatedInvoice }> {
  const preimage = randomBytes(32).toString('hex')
  const holdHash = digest('sha256', Buffer.from(preimage, 'hex'))
  const invoice = await source.createInvoice(request({ holdHash }))
  expect(invoice.paymentHash).toBe(holdHash)
  return { preimage, invoice }
}
