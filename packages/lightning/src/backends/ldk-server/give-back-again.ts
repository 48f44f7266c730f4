import type { LdkServerCalls } from './ldk-server-calls.ts'

/**
 * LDK Server still accepts payments for a cancelled hold invoice, and holds them: they are failed as they come. Only those
 * that its record calls failed: a fail call would mark any other payment as failed, too.
 */
export async function giveBackAgain(
  calls: Pick<LdkServerCalls, 'payment' | 'fail'>,
  paymentHash: string,
): Promise<void> {
  const payment = await calls.payment(paymentHash)
  if (payment?.direction === 'inbound' && payment.status === 'failed') await calls.fail(paymentHash)
}
