import { expect, test } from 'vitest'
import { SILENT_LOG } from '../../world/peer-parts/silent-log.ts'
import { CREDENTIAL } from '../net/open-node-http.ts'
import type { NodeIdentity } from '../port/funding-source.ts'
import { learnIdentity } from './learn-identity.ts'
import { openTroubles } from './open-troubles.ts'

const NODE: NodeIdentity = { network: 'bcrt', nodeKey: '02'.padEnd(66, 'a') }
const OPTIONS = {
  network: undefined,
  patienceMs: 50,
  close: () => undefined,
  get troubles() {
    return openTroubles({ clock: Date.now, log: SILENT_LOG })
  },
}

test('a node that answers is known immediately', async () => {
  const identity = await learnIdentity({ ...OPTIONS, network: 'bcrt', ask: async () => NODE })
  expect(identity.now()).toEqual(NODE)
  identity.close()
})

test('rejected credentials and another network stop the start, name the variable, and close the connection', async () => {
  let closed = 0
  const options = { ...OPTIONS, close: () => void (closed += 1) }
  const refusal = { kind: 'credential_refused', variable: 'NODE_PASSWORD', detail: 'refused' } as const
  await expect(learnIdentity({ ...options, ask: async () => ({ refusal }) })).rejects.toThrow('NODE_PASSWORD: refused')
  await expect(learnIdentity({ ...options, network: 'bc', ask: async () => NODE })).rejects.toThrow('SERVICE_NETWORK')
  expect(closed).toBe(2)
})

test('an unreachable node is polled until it answers, and then has an identity', async () => {
  let isThere = false
  let asked = 0
  const identity = await learnIdentity({
    ...OPTIONS,
    async ask() {
      asked += 1
      if (!isThere) throw new Error('connection refused')
      return NODE
    },
  })
  expect([identity.now(), asked]).toEqual([undefined, 1])
  isThere = true
  await expect.poll(identity.now, { timeout: 3000 }).toEqual(NODE)
  identity.close()
})

test('a node that is back has an identity within three seconds, however long it was away (rule A47)', async () => {
  const backoffs: number[] = []
  const identity = await learnIdentity({
    ...OPTIONS,
    async ask() {
      if (backoffs.length < 50) throw new Error('connection refused')
      return NODE
    },
    after(backoffMs, act) {
      if (backoffMs > 3000) return () => undefined
      backoffs.push(backoffMs)
      setImmediate(act)
      return () => undefined
    },
  })
  await expect.poll(identity.now).toEqual(NODE)
  expect([backoffs.length, Math.max(...backoffs)]).toEqual([50, 3000])
})

test('a node that hangs does not block the start, and its late answer counts', async () => {
  let answer: (node: NodeIdentity) => void = () => undefined
  const asked = new Promise<NodeIdentity>((resolve) => {
    answer = resolve
  })
  const identity = await learnIdentity({ ...OPTIONS, ask: () => asked })
  expect(identity.now()).toBeUndefined()
  answer(NODE)
  await expect.poll(identity.now).toEqual(NODE)
  identity.close()
})

test('a node that comes up on another network, or rejects the credential, is never used, and the reason is reported', async () => {
  let asked = 0
  const { troubles } = OPTIONS
  const identity = await learnIdentity({
    ...OPTIONS,
    troubles,
    network: 'bc',
    async ask() {
      asked += 1
      if (asked === 1) throw new Error('connection refused')
      return NODE
    },
  })
  await expect.poll(() => asked, { timeout: 3000 }).toBe(2)
  expect(identity.now()).toBeUndefined()
  expect(troubles.now()).toMatchObject([{ kind: 'wrong_network', variable: 'SERVICE_NETWORK' }])
  identity.close()
})

test('a node that rejects a credential later is polled until it accepts it, and only then', async () => {
  const { troubles } = OPTIONS
  const rechecks: (() => void)[] = []
  let asked = 0
  const identity = await learnIdentity({
    ...OPTIONS,
    troubles,
    async ask() {
      asked += 1
      return NODE
    },
    after(_ms, act) {
      rechecks.push(act)
      return () => undefined
    },
  })
  const recheck = async (): Promise<void> => {
    const before = rechecks.length
    rechecks.at(-1)?.()
    await expect.poll(() => rechecks.length).toBe(before + 1)
  }
  await recheck()
  expect(asked).toBe(1)
  troubles.note(`${CREDENTIAL}KEY /pay`, { kind: 'credential_refused', variable: 'KEY', detail: 'revoked' })
  await recheck()
  expect([asked, troubles.now()]).toEqual([2, []])
  identity.close()
})
