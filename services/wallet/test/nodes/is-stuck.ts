import { listCarried } from './lost-payments.ts'
import type { Network } from './network.ts'

/** The node reports a payment as in flight, but no channel of the three nodes has it: it will never end. */
export async function isStuck({ ours, router, payee }: Network, paymentHash: string): Promise<boolean> {
  const neighbours = [router, payee].map(({ calls }) => listCarried(calls))
  const carried = await Promise.all([...neighbours, ours.listCarried?.() ?? []])
  if (carried.flat().includes(paymentHash)) return false
  return (await ours.findSent(paymentHash))?.status === 'in_flight'
}
