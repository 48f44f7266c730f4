import type { LdkPayment } from './ldk-payment.ts'
import type { LdkServerCalls, PageToken } from './ldk-server-calls.ts'

/** Payments first listed from then on, newest first. */
export async function readPayments(
  calls: Pick<LdkServerCalls, 'listPayments'>,
  fromMs: number,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<LdkPayment[]> {
  const found: LdkPayment[] = []
  let token: PageToken | undefined
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await calls.listPayments(token)
    found.push(...page.payments)
    // Check both, in case the token is no longer a time in later versions.
    const isOlder = page.payments.every(({ updatedAt }) => updatedAt * 1000 < fromMs)
    token = page.next
    if (token === undefined || (isOlder && Number(token.index) * 1000 < fromMs)) break
  }
  return found
}
