import { dayIn } from '@satchel/extension-sdk/instant'
import type { PaidBy, Sale, Till, TposCtx } from './fields.ts'

export const zoneOf = ({ timezone }: Till): string => timezone ?? 'UTC'

export const dayKey = ({ id }: Pick<Till, 'id'>, day: string): string => `${id} ${day}`
export const closingKey = ({ id }: Pick<Till, 'id'>, number: number): string => `${id} ${number}`

/** Undefined: the sale is of an older version, which closed no days. */
export const closingOf = ({ closing_key: key }: Sale): number | undefined =>
  key === undefined ? undefined : Number(key.split(' ')[1])

/**
 * What a sale gets when it is paid, whatever with: the next receipt number, and the day that is open. Both are counted in
 * the row of the till: of two concurrent runs, or of a sale and a closing, one runs again.
 */
export async function bookSale(ctx: TposCtx, till: Till, paid: { readonly by: PaidBy; readonly atMs: number }) {
  const number = (till.last_receipt ?? 0) + 1
  await ctx.items.update(till.id, { last_receipt: number })
  return {
    state: 'paid',
    receipt_number: number,
    paid_at: new Date(paid.atMs).toISOString(),
    paid_by: paid.by,
    day_key: dayKey(till, dayIn(zoneOf(till), paid.atMs)),
    closing_key: closingKey(till, (till.last_closing ?? 0) + 1),
  } as const
}
