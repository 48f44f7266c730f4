import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import type { InvoiceCtx } from './fields.ts'

/** The next free number of the wallet in this year: 2026-0001. Two concurrent runs get different numbers. */
export async function nextNumber(ctx: InvoiceCtx, wallet: WalletHandle): Promise<string> {
  const year = new Date(ctx.now()).toISOString().slice(0, 4)
  const [series] = await ctx.table('series').find({ where: { year }, wallet, limit: 1 })
  for (let last = (series?.last ?? 0) + 1; ; last += 1) {
    const number = `${year}-${String(last).padStart(4, '0')}`
    // The owner may have chosen it by hand.
    const [taken] = await ctx.items.find({ where: { number }, wallet, limit: 1 })
    if (taken !== undefined) continue
    if (series === undefined) await ctx.table('series').insert({ year, last }, wallet)
    else await ctx.table('series').update(series.id, { last })
    return number
  }
}
