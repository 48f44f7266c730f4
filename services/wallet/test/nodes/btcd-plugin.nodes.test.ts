import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, callChain, startChain } from './chain.ts'
import { findNodePrograms } from './node-programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'satchel-nodes-'))
const waiting = new Map<string, (answer: unknown) => void>()
let chain: Chain
let plugin: ChildProcess
beforeAll(async () => {
  chain = await startChain(findNodePrograms(process.env).btcd, folder)
  await chain.mine(101)
  const script = fileURLToPath(new URL('btcd-plugin.ts', import.meta.url))
  plugin = spawn(process.execPath, [script, JSON.stringify(chain.rpc)], { stdio: ['pipe', 'pipe', 'inherit'] })
  let text = ''
  plugin.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const answers = `${text}${chunk}`.split('\n\n')
    text = answers.pop() ?? ''
    for (const answer of answers.map((each) => JSON.parse(each) as { id: string; result: unknown })) {
      waiting.get(answer.id)?.(answer.result)
    }
  })
})
afterAll(async () => {
  plugin.kill()
  await chain.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (method: string, params: object = {}): Promise<unknown> =>
  new Promise((resolve) => {
    const id = `${method} ${waiting.size}`
    waiting.set(id, resolve)
    plugin.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n\n`)
  })

test('it answers the five calls of Core Lightning from btcd', async () => {
  const manifest = (await ask('getmanifest')) as { rpcmethods: readonly { name: string }[] }
  const names = ['getchaininfo', 'estimatefees', 'getrawblockbyheight', 'getutxout', 'sendrawtransaction']
  expect(manifest.rpcmethods.map(({ name }) => name)).toEqual(names)
  expect(await ask('init', { options: {}, configuration: {} })).toEqual({})
  const height = await chain.height()
  const info = { chain: 'regtest', headercount: height, blockcount: height, ibd: false }
  expect(await ask('getchaininfo', { last_height: 0 })).toEqual(info)
  expect(await ask('estimatefees')).toMatchObject({ feerate_floor: expect.any(Number) })
  const blockhash = await callChain(chain.rpc, 'getblockhash', [5])
  const block = expect.stringMatching(/^[0-9a-f]{160,}$/)
  expect(await ask('getrawblockbyheight', { height: 5 })).toEqual({ blockhash, block })
  expect(await ask('getrawblockbyheight', [5])).toEqual({ blockhash, block })
  expect(await ask('getrawblockbyheight', { height: height + 1 })).toEqual({ blockhash: null, block: null })
})

test('an unspent output has its amount in satoshis, a spent one none', async () => {
  const hash = await callChain(chain.rpc, 'getblockhash', [2])
  const { tx } = (await callChain(chain.rpc, 'getblock', [hash, 1])) as { tx: readonly [string] }
  expect(await ask('getutxout', { txid: tx[0], vout: 0 })).toEqual({
    amount: 5_000_000_000,
    script: expect.stringMatching(/^0014[0-9a-f]{40}$/),
  })
  expect(await ask('getutxout', { txid: 'ab'.repeat(32), vout: 0 })).toEqual({ amount: null, script: null })
})

test('a transaction that the chain rejects is answered with the reason', async () => {
  expect(await ask('sendrawtransaction', { tx: '00', allowhighfees: true })).toEqual({
    success: false,
    errmsg: expect.stringMatching(/./),
  })
})
