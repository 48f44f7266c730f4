import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNodeHttp } from '@satchel/lightning/net/node-http'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { type Program, runProgram } from './run-program.ts'

/** A private chain that grows only on request. */
export interface Chain {
  readonly rpc: ChainRpc
  /** Blocks whose reward goes to the address that was set. */
  mine(blocks: number): Promise<void>
  height(): Promise<number>
  /** Sends rewards to this address from now on. Restarts the program. */
  rewardTo(address: string): Promise<void>
  close(): Promise<void>
}

export interface ChainRpc {
  readonly host: string
  readonly user: string
  readonly password: string
  /** File with its PEM. */
  readonly certificate: string
}

/** Receives the reward of the first block, without which a node waits forever. */
const UNUSED_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** btcd, alone, on regtest: everything below `folder`. */
export async function startChain(btcd: string, folder: string): Promise<Chain> {
  mkdirSync(folder, { recursive: true })
  const [port, peerPort] = [await reservePort(), await reservePort()]
  const rpc = {
    host: `127.0.0.1:${port}`,
    user: 'satchel',
    password: 'only on loopback',
    certificate: join(folder, 'rpc.cert'),
  }
  const configuration = join(folder, 'btcd.conf')
  writeFileSync(configuration, '')
  const start = async (address: string): Promise<Program> => {
    const args = [
      '--regtest',
      '--txindex',
      '--nobanning',
      '--rejectnonstd',
      '--debuglevel=warn',
      `--configfile=${configuration}`,
      `--datadir=${folder}/data`,
      `--logdir=${folder}/logs`,
      `--listen=127.0.0.1:${peerPort}`,
      `--rpclisten=${rpc.host}`,
      `--rpcuser=${rpc.user}`,
      `--rpcpass=${rpc.password}`,
      `--rpccert=${rpc.certificate}`,
      `--rpckey=${folder}/rpc.key`,
      `--miningaddr=${address}`,
    ]
    const started = runProgram(btcd, args, join(folder, 'btcd.log'))
    await started.until(async () => (await callChain(rpc, 'getblockcount', [])) !== undefined, 'it answers')
    return started
  }
  let program = await start(UNUSED_ADDRESS)
  await callChain(rpc, 'generate', [1])
  return {
    rpc,
    async mine(blocks) {
      await callChain(rpc, 'generate', [blocks])
    },
    height: async () => Number(await callChain(rpc, 'getblockcount', [])),
    async rewardTo(address) {
      await program.stop()
      program = await start(address)
    },
    close: () => program.stop(),
  }
}

/** One call of the chain's JSON-RPC interface. */
export async function callChain(rpc: ChainRpc, method: string, params: readonly unknown[]): Promise<unknown> {
  const connection = createNodeHttp({
    baseUrl: `https://${rpc.host}`,
    headers: { authorization: `Basic ${Buffer.from(`${rpc.user}:${rpc.password}`).toString('base64')}` },
    certificate: readFileSync(rpc.certificate, 'utf8'),
  })
  try {
    const body = { jsonrpc: '1.0', id: 1, method, params }
    const { text } = await connection.call({ method: 'POST', path: '/', body, timeoutMs: 60_000 })
    const { result, error } = JSON.parse(text) as { result: unknown; error: { message: string } | null }
    if (error !== null) throw new Error(`${method}: ${error.message}`)
    return result
  } finally {
    connection.close()
  }
}
