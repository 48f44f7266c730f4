import type { RouteRequest } from '@satchel/extension-sdk/extension'
import { lnurlPayRoutes, type PayLink } from '@satchel/extension-sdk/lnurl-pay-routes'
import { refuse } from '@satchel/extension-sdk/refusal'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import type { Copilot, CopilotCtx, FIELDS } from './fields.ts'

const MOST_MSAT = 100_000_000_000
const COMMENT_CHARACTERS = 300

/** Undefined while viewers cannot pay. */
export const lnurlOf = (ctx: Pick<CopilotCtx, 'url'>, { id, lnurl_toggle }: Copilot): string | undefined =>
  lnurl_toggle ? encodeLnurl(ctx.url(`/lnurl/${id}`)).toUpperCase() : undefined

type Request = RouteRequest<typeof FIELDS>

const payRoutes = lnurlPayRoutes<typeof FIELDS, CopilotCtx>({
  path: '/lnurl/:id',
  summary: 'Pay to an overlay',
  async find({ params }, ctx): Promise<PayLink | null> {
    const item = await ctx.items.get(params['id'] ?? '')
    return (
      item && {
        leastMsat: 1000,
        mostMsat: MOST_MSAT,
        metadata: { text: item.lnurl_title ?? item.title },
        commentAllowed: COMMENT_CHARACTERS,
      }
    )
  },
  async order({ comment }, { params }, ctx) {
    const item = await ctx.items.get(params['id'] ?? '')
    if (item === null) throw refuse('There is no such overlay.', 404)
    return { wallet: item.wallet, itemId: item.id, memo: item.title, data: { comment } }
  },
})

/** LNURL-pay; an overlay that takes no payments answers 404, in the words of LNURL. */
export const LNURL_ROUTES = Object.fromEntries(
  Object.entries(payRoutes).map(([path, route]) => [
    path,
    {
      ...route,
      async handle(request: Request, ctx: CopilotCtx) {
        const item = await ctx.items.get(request.params['id'] ?? '')
        if (item?.lnurl_toggle !== false) return route.handle(request, ctx)
        return { status: 404, json: { status: 'ERROR', reason: 'Nothing can be paid here now.' } }
      },
    },
  ]),
) as typeof payRoutes
