import type { Route } from '@satchel/extension-sdk/extension'
import type { PayLink } from '@satchel/extension-sdk/lnurl-pay-routes'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { type Copilot, type CopilotCtx, type FIELDS, lnurlPayRoutes, routes } from './fields.ts'

const MAX_MSAT = 100_000_000_000
const COMMENT_CHARACTERS = 300

/** Undefined while viewers cannot pay. */
export const lnurlOf = (ctx: Pick<CopilotCtx, 'url'>, { id, lnurl_toggle }: Copilot): string | undefined =>
  lnurl_toggle ? encodeLnurl(ctx.url(`/lnurl/${id}`)).toUpperCase() : undefined

const payRoutes = lnurlPayRoutes({
  path: '/lnurl/:id',
  summary: 'Pay to an overlay',
  async find({ params }, ctx): Promise<PayLink | null> {
    const item = await ctx.items.get(params.id)
    return (
      item && {
        minMsat: 1000,
        maxMsat: MAX_MSAT,
        metadata: { text: item.lnurl_title ?? item.title },
        commentAllowed: COMMENT_CHARACTERS,
      }
    )
  },
  async invoice({ comment }, { params }, ctx) {
    const item = await ctx.items.get(params.id)
    if (item === null) throw reject('There is no such overlay.', 404)
    return { wallet: item.wallet, itemId: item.id, memo: item.title, data: { comment } }
  },
})

/** An overlay that takes no payments answers 404 in the form of LNURL. */
const whilePayable = <P extends { readonly id: string }, Q extends Shape>(
  given: Route<typeof FIELDS, CopilotCtx, P, Q>,
): Route<typeof FIELDS, CopilotCtx, P, Q> => ({
  ...given,
  async handle(request, ctx) {
    const item = await ctx.items.get(request.params.id)
    if (item?.lnurl_toggle !== false) return given.handle(request, ctx)
    return { status: 404, json: { status: 'ERROR', reason: 'Payments are not possible here at the moment.' } }
  },
})

/** LNURL-pay. */
export const LNURL_ROUTES = routes({
  'GET /lnurl/:id': whilePayable(payRoutes['GET /lnurl/:id']),
  'GET /lnurl/:id/cb': whilePayable(payRoutes['GET /lnurl/:id/cb']),
  'GET /lnurl/:id/cb/:offer': whilePayable(payRoutes['GET /lnurl/:id/cb/:offer']),
})
