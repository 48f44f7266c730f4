import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import { base64 } from '@scure/base'
import { buildPsbt, type Coin } from './build-psbt.ts'
import { buildFromChain } from './choose-coins.ts'
import { CHANGE, deriveAddress, RECEIVE } from './derive-address.ts'
import { extractTransaction } from './extract-transaction.ts'
import { FIELDS, listRoute, route, TABLES, type WatchAddress, type WatchCtx, type WatchWallet } from './fields.ts'
import { gapWarning } from './gap.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { keyText, readMasterKey } from './read-master-key.ts'
import { networkOf } from './scan-wallet.ts'
import { SCAN_JOBS, SCAN_ROUTES, SCAN_TASKS } from './scans.ts'
import { WATCH_TABLES, type WatchesCtx, watchRules } from './watches.ts'

const MAX_INDEX = 0x7f_ff_ff_ff

const ADDRESS = {
  address: { type: 'text', max: 100, doc: 'Address.' },
  branch_index: { type: 'int', min: 0, max: 1, doc: '0 to receive, 1 for change.' },
  address_index: { type: 'int', min: 0, max: MAX_INDEX, doc: 'Index on its branch.' },
  note: { type: 'text', max: 200, doc: 'Your note.' },
} as const

const SEEN_ADDRESS = {
  ...ADDRESS,
  amount: { type: 'sat', doc: 'Balance at the last scan with unconfirmed transactions, satoshis.' },
  has_activity: { type: 'bool', doc: 'True: a transaction has used it.' },
} as const

const toAnswer = ({ address, branch_index, address_index, note, amount = 0, has_activity = false }: WatchAddress) => ({
  address,
  branch_index,
  address_index,
  amount,
  note,
  has_activity,
})

const TXID = {
  type: 'text',
  as: 'code',
  max: 64,
  pattern: '^[0-9a-fA-F]{64}$',
  doc: 'Transaction id, hex in the usual byte order.',
} as const

const COIN = {
  txid: TXID,
  vout: { type: 'int', min: 0, max: 0xff_ff_ff_ff, doc: 'Index of the output.' },
  amount: { type: 'sat', min: 1, doc: 'Amount, satoshis.' },
  branch_index: ADDRESS.branch_index,
  address_index: ADDRESS.address_index,
  tx: {
    type: 'text',
    as: 'code',
    max: 400_000,
    pattern: '^([0-9a-fA-F]{2})*$',
    doc: 'Previous transaction, hex. Required for p2pkh; some signing devices require it always.',
    optional: true,
  },
} as const

/** Raised with every address: of two concurrent runs, one runs again. */
export async function nextAddress(
  ctx: WatchCtx,
  item: WatchWallet,
  branch: number,
  note: string,
): Promise<WatchAddress> {
  const field = branch === CHANGE ? 'change_index' : 'address_index'
  const index = item[field]
  await ctx.items.update(item.id, { [field]: index + 1 })
  const { address } = deriveAddress(readMasterKey(item), branch, index)
  const place = `${item.id} ${branch} ${index}`
  const row = { item: item.id, place, address, branch_index: branch, address_index: index, note }
  return ctx.table('addresses').insert(row, item.wallet)
}

function requireCoins(coins: readonly Coin[]): void {
  const named = new Set(coins.map(({ txid, vout }) => `${txid.toLowerCase()} ${vout}`))
  if (named.size < coins.length) throw reject('body.coins: a coin can be spent only once.', 422)
}

const WATCHES = watchRules<WatchesCtx>({
  chainOf: ({ chain }) => chain,
  nextAddress: (ctx, item, note) => nextAddress(ctx, item, RECEIVE, note),
})

