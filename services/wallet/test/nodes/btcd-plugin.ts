import { type ChainRpc, callChain } from './chain.ts'

/** The plugin through which Core Lightning queries its chain, here btcd. lightningd starts it and talks over its pipes. */
function main(): void {
  const rpc = JSON.parse(process.argv[2] ?? '{}') as ChainRpc
  let rest = ''
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    const messages = `${rest}${text}`.split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) void answer(rpc, JSON.parse(message) as Request)
  })
}

interface Request {
  readonly id?: number | string
  readonly method: string
  /** Parameters by name or by position. */
  readonly params?: Readonly<Record<string, unknown>> | readonly unknown[]
}

type Params = Readonly<Record<string, unknown>>
type Method = (rpc: ChainRpc, params: Params) => Promise<object>

async function answer(rpc: ChainRpc, { id, method, params = {} }: Request): Promise<void> {
  // A notification, which needs no answer.
  if (id === undefined) return
  const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  const named = Array.isArray(params)
    ? Object.fromEntries(usageOf(method).map((name, at) => [name, (params as readonly unknown[])[at]]))
    : (params as Params)
  const reply = await Promise.resolve(known?.run(rpc, named) ?? FRAME[method]?.()).then(
    (result) => ({ result: result ?? {} }),
    (error: Error) => ({ error: { code: -1, message: error.message } }),
  )
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n\n`)
}

const usageOf = (method: string): readonly string[] => METHODS[method]?.usage.replaceAll(/[[\]]/g, '').split(' ') ?? []

/** The calls that every plugin must answer. */
const FRAME: Readonly<Record<string, () => object>> = {
  getmanifest: () => ({
    options: [],
    subscriptions: [],
    hooks: [],
    dynamic: false,
    nonnumericids: true,
    rpcmethods: Object.entries(METHODS).map(([name, { usage }]) => ({ name, usage, description: 'Asks btcd.' })),
  }),
  init: () => ({}),
}

/** The five calls of Core Lightning's chain interface; amounts in satoshis, fees in satoshis per 1000 vbytes. */
const METHODS: Readonly<Record<string, { readonly usage: string; readonly run: Method }>> = {
  getchaininfo: {
    usage: '[last_height]',
    async run(rpc) {
      const height = Number(await callChain(rpc, 'getblockcount', []))
      return { chain: 'regtest', headercount: height, blockcount: height, ibd: false }
    },
  },
  estimatefees: {
    usage: '',
    run: () => Promise.resolve({ feerate_floor: 1000, feerates: [{ blocks: 2, feerate: 5000 }] }),
  },
  getrawblockbyheight: {
    usage: 'height',
    async run(rpc, { height }) {
      if (Number(height) > Number(await callChain(rpc, 'getblockcount', []))) return { blockhash: null, block: null }
      const blockhash = await callChain(rpc, 'getblockhash', [Number(height)])
      return { blockhash, block: await callChain(rpc, 'getblock', [blockhash, 0]) }
    },
  },
  getutxout: {
    usage: 'txid vout',
    async run(rpc, { txid, vout }) {
      const found = (await callChain(rpc, 'gettxout', [txid, Number(vout)])) as UnspentOutput | null
      if (found === null) return { amount: null, script: null }
      return { amount: Math.round(found.value * 100_000_000), script: found.scriptPubKey.hex }
    },
  },
  sendrawtransaction: {
    usage: 'tx [allowhighfees]',
    run: (rpc, { tx }) =>
      callChain(rpc, 'sendrawtransaction', [tx]).then(
        () => ({ success: true, errmsg: '' }),
        (error: Error) => ({ success: false, errmsg: error.message }),
      ),
  },
}

interface UnspentOutput {
  /** BTC. */
  readonly value: number
  readonly scriptPubKey: { readonly hex: string }
}

main()
