import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import type { Event, EventsCtx } from './fields.ts'

const PENDING = ['due', 'sent', 'waiting'] as const
/** Refunds that wait until the owner or the buyer names an address. */
const STUCK = ['address', 'failed'] as const
/** How long a buyer who names no address keeps an event from being deleted. */
const STUCK_DAYS = 90
const PAGE = 1000

/** The state of the refunds of a canceled event; a lock orders concurrent runs that decide on it. */
export async function refundsOf(ctx: EventsCtx, event: Pick<Event, 'id'>): Promise<'owed' | 'done'> {
  await ctx.lock(`refunds of ${event.id}`)
  for (const refund of [...PENDING, ...STUCK]) {
    if ((await ctx.table('tickets').find({ where: { refund, item: event.id }, limit: 1 })).length > 0) return 'owed'
  }
  return 'done'
}

/**
 * Before an event is deleted, its refunds must have ended, and buyers without a usable address must have been asked
 * long ago.
 */
export async function requireNothingOwed(ctx: EventsCtx, event: Event): Promise<void> {
  for (const refund of PENDING) {
    const [open] = await ctx.table('tickets').find({ where: { refund, item: event.id }, limit: 1 })
    if (event.refunds === 'running' || open !== undefined) {
      throw reject('Refunds of this event are pending; retry when they have ended.')
    }
  }
  const since = Math.floor(ctx.now() / 1000) - STUCK_DAYS * 86_400
  for (const refund of STUCK) {
    for (let offset = 0, more = true; more; offset += PAGE) {
      const where = { refund, item: event.id }
      const stuck = await ctx.table('tickets').find({ where, limit: PAGE, offset })
      if (stuck.some(({ updated_at: at }) => at > since)) {
        throw reject(
          fixed(
            'Buyers are still owed their money: name addresses for their tickets. What has waited for one for {days} days does not count any more.',
            { days: STUCK_DAYS },
          ),
        )
      }
      more = stuck.length === PAGE
    }
  }
}