/** On-chain wallets by public key: addresses and unsigned transactions (rule X42). It cannot sign. */
export const WATCHONLY = defineExtension({
  manifest: {
    id: 'watchonly',
    name: 'Watch-only wallets',
    version: '1.0.0',
    short_description: 'On-chain wallets by public key: addresses, balances and unsigned transactions.',
    icon: 'eye',
    api_version: 1,
    permissions: [
      { id: 'chain', reason: 'asks the explorer that the operator has set about single addresses' },
      { id: 'schedule', reason: 'checks the chain every ten minutes' },
      {
        id: 'neighbours',
        reason: 'reports to charges and tip jars what has arrived',
        extensions: ['satspay', 'tipjar'],
      },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'watch-only wallet',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: { ...TABLES, ...WATCH_TABLES },
  async beforeCreate(draft) {
    const { fingerprint, type, network } = readMasterKey(draft)
    const hexed = fingerprint.toString(16).padStart(8, '0')
    return {
      ...draft,
      masterpub: keyText(draft.masterpub),
      type,
      network,
      fingerprint: hexed,
      address_index: 0,
      change_index: 0,
      balance: 0,
      pending: 0,
    }
  },
  derive: (item) => ({ gap_warning: gapWarning(item) }),
  answers: WATCHES.answers,
  jobs: { ...SCAN_JOBS, ...WATCHES.jobs },
  tasks: { ...SCAN_TASKS, ...WATCHES.tasks },
  routes: {
    ...SCAN_ROUTES,
    'POST /api/v1/:id/addresses': route({
      access: 'admin',
      summary: 'Get the next receive address',
      description: 'Each call gives another address, concurrent calls too.',
      status: 201,
      body: { note: { ...ADDRESS.note, default: '' } },
      reply: SEEN_ADDRESS,
      handle: async ({ item, body }, ctx) => ({
        status: 201,
        json: toAnswer(await nextAddress(ctx, item, RECEIVE, body.note)),
      }),
    }),
    'GET /api/v1/:id/addresses': listRoute({
      table: 'addresses',
      access: 'admin',
      summary: 'List the addresses that were given out',
      reply: SEEN_ADDRESS,
      toJson: toAnswer,
    }),
    'PUT /api/v1/:id/addresses/:address': route({
      access: 'admin',
      summary: 'Change the note of an address',
      body: { note: ADDRESS.note },
      reply: SEEN_ADDRESS,
      async handle({ item, params, body }, ctx) {
        const where = { address: params.address, item: item.id }
        const [found] = await ctx.table('addresses').find({ where })
        if (found === undefined) throw reject('There is no such address.', 404)
        return { json: toAnswer(await ctx.table('addresses').update(found.id, { note: body.note })) }
      },
    }),
    'POST /api/v1/:id/psbt': route({
      access: 'admin',
      summary: 'Create an unsigned transaction',
      description:
        'A PSBT (BIP-174) with key origins. It spends all of `coins`; without `coins`, the largest confirmed outputs of scanned addresses that suffice. The rest goes to the next change address; an amount below the dust limit becomes fee.',
      body: {
        outputs: {
          type: 'list',
          of: {
            address: {
              type: 'text',
              as: 'code',
              max: 1000,
              doc: 'Bitcoin address, or a `bitcoin:` URI with this amount.',
            },
            amount: { type: 'sat', min: 1, doc: 'Amount, satoshis.' },
          },
          minItems: 1,
          maxItems: 100,
          doc: 'Recipients.',
        },
        fee_rate: { type: 'money', min: 1, max: 10_000, doc: 'Fee rate, satoshis per virtual byte, up to 3 decimals.' },
        coins: {
          type: 'list',
          of: COIN,
          minItems: 1,
          maxItems: 100,
          doc: 'Outputs to spend; required if the operator configured no explorer.',
          optional: true,
        },
      },
      reply: {
        psbt: { type: 'text', as: 'psbt', max: 1_000_000, doc: 'PSBT, base64.' },
        fee: { type: 'sat', doc: 'Fee, satoshis.' },
        change: { type: 'json', maxBytes: 1000, doc: 'Change output `{address, amount}`, or null if there is none.' },
        hint: {
          type: 'text',
          as: 'reason',
          max: 500,
          doc: 'Data that some signers require and the PSBT lacks: previous transactions that are too large or unknown.',
          optional: true,
        },
      },
      async handle({ item, body }, ctx) {
        const { outputs, coins, fee_rate: feeRate } = body
        const master = readMasterKey(item)
        const order = { outputs, feeRate, changeIndex: item.change_index }
        if (!coins && !ctx.chain.supports(networkOf(item))) {
          throw reject('body.coins: Field required, where the operator has set no explorer.', 422)
        }
        if (coins) requireCoins(coins)
        const built = coins ? buildPsbt(master, { ...order, coins }) : buildFromChain(ctx, item, { master, order })
        const { psbt, fee, change, hint } = await built
        if (change !== undefined) await nextAddress(ctx, item, CHANGE, '')
        return { json: { psbt: base64.encode(psbt), fee, change: change ?? null, ...(hint !== undefined && { hint }) } }
      },
    }),
    'POST /api/v1/:id/psbt/extract': route({
      access: 'admin',
      summary: 'Extract the transaction of a signed PSBT',
      description: 'Check the fee before you broadcast it.',
      body: { psbt: { type: 'text', as: 'psbt', min: 1, max: 700_000, doc: 'PSBT with all signatures, base64.' } },
      reply: {
        tx: { type: 'text', max: 700_000, doc: 'Transaction, hex.' },
        txid: TXID,
        fee: { type: 'sat', doc: 'Fee, satoshis.' },
      },
      handle: async ({ body }) => ({ json: { ...extractTransaction(body.psbt) } }),
    }),
  },
})
