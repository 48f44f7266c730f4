import type { LdkServerCalls } from './ldk-server-calls.ts'

/**
 * Fails payments for cancelled hold invoices as they arrive: LDK Server still accepts and holds them. Only for hashes
 * that its record calls failed: a fail call would mark any other payment as failed.
 */
export async function giveBackAgain(
  calls: Pick<LdkServerCalls, 'payment' | 'fail'>,
  paymentHash: string,
): Promise<void> {
  const payment = await calls.payment(paymentHash)
  if (payment?.direction === 'inbound' && payment.status === 'failed') await calls.fail(paymentHash)
}
