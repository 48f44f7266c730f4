import { bitcoinUri, findDeposits, holderOf, watchAddress } from '@satchel/extension-sdk/onchain-watch'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import { fixed } from '@satchel/extension-sdk/text'
import { type ChainTip, type Jar, type JarCtx, route, routes } from './fields.ts'
import { chainFormPage, chainTipPage } from './page.ts'
import { readTip, recordTip, requireJar, TIP } from './tips.ts'

const VALID_SECONDS = 86_400
/** The address is watched so much longer, for tips sent in time. */
const GRACE_SECONDS = 86_400
/** Wallets scan so many unused addresses ahead: visitors must not create more. */
const MAX_OPEN = 15

export function requireChain(jar: Jar): string {
  if (jar.onchain === undefined) throw reject('This jar takes no tips on-chain.', 404)
  return jar.onchain
}

/** An address for one tip, which counts once it is confirmed. */
async function openChainTip(jar: Jar, given: Row<typeof TIP>, ctx: JarCtx): Promise<ChainTip> {
  const source = requireChain(jar)
  const { sats, name, message } = readTip(jar, given)
  if (sats < jar.onchain_limit)
    throw reject(fixed('body.sats: must be at least {least} on-chain.', { least: jar.onchain_limit }), 422)
  const now = Math.floor(ctx.now() / 1000)
  await requireRoom(ctx, jar, now)
  const until = now + VALID_SECONDS
  const row = { item: jar.id, open: jar.id, name, message, sats, address: '', until, got: 0, seen: 0 }
  const tip = await ctx.table('chain_tips').insert(row, jar.wallet)
  // A late tip still reaches the owner, so the address may go to the next tip.
  const order = { source, wallet: jar.wallet, holder: tip.id, until: until + GRACE_SECONDS, reuseAfterSec: 0 }
  const { address } = await watchAddress(ctx, order)
  return ctx.table('chain_tips').update(tip.id, { address })
}

/** Deletes unpaid tips whose addresses are no longer watched. */
async function requireRoom(ctx: JarCtx, jar: Jar, now: number): Promise<void> {
  const open = await ctx.table('chain_tips').find({ where: { open: jar.id }, limit: 100 })
  for (const { id } of open.filter(({ until }) => until + GRACE_SECONDS <= now))
    await ctx.table('chain_tips').remove(id)
  if (open.filter(({ until, seen }) => until > now && seen === 0).length < MAX_OPEN) return
  throw reject('Many addresses wait for tips already; tip over Lightning, or try again later.', 429)
}

/** Recounts everything at the address of a tip: a repeat changes nothing. */
export async function takeChainTip(task: { readonly key: string }, ctx: JarCtx): Promise<void> {
  const row = await ctx.table('chain_tips').get(holderOf(task))
  const jar = row === null ? null : await ctx.items.get(row.item)
  if (row === null || jar === null) return
  const { confirmedSat, pendingSat, txids } = await findDeposits(ctx, jar.wallet, row.id)
  const seen = { got: confirmedSat, seen: confirmedSat + pendingSat }
  await ctx.notify.push(row.id, seen)
  if (row.tip !== undefined) {
    await ctx.table('tips').update(row.tip, { sats: confirmedSat })
    await ctx.items.update(jar.id, { tip_total: jar.tip_total - row.got + confirmedSat })
  }
  if (row.tip !== undefined || confirmedSat === 0) return void (await ctx.table('chain_tips').update(row.id, seen))
  const { name, message, id } = row
  const time = Math.floor(ctx.now() / 1000)
  const tip = { payment_hash: `onchain ${id}`, name, message, sats: confirmedSat, time }
  const { id: made } = await recordTip(ctx, jar, tip, { txids })
  await ctx.table('chain_tips').update(row.id, { ...seen, tip: made, open: undefined })
}

async function requireChainTip(
  { params }: { readonly params: { readonly id: string; readonly tip: string } },
  ctx: JarCtx,
): Promise<ChainTip> {
  const tip = await ctx.table('chain_tips').get(params.tip)
  if (tip === null || tip.item !== params.id) throw reject('There is no such tip.', 404)
  return tip
}

const pathOf = ({ item, id }: ChainTip): string => `/p/${item}/onchain/${id}`

export const ONCHAIN_ROUTES = routes({
  'POST /public/:id/onchain': route({
    access: 'public',
    summary: 'Leave a tip on-chain',
    description: 'Answers an address, watched for a day; the tip is recorded when a transaction is confirmed.',
    perMinute: 10,
    body: TIP,
    status: 201,
    reply: {
      id: { type: 'text', max: 64, doc: 'Id of the on-chain tip.' },
      address: { type: 'text', max: 100, doc: 'On-chain address.' },
      uri: { type: 'text', max: 1000, doc: 'Payment URI with the amount, for wallets (BIP-21).' },
      expires_at: { type: 'text', max: 30, doc: 'How long the address is watched, ISO 8601.' },
      href: { type: 'text', max: 200, doc: 'Path of its page, below `/tipjar`.' },
    },
    async handle(request, ctx) {
      const jar = await requireJar(request, ctx)
      const tip = await openChainTip(jar, request.body, ctx)
      const { id, address, sats, until } = tip
      const expires_at = new Date(until * 1000).toISOString()
      return { json: { id, address, uri: bitcoinUri(address, sats, jar.name), expires_at, href: pathOf(tip) } }
    },
  }),
  'GET /public/:id/onchain-plain': {
    access: 'public',
    summary: 'Return to the form for on-chain tips',
    description: 'Redirects to the page of the form; creates nothing. Leave the tip by `POST`.',
    replyType: 'text',
    status: 303,
    async handle(request, ctx) {
      return { redirect: ctx.url(`/p/${(await requireJar(request, ctx)).id}/onchain`) }
    },
  },
  'POST /public/:id/onchain-plain': route({
    access: 'public',
    summary: 'Leave a tip on-chain without JavaScript',
    description: 'Target of the form on the page; redirects to the page of the address.',
    perMinute: 10,
    form: true,
    query: TIP,
    replyType: 'text',
    status: 303,
    async handle(request, ctx) {
      const tip = await openChainTip(await requireJar(request, ctx), request.query, ctx)
      return { redirect: ctx.url(pathOf(tip)) }
    },
  }),
  'GET /p/:id/onchain': {
    access: 'public',
    summary: 'Open the page for on-chain tips',
    async handle(request, ctx) {
      const jar = await requireJar(request, ctx)
      requireChain(jar)
      return { page: chainFormPage(jar) }
    },
  },
  'GET /p/:id/onchain/:tip': {
    access: 'public',
    summary: "Open the page of one tip's address",
    async handle(request, ctx) {
      const [jar, tip] = [await requireJar(request, ctx), await requireChainTip(request, ctx)]
      return { page: chainTipPage(jar, tip, ctx.now() / 1000) }
    },
  },
})
