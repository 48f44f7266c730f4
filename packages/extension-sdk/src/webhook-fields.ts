import type { Ctx, Json } from './context.ts'
import { refuse } from './refusal.ts'
import type { Shape } from './shape.ts'
import type { WalletHandle } from './wallet-handle.ts'

/** Fields by which an owner is told what happens to an item. */
export const WEBHOOK_FIELDS = {
  webhook_url: { type: 'url', doc: 'Told (`POST`, JSON, signed, retried) of every payment.', optional: true },
  webhook_headers: {
    type: 'json',
    maxBytes: 4096,
    doc: 'Sent along: an object of at most 20 texts.',
    optional: true,
    show: 'admin',
    atRest: 'sealed',
  },
  webhook_body: { type: 'json', maxBytes: 4096, doc: 'Sent along as `body`: any JSON.', optional: true },
} as const satisfies Shape

interface WebhookValues {
  readonly webhook_url?: string | undefined
  readonly webhook_headers?: unknown
  readonly webhook_body?: unknown
}

/** 422 for headers that could not be sent. */
export function checkWebhook({ webhook_headers: headers }: WebhookValues): void {
  if (headers === undefined || headers === null || isHeaders(headers)) return
  throw refuse('body.webhook_headers: must be an object of at most 20 header names and texts.', 422)
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

/** Tells the owner, if an address was named; sent after the commit. */
export async function tellOwner(
  ctx: AnyCtx,
  item: WebhookValues & { readonly wallet: WalletHandle },
  facts: Readonly<Record<string, Json>>,
): Promise<void> {
  const { webhook_url: url, webhook_headers: headers, webhook_body: body, wallet } = item
  if (url === undefined) return
  const told = { ...facts, ...(body !== undefined && { body: body as Json }) }
  await ctx.notify.webhook(url, told, { wallet, ...(isHeaders(headers) && { headers }) })
}
