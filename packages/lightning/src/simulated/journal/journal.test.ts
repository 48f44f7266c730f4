import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openTestNode, type Truth, watch } from '../../../world/simulated/open-test-node.ts'
import type { PayOrder } from '../../port/funding-source.ts'
import { openSimulatedNode } from '../open-simulated-node.ts'

const SOON = { timeout: 10_000, interval: 10 }
const SIMULATED = new URL('../open-simulated-node.ts', import.meta.url).href

/** Another process that opens the node, starts these payments and lives until it is killed. */
async function spawnPayer(journalFile: string, orders: readonly PayOrder[]) {
  const code = `
    const { openSimulatedNode } = await import(${JSON.stringify(SIMULATED)})
    const node = await openSimulatedNode({ journalFile: ${JSON.stringify(journalFile)} })
    node.onReceipt((receipt) => console.log('heard ' + receipt.paymentHash))
    for (const order of ${JSON.stringify(orders, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}) {
      node.pay({ ...order, feeLimitMsat: BigInt(order.feeLimitMsat) }).then(
        ({ status }) => console.log('paid ' + order.paymentHash + ' ' + status), () => undefined)
    }
    await node.sendControl('GET /truth')
    console.log('in flight')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  await expect.poll(() => lines.includes('in flight'), { timeout: 15_000, interval: 10 }).toBe(true)
  return {
    lines,
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('kill -9 in the middle of payments loses nothing: calls are counted, timers continue', async () => {
  const { node, journalFile, scripted, close } = await openTestNode()
  const late = await scripted({ pay: [{ do: 'timeout_then_settle', ms: 2_500, fee_msat: 11 }] })
  const hanging = await scripted({ pay: ['hang'] })
  const standing = await scripted({
    pay: [
      { do: 'barrier', name: 'gate' },
      { do: 'fail', code: 'after the gate' },
    ],
  })
  const settled = await scripted({ pay: [{ do: 'settle', fee_msat: 1 }] })
  await node.close()

  const orders = [late, hanging, standing, settled]
  const payer = await spawnPayer(journalFile, orders)
  await payer.kill()
  const again = await openSimulatedNode({ journalFile })
  const { open, sent } = (await again.sendControl('GET /truth')).body as Truth
  expect([...open, ...sent].map(({ hash, calls }) => `${hash} ${calls}`).sort()).toEqual(
    orders.map(({ paymentHash }) => `${paymentHash} 1`).sort(),
  )
  await again.sendControl('POST /release', { name: 'gate' })
  expect(await again.outgoingStatus(standing)).toMatchObject({ status: 'failed', nodeAnswer: 'after the gate' })
  await expect.poll(() => again.outgoingStatus(late), SOON).toMatchObject({ status: 'settled', feeMsat: 11n })
  expect(await again.outgoingStatus(hanging)).toEqual({ status: 'pending' })
  expect(await again.balance()).toBe(1_000_000_000_000n - 50_011n - 50_001n)
  await again.close()
  await close()
})

test('two processes on one journal have the same state', async () => {
  const { node, journalFile, scripted, ownInvoice, sendControl, truth, close } = await openTestNode()
  const gated = await scripted({ pay: [{ do: 'barrier', name: 'gate' }] })
  const hanging = await scripted({ pay: ['hang'] })
  const payer = await spawnPayer(journalFile, [gated, hanging])
  expect((await truth()).open).toMatchObject([{ hash: gated.paymentHash }, { hash: hanging.paymentHash }])
  const second = watch(node.pay({ ...gated, attemptId: 'from here' }))
  await expect.poll(second.value, SOON).toEqual({ status: 'pending' })
  await sendControl('POST /release', { name: 'gate' })
  await expect.poll(() => payer.lines, SOON).toContain(`paid ${gated.paymentHash} settled`)
  const { paymentHash } = await ownInvoice()
  await sendControl('POST /receive', { hash: paymentHash })
  await expect.poll(() => payer.lines, SOON).toContain(`heard ${paymentHash}`)
  await payer.kill()
  expect((await truth()).sent).toMatchObject([{ hash: gated.paymentHash, calls: 2 }])
  await close()
})

test('processes that create the journal at the same moment agree on its keys', async () => {
  const { journalFile, close } = await openTestNode()
  const fresh = `${journalFile}-fresh`
  const nodes = await Promise.all([1, 2, 3].map(() => openSimulatedNode({ journalFile: fresh })))
  expect(new Set(nodes.map(({ nodeKey }) => nodeKey)).size).toBe(1)
  for (const node of nodes) await node.close()
  await close()
})

test('the journal can only grow', async () => {
  const { journalFile, close } = await openTestNode()
  const database = new Sqlite(journalFile)
  expect(() => database.exec('DELETE FROM journal')).toThrow('append-only')
  expect(() => database.exec("UPDATE journal SET kind = 'x'")).toThrow('append-only')
  database.close()
  await close()
})
