import type { PaymentView } from '@satchel/extension-sdk/context'

export interface Page {
  readonly limit: number
  readonly offset: number
}

const PAGE_SIZE = 250

/** Reads a list in several pages. A payment that arrives meanwhile shifts the others: repeated rows are left out. */
export async function readPages(
  read: (page: Page) => Promise<readonly PaymentView[]>,
  { limit, offset }: Page,
): Promise<PaymentView[]> {
  const found: PaymentView[] = []
  for (let count = 0; count < limit; count += PAGE_SIZE) {
    const size = Math.min(PAGE_SIZE, limit - count)
    const page = await read({ limit: size, offset: offset + count })
    found.push(...page)
    if (page.length < size) break
  }
  return withoutRepeats(found)
}

/** Keeps the first of two rows of one payment. */
export function withoutRepeats(payments: readonly PaymentView[]): PaymentView[] {
  const seen = new Set<string>()
  return payments.filter(({ direction, paymentHash }) => {
    const name = `${direction} ${paymentHash}`
    return !seen.has(name) && seen.add(name)
  })
}
