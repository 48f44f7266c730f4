import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { CreatedInvoice, FundingSource } from '../../src/port/funding-source.ts'
import { attempt, onlyIf, type WorldNow } from './contract-world.ts'

const AMOUNT_MSAT = msat(50_000)
const FEE_MSAT = msat(300)
/** So often, because two orders rarely arrive together. */
const INVOICES = 4

/** For nodes that refuse a second payment of a hash: two processes order it, and neither knows of the other's order. */
export function refusesRepeatsContract(worldNow: WorldNow): void {
  test('an invoice that two processes order concurrently is paid once', async (context) => {
    const { source, outside } = worldNow()
    onlyIf(context, source, 'refusesRepeats')
    await withTwo(worldNow, async (two) => {
      const invoice = await outside.makeInvoice(AMOUNT_MSAT)
      await outside.setFee(invoice.paymentHash, FEE_MSAT)
      await expectPaidOnce(two, invoice)
    })
  })

  test('an invoice whose payment has just failed is paid once when two processes order it again', async (context) => {
    const { source, outside } = worldNow()
    onlyIf(context, source, 'refusesRepeats')
    await withTwo(worldNow, async (two) => {
      const invoice = await outside.makeInvoice(AMOUNT_MSAT)
      await outside.setFee(invoice.paymentHash, msat(2000))
      const tooDear = { ...(await attempt(source, invoice)), feeLimitMsat: msat(1999) }
      expect((await source.pay(tooDear)).status).toBe('failed')
      await outside.setFee(invoice.paymentHash, FEE_MSAT)
      await expectPaidOnce(two, invoice)
    })
  })
}

type Two = readonly [FundingSource, FundingSource]

async function withTwo(worldNow: WorldNow, story: (two: Two) => Promise<void>): Promise<void> {
  const { source, another } = worldNow()
  const other = (await another?.()) ?? source
  try {
    for (let count = 0; count < INVOICES; count += 1) await story([source, other])
  } finally {
    if (other !== source) await other.close()
  }
}

async function expectPaidOnce([source, other]: Two, invoice: CreatedInvoice): Promise<void> {
  const before = await source.balance()
  const orders = [await attempt(source, invoice), await attempt(other, invoice)] as const
  const paying = [source.pay(orders[0]), other.pay(orders[1])]
  const answers = await Promise.all(paying.map((each) => each.then(({ status }) => status).catch(() => 'refused')))
  expect(answers, answers.join()).toContain('settled')
  expect(await source.outgoingStatus(orders[0])).toMatchObject({ status: 'settled' })
  const spent = before - (await source.balance())
  expect(spent).toBeGreaterThanOrEqual(AMOUNT_MSAT)
  expect(spent).toBeLessThan(2n * AMOUNT_MSAT)
}
