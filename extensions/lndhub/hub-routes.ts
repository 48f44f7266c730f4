import type { Json, PaymentView } from '@satchel/extension-sdk/context'
import type { Reply } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import type { PaymentQuery, WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { type HubCtx, type HubLogin, type HubRequest, routes } from './fields.ts'
import { bufferJson, decodedAnswer, receivedAnswer, sentAnswer } from './hub-answers.ts'
import { HUB_REPLIES } from './hub-replies.ts'
import { CLOSED, hubError, hubRoute } from './hub-route.ts'
import { concludeHubPayment, PAY_FIELDS, payHubInvoice, readInvoice, readSats } from './pay-invoice.ts'
import { type Page, readPages, withoutRepeats } from './read-pages.ts'
import { LOGIN_FIELDS, logIn, requireLogin } from './sessions.ts'

/** BlueWallet requests 10,000 entries and never a second page. */
const MAX_LISTED = 10_000
const MAX_UNPAID = 100
const NO_NODE_KEY = '0'.repeat(66)

const PAGE = {
  limit: { type: 'text', max: 20, doc: 'Maximum number of entries, at most 10,000 (the default).', optional: true },
  offset: { type: 'text', max: 20, doc: 'Number of entries to skip.', optional: true },
} as const
interface PageRequest extends HubRequest {
  readonly query: Row<typeof PAGE>
}

interface PaymentRequest extends HubRequest {
  readonly params: { readonly payment_hash: string }
}

const AMOUNT = {
  amt: { type: 'json', maxBytes: 30, doc: 'Amount in satoshis, as a number or text.', optional: true },
  memo: { type: 'json', maxBytes: 2000, doc: 'Description of the invoice.', optional: true },
  description_hash: { type: 'json', maxBytes: 100, doc: 'Description hash (SHA-256), 64 hex digits.', optional: true },
} as const

const INVOICE = { invoice: { type: 'text', max: 8192, doc: 'Invoice to pay (BOLT 11).', optional: true } } as const

type Answer<R> = (ctx: HubCtx, login: HubLogin, request: R) => Promise<Reply>

/** Requires a login. */
const asLogin =
  <R extends HubRequest>(answer: Answer<R>) =>
  async (request: R, ctx: HubCtx): Promise<Reply> =>
    answer(ctx, await requireLogin(ctx, request), request)

/** The valid numbers of a page's query; apps may send anything. */
function pageOf({ query: { limit, offset } }: PageRequest): Page {
  const asked = readSats(limit) ?? MAX_LISTED
  return { limit: Math.min(Math.max(asked, 1), MAX_LISTED), offset: Math.min(readSats(offset) ?? 0, 1_000_000_000) }
}

const addInvoice: Answer<HubRequest & { readonly body: Row<typeof AMOUNT> }> = async (
  ctx,
  { id, wallet },
  { body },
) => {
  const { amt, memo, description_hash: hash } = body
  const sat = readSats(amt)
  if (sat === undefined || sat < 1) throw reject('Bad arguments: amt is how many satoshis, at least 1.')
  const descriptionHash = readHash(hash)
  if ((await ctx.wallets.countOpenInvoices(id)) >= MAX_UNPAID) {
    throw reject('Too many unpaid invoices are open; try again later.', 429)
  }
  const invoice = await ctx.wallets.createInvoice(wallet, {
    sat,
    memo: typeof memo === 'string' ? memo : '',
    itemId: id,
    ...(descriptionHash !== undefined && { descriptionHash }),
  })
  return {
    json: {
      r_hash: bufferJson(invoice.paymentHash),
      payment_request: invoice.paymentRequest,
      pay_req: invoice.paymentRequest,
      add_index: String(Math.floor(ctx.now() / 1000)),
    },
  }
}

function readHash(hash: unknown): string | undefined {
  if (hash === undefined || hash === null || hash === '') return undefined
  if (typeof hash === 'string' && /^[0-9a-f]{64}$/i.test(hash)) return hash.toLowerCase()
  throw reject('Bad arguments: description_hash is 64 hex digits.')
}

/** Paid ones in pages; those in flight come before the first page. */
const listSent: Answer<PageRequest> = async (ctx, { wallet }, request) => {
  const page = pageOf(request)
  const [pending, paid] = [
    { direction: 'out', status: 'pending' },
    { direction: 'out', status: 'success' },
  ] as const
  const first = page.offset === 0 ? await findAll(ctx, wallet, pending, { limit: MAX_LISTED, offset: 0 }) : []
  // A payment that has arrived since the first read is in both lists.
  const rows = withoutRepeats([...first, ...(await findAll(ctx, wallet, paid, page))])
  return listed(rows.map(sentAnswer), await ctx.wallets.countPayments(wallet, paid))
}

const listReceived: Answer<PageRequest> = async (ctx, { wallet }, request) => {
  const rows = await findAll(ctx, wallet, RECEIVED, pageOf(request))
  return listed(rows.map(receivedAnswer), await ctx.wallets.countPayments(wallet, RECEIVED))
}

const RECEIVED = { direction: 'in' } as const

/** The protocol's lists are arrays, so the total is in a header. */
const listed = (json: Json[], total: number): Reply => ({ json, headers: { 'X-Total-Count': String(total) } })

const findAll = (ctx: HubCtx, wallet: WalletHandle, query: PaymentQuery, page: Page): Promise<PaymentView[]> =>
  readPages((part) => ctx.wallets.payments(wallet, { ...query, ...part }), page)

const decodeInvoice: Answer<HubRequest & { readonly query: Row<typeof INVOICE> }> = async (ctx, _login, { query }) => {
  const { invoice } = readInvoice(ctx, query.invoice)
  return { json: decodedAnswer(invoice) }
}

const nothing: Answer<HubRequest> = async () => ({ json: [] })

/** The protocol, below `/lndhub/ext/`; apps fix its paths and names. */
export const HUB_ROUTES = routes({
  'POST /ext/create': hubRoute({
    summary: 'Reject the creation of an account',
    description: 'Always an error whose `message` apps show: the owner of a wallet creates the logins.',
    handle: async () => hubError(CLOSED, 'This server opens no accounts. Make a login for your wallet in Satchel.'),
  }),
  'POST /ext/auth': hubRoute({
    summary: 'Log in, or refresh a session',
    description: 'Answers an access token (2 hours) and a refresh token (14 days, one use).',
    perMinute: 60,
    body: LOGIN_FIELDS,
    reply: HUB_REPLIES.auth,
    handle: logIn,
  }),
  'POST /ext/addinvoice': hubRoute({
    summary: 'Create an invoice',
    body: AMOUNT,
    reply: HUB_REPLIES.made,
    handle: asLogin(addInvoice),
  }),
  'POST /ext/payinvoice': hubRoute({
    summary: 'Pay an invoice',
    description: 'For logins of mode `admin`. A repeated request returns the same payment and never pays twice.',
    body: PAY_FIELDS,
    reply: HUB_REPLIES.paid,
    handle: payHubInvoice,
    conclude: concludeHubPayment,
  }),
  'GET /ext/balance': hubRoute({
    summary: 'Read the balance of the wallet',
    reply: HUB_REPLIES.balance,
    handle: asLogin(async (ctx, { wallet }) => ({
      json: { BTC: { AvailableBalance: (await ctx.wallets.balance(wallet)).sat } },
    })),
  }),
  'GET /ext/gettxs': hubRoute({
    summary: 'List outgoing payments',
    description:
      'With `offset` 0, payments in flight come first. `X-Total-Count` is the number of settled ones, which `offset` counts.',
    query: PAGE,
    replyType: 'list',
    reply: HUB_REPLIES.sent,
    handle: asLogin(listSent),
  }),
  'GET /ext/getuserinvoices': hubRoute({
    summary: 'List invoices, paid and unpaid',
    description: '`X-Total-Count` is their number.',
    query: PAGE,
    replyType: 'list',
    reply: HUB_REPLIES.received,
    handle: asLogin(listReceived),
  }),
  'GET /ext/checkpayment/:payment_hash': hubRoute({
    summary: 'Check whether a payment is settled',
    reply: HUB_REPLIES.check,
    handle: asLogin(async (ctx, { wallet }, { params }: PaymentRequest) => {
      const hash = params.payment_hash.toLowerCase()
      const payment = /^[0-9a-f]{64}$/.test(hash) ? await ctx.wallets.payment(wallet, hash) : null
      return { json: { paid: payment?.status === 'success' } }
    }),
  }),
  'GET /ext/getinfo': hubRoute({
    summary: 'Read information about the node',
    reply: HUB_REPLIES.info,
    handle: asLogin(async (ctx) => ({
      json: {
        identity_pubkey: ctx.nodePubkey === '' ? NO_NODE_KEY : ctx.nodePubkey,
        alias: 'Satchel',
        uris: [],
        block_height: 0,
        synced_to_chain: true,
        version: 'satchel-1.0.0',
      },
    })),
  }),
  'GET /ext/decodeinvoice': hubRoute({
    summary: 'Decode an invoice',
    query: INVOICE,
    reply: HUB_REPLIES.decoded,
    handle: asLogin(decodeInvoice),
  }),
  'GET /ext/checkrouteinvoice': hubRoute({
    summary: 'Decode an invoice before paying it',
    query: INVOICE,
    reply: HUB_REPLIES.decoded,
    handle: asLogin(decodeInvoice),
  }),
  'GET /ext/getbtc': hubRoute({
    summary: 'List on-chain addresses (always empty)',
    replyType: 'list',
    handle: asLogin(nothing),
  }),
  'GET /ext/getpending': hubRoute({
    summary: 'List pending on-chain payments (always empty)',
    replyType: 'list',
    handle: asLogin(nothing),
  }),
})
