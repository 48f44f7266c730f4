import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { FIELDS, route, routes, type WatchCtx } from './fields.ts'
import { NETWORK_NAMES } from './networks.ts'
import { networkOf, scanWallet } from './scan-wallet.ts'

const PAGE = 1000

/** All wallets, each in a separate job, so that a slow answer for one does not delay others. */
export const SCAN_JOBS = {
  scan: {
    cron: '*/10 * * * *',
    async run(ctx: WatchCtx): Promise<void> {
      if (!NETWORK_NAMES.some((network) => ctx.chain.supports(network))) return
      for (let offset = 0; ; offset += PAGE) {
        const page = await ctx.items.find({ order: 'oldest', limit: PAGE, offset })
        for (const item of page) {
          if (ctx.chain.supports(networkOf(item))) await ctx.enqueue('scan', `${item.id} ${ctx.now()}`)
        }
        if (page.length < PAGE) return
      }
    },
  },
}

export const SCAN_TASKS = {
  async scan({ key }: { readonly key: string }, ctx: WatchCtx): Promise<void> {
    const item = await ctx.items.get(key.split(' ')[0] ?? '')
    if (item === null) return
    try {
      await scanWallet(ctx, item, { all: false })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      // The next scan retries.
      ctx.log.warn('a watch-only wallet could not be scanned', { detail: error.detail })
    }
  },
}

export const SCAN_ROUTES = routes({
  'POST /api/v1/:id/scan': {
    access: 'admin',
    summary: 'Scan the blockchain now',
    description:
      'Requests each address of both branches, up to the gap limits, from the explorer that the operator configured, which never sees the key. 503 if none is configured or it does not respond. A scan also runs every ten minutes.',
    perMinute: 10,
    reply: {
      balance: FIELDS.balance,
      pending: FIELDS.pending,
      address_index: FIELDS.address_index,
      change_index: FIELDS.change_index,
      scanned_at: FIELDS.scanned_at,
    },
    async handle({ item }, ctx) {
      const { balance, pending, address_index, change_index, scanned_at } = await scanWallet(ctx, item, { all: true })
      return { json: { balance, pending, address_index, change_index, scanned_at } }
    },
  },
  'POST /api/v1/:id/broadcast': route({
    access: 'admin',
    summary: 'Broadcast a signed transaction',
    description:
      'Through the explorer that the operator configured. 400 with the reason if the network rejects it; safe to repeat.',
    body: {
      tx: {
        type: 'text',
        as: 'code',
        min: 20,
        max: 800_000,
        pattern: '^([0-9a-fA-F]{2})+$',
        doc: 'Signed transaction, hex.',
      },
    },
    reply: { txid: { type: 'text', max: 64, doc: 'Transaction id.' } },
    async handle({ item, body }, ctx) {
      const tx = body.tx.toLowerCase()
      requireTransaction(tx)
      const txid = await ctx.chain.broadcast(networkOf(item), tx)
      await ctx.enqueue('scan', `${item.id} ${ctx.now()}`)
      return { json: { txid } }
    },
  }),
})

function requireTransaction(tx: string): void {
  try {
    Transaction.fromRaw(hex.decode(tx), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    })
  } catch {
    throw reject('body.tx: not a transaction in hex.', 422)
  }
}
