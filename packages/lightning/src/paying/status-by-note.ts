import type { OutgoingQuery, OutgoingStatus, PayOutcome } from '../port/funding-source.ts'

/** The status of an attempt at a service where only our note identifies it: without a note it was never sent. */
export async function statusByNote<Note extends { readonly attemptId: string }>(
  { paymentHash, attemptId }: OutgoingQuery,
  find: (paymentHash: string) => Promise<Note | undefined>,
  poll: (paymentHash: string, note: Note) => Promise<PayOutcome>,
): Promise<OutgoingStatus> {
  const note = await find(paymentHash)
  if (note === undefined) return { status: 'not_found' }
  const outcome = await poll(paymentHash, note)
  if (outcome.status === 'settled') return outcome
  if (note.attemptId !== attemptId) return { status: 'not_found' }
  return outcome.status === 'failed' ? { ...outcome, attemptId } : { status: 'pending' }
}
