import { bareItems, joinRows } from './bare-items.ts'
import type { LnbitsRow } from './lnbits-tables.ts'
import { oddCore } from './odd-lnbits.ts'
import { oddItems } from './small-items.ts'
import { hex, paymentWriter } from './small-lnbits.ts'

/** An installation with unusual items, and one minimal item of each extension. */
export function oddRows(now: number) {
  const { apipayments, ...core } = oddCore(now)
  return {
    ...joinRows(oddItems(now), bareItems('Bare1', hex('trimmed'), hex('boss'))),
    core: { ...core, apipayments: [...apipayments, ...oddPayments(now)] },
  }
}

/** Part payments of one amount, of which one has a receipt, and a refund to a card that can still be paid. */
function oddPayments(now: number): LnbitsRow[] {
  const pay = paymentWriter(now)
  const part = { tag: 'invoices', extra: '{"invoice_id": "inv3", "famount": 500}' }
  return [
    pay('main', 'only part', 7000, { ...part, made: 1_700_001_290 }),
    pay('main', 'another part', 9000, {
      tag: 'invoices',
      extra: '{"invoice_id": "inv3", "famount": 900}',
      made: 1_700_001_300,
    }),
    pay('main', 'open refund', 5000, { status: 'pending', made: now - 60, extra: '{"refund": "hitpaid"}' }),
  ]
}
