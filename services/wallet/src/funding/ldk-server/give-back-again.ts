import type { LdkServerCalls } from './ldk-server-calls.ts'

/**
 * LDK Server takes payments for a hold invoice that was cancelled before, and holds them: they go back as they come. Only
 * what its record calls failed: told to fail anything else, it would call that failed, too.
 */
export async function giveBackAgain(
  calls: Pick<LdkServerCalls, 'payment' | 'fail'>,
  paymentHash: string,
): Promise<void> {
  const payment = await calls.payment(paymentHash)
  if (payment?.direction === 'inbound' && payment.status === 'failed') await calls.fail(paymentHash)
}
