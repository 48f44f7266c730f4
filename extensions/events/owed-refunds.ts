import { refuse } from '@satchel/extension-sdk/refusal'
import type { Event, EventsCtx } from './fields.ts'

const UNDER_WAY = ['due', 'sent', 'waiting'] as const
/** Nothing happens any more until somebody names an address. */
const STUCK = ['address', 'failed'] as const
/** How long a buyer who names no address keeps an event from being deleted. */
const STUCK_DAYS = 90
const PAGE = 1000

/** What is to be said of the refunds of a canceled event; runs that decide on it at once are put in order. */
export async function refundsOf(ctx: EventsCtx, event: Pick<Event, 'id'>): Promise<'owed' | 'done'> {
  await ctx.lock(`refunds of ${event.id}`)
  for (const refund of [...UNDER_WAY, ...STUCK]) {
    if ((await ctx.table('tickets').find({ where: { refund, item: event.id }, limit: 1 })).length > 0) return 'owed'
  }
  return 'done'
}

/** People who have paid have their tickets, or their money, or were asked in vain for long, before an event is gone. */
export async function requireNothingOwed(ctx: EventsCtx, event: Event): Promise<void> {
  for (const refund of UNDER_WAY) {
    const [open] = await ctx.table('tickets').find({ where: { refund, item: event.id }, limit: 1 })
    if (event.refunds === 'running' || open !== undefined) {
      throw refuse('Refunds of this event are under way; delete it when they have ended.')
    }
  }
  const since = Math.floor(ctx.now() / 1000) - STUCK_DAYS * 86_400
  for (const refund of STUCK) {
    for (let offset = 0, more = true; more; offset += PAGE) {
      const where = { refund, item: event.id }
      const stuck = await ctx.table('tickets').find({ where, limit: PAGE, offset })
      if (stuck.some(({ updated_at: at }) => at > since)) {
        throw refuse(
          `Buyers are still owed their money: name addresses for their tickets. What has waited for one for ${STUCK_DAYS} days does not count any more.`,
        )
      }
      more = stuck.length === PAGE
    }
  }
}
