import { type Msat, msat } from '@satchel/money/units'
import { type DatedSent, readSentCursor } from '../../lists/sent-cursor.ts'
import type { SentPage } from '../../port/funding-source.ts'
import { type AuditedPayment, settledMs } from './audited-payment.ts'
import type { EclairCalls } from './eclair-calls.ts'
import type { SentPart } from './to-outcome.ts'

export interface SentQuery {
  readonly cursor: string | undefined
  readonly limit: number
  readonly nowMs: number
}

const LOOKS_AT_ONCE = 16

/**
 * Eclair lists payments only in its audit: settled ones, by settlement time. So a payment that settles later comes
 * after every earlier cursor, and pending ones need not be listed. The parts of a payment tell which program ordered
 * it.
 */
export async function listSent(calls: EclairCalls, { cursor, limit, nowMs }: SentQuery): Promise<SentPage> {
  const position = readSentCursor('eclair', cursor, nowMs)
  const audited = (await calls.listAudited(position.fromMs)).map((row) => ({ id: row.id, atMs: settledMs(row), row }))
  if (cursor === undefined)
    return position.page(
      audited.map((dated) => toSent(dated, [])),
      limit,
    )
  const fresh = position.fresh(audited, limit)
  const found: DatedSent[] = []
  for (let start = 0; start < fresh.length; start += LOOKS_AT_ONCE) {
    const some = fresh.slice(start, start + LOOKS_AT_ONCE)
    found.push(
      ...(await Promise.all(some.map(async (dated) => toSent(dated, await calls.sent(dated.row.paymentHash))))),
    )
  }
  return position.page(found, limit)
}

interface Dated {
  readonly id: string
  readonly atMs: number
  readonly row: AuditedPayment
}

function toSent({ id, atMs, row }: Dated, sent: readonly SentPart[]): DatedSent {
  const parts = sent.filter(({ parentId }) => parentId === id)
  const begunMs = Math.min(
    atMs,
    ...parts.map(({ createdAt }) => (createdAt === undefined ? atMs : Date.parse(createdAt.iso))),
  )
  const fees = row.parts.map(({ fees, feesPaid }) => fees ?? feesPaid)
  return {
    id,
    atMs,
    payment: {
      paymentHash: row.paymentHash,
      status: 'settled',
      amountMsat: msat(BigInt(row.recipientAmount)),
      feeMsat: sumIfAllKnown(fees),
      at: Math.floor(begunMs / 1000),
      attemptId: parts.length === 0 ? undefined : (parts.find(({ externalId }) => externalId)?.externalId ?? ''),
    },
  }
}

/** A fee that is not known is not zero. */
function sumIfAllKnown(fees: readonly (number | undefined)[]): Msat | undefined {
  let sum = 0n
  for (const fee of fees) {
    if (fee === undefined) return undefined
    sum += BigInt(fee)
  }
  return msat(sum)
}
