import { readSentCursor } from '../../lists/sent-cursor.ts'
import type { SentPage } from '../../port/funding-source.ts'
import { toSent } from './outgoing-payment.ts'
import type { PhoenixdCalls } from './phoenixd-calls.ts'

export interface SentQuery {
  readonly cursor: string | undefined
  readonly limit: number
  readonly nowMs: number
}

/** Every attempt, by the time at which phoenixd began it. */
export async function listSent(
  calls: Pick<PhoenixdCalls, 'listOutgoing'>,
  { cursor, limit, nowMs }: SentQuery,
): Promise<SentPage> {
  const position = readSentCursor('phoenixd', cursor, nowMs)
  const rows = await calls.listOutgoing(position.fromMs)
  return position.page(
    rows.flatMap((row) => toSent(row) ?? []),
    limit,
  )
}
