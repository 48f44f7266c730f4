import { reject } from '@satchel/extension-sdk/rejection'
import type { WithdrawCtx, WithdrawItem } from './fields.ts'

/** How long a scanned offer is valid. */
const SECONDS = 600
const K1 = /^[0-9a-f]{64}$/

/**
 * A fresh `k1`: its end, a random part, and a signature over both, the link and the voucher's code. So nothing is
 * written while people scan, and what is written when they withdraw is the consumed `k1`.
 */
export async function newK1(ctx: WithdrawCtx, item: WithdrawItem, code: string): Promise<string> {
  const expiresAt = Math.floor(ctx.now() / 1000) + SECONDS
  const head = expiresAt.toString(16).padStart(8, '0') + ctx.randomId(12)
  return head + sign(ctx, await secretOf(ctx, item), `${head}:${item.id}:${code}`)
}

/**
 * The code of the voucher of the offer; `''` for a link without vouchers. Rejected if it is not ours, too old, or used.
 */
export async function readK1(ctx: WithdrawCtx, item: WithdrawItem, k1: string): Promise<string> {
  const unknown = reject('This k1 is not known: it belongs to another link, or its voucher has been used.')
  if (!K1.test(k1)) throw unknown
  if ((await ctx.table('claims').count({ where: { k1 } })) > 0) throw reject('This k1 has been used already.')
  if (Number.parseInt(k1.slice(0, 8), 16) * 1000 <= ctx.now()) throw reject('This k1 has expired; scan again.')
  const secret = await secretOf(ctx, item)
  const [head, signature] = [k1.slice(0, 32), k1.slice(32)]
  const codes = item.is_unique ? item.codes : ['']
  const code = codes.find((one) => sign(ctx, secret, `${head}:${item.id}:${one}`) === signature)
  if (code === undefined) throw unknown
  return code
}

/** Half of the digest is enough. */
const sign = (ctx: WithdrawCtx, secret: string, text: string): string =>
  ctx.hash(secret + ctx.hash(secret + text)).slice(0, 32)

async function secretOf(ctx: WithdrawCtx, item: WithdrawItem): Promise<string> {
  const [row] = await ctx.table('secrets').find({ where: { item: item.id }, limit: 1 })
  if (row === undefined) throw new Error('a link without its secret')
  return row.secret
}
