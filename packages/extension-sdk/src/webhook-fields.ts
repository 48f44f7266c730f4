import type { Ctx, Json } from './context.ts'
import { reject } from './rejection.ts'
import type { Shape } from './shape.ts'
import type { WalletHandle } from './wallet-handle.ts'

/** Fields for a webhook about an item. Spread them into `resource`. */
export const WEBHOOK_FIELDS = {
  webhook_url: {
    type: 'url',
    doc: 'Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried.',
    optional: true,
  },
  webhook_headers: {
    type: 'json',
    maxBytes: 4096,
    doc: 'Additional headers of the webhook: an object of at most 20 texts.',
    optional: true,
    show: 'admin',
    atRest: 'sealed',
  },
  webhook_body: { type: 'json', maxBytes: 4096, doc: 'JSON that the webhook carries as `body`.', optional: true },
} as const satisfies Shape

interface WebhookValues {
  readonly webhook_url?: string | undefined
  readonly webhook_headers?: unknown
  readonly webhook_body?: unknown
}

/** 422 if `webhook_headers` is not a valid set of headers. */
export function checkWebhook({ webhook_headers: headers }: WebhookValues): void {
  if (headers === undefined || headers === null || isHeaders(headers)) return
  throw reject('body.webhook_headers: must be an object of at most 20 header names and texts.', 422)
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]{0,1000}$/

export function isHeaders(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  const isText = (text: unknown): boolean => typeof text === 'string' && VALUE.test(text)
  return entries.length <= 20 && entries.every(([name, text]) => NAME.test(name) && isText(text))
}

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, any>

/** Sends the webhook after the commit, if the item has one. */
export async function notifyOwner(
  ctx: AnyCtx,
  item: WebhookValues & { readonly wallet: WalletHandle },
  facts: Readonly<Record<string, Json>>,
): Promise<void> {
  const { webhook_url: url, webhook_headers: headers, webhook_body: body, wallet } = item
  if (url === undefined) return
  const payload = { ...facts, ...(body !== undefined && { body: body as Json }) }
  await ctx.notify.webhook(url, payload, { wallet, ...(isHeaders(headers) && { headers }) })
}
