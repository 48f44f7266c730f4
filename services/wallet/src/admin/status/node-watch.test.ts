import { openClnPeer } from '@satchel/lightning/world/peers/cln/cln-peer'
import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { msat } from '@satchel/money/units'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPushBrowser } from '../../../test/world/notifications/open-push-browser.ts'
import { openWorld, type World, type WorldOptions } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

interface Operated {
  readonly world: World
  readonly lines: string[]
  read(path: string): Promise<Awaited<ReturnType<World['call']>>['body']>
  alarms(): Promise<readonly (readonly [kind: string, detail: string])[]>
  acknowledgeAll(): Promise<void>
}

async function operate(options: WorldOptions): Promise<Operated> {
  const lines: string[] = []
  const write = (facts: object, message: string): void => void lines.push(`${message} ${JSON.stringify(facts)}`)
  const world = await openWorld({ ...options, log: { info: () => undefined, warn: write, error: write } })
  onTestFinished(() => world.close())
  const user = await world.openWallet()
  await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${user.userId}'`)
  const read = async (path: string) => (await world.call('GET', path, { token: await tokenOf(world, user) })).body
  const listAlarms = async () =>
    (await read('/api/v1/admin/alarms')).data as { id: number; kind: string; detail: string }[]
  return {
    world,
    lines,
    read,
    alarms: async () => (await listAlarms()).map(({ kind, detail }) => [kind, detail] as const),
    async acknowledgeAll() {
      for (const { id } of await listAlarms()) {
        const token = await tokenOf(world, user)
        await world.call('PUT', `/api/v1/admin/alarms/${id}`, { token, body: { acknowledged: true } })
      }
    },
  }
}

const LOCKED = 'wallet locked, unlock it to enable full RPC access'

describe.each(LOGIC_DIALECTS)('why the node does not answer, on %s', (dialect) => {
  test('a locked node has one code in status, operator status, node page and metrics, an alarm, and two lines of the log', async () => {
    const lnd = await openLndPeer()
    onTestFinished(() => lnd.close())
    const { world, lines, read, alarms } = await operate({ dialect, env: lnd.env })
    const wallet = await world.openWallet(1000)
    lines.splice(0)
    lnd.mood.startingUp = LOCKED
    for (let round = 0; round < 15; round += 1) {
      await world.tick()
      await world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body: { out: false, amount: 10 } })
      await world.send(wallet, (await lnd.node.outside.makeInvoice(msat(1000n))).bolt11)
    }
    await world.service.checkNode()
    expect(lines).toEqual([expect.stringMatching(/^trouble with the Lightning node.*"trouble":"locked"/)])
    const trouble = { kind: 'locked', variable: null, detail: `LND waits for its operator: ${LOCKED}` }
    expect(await read('/api/v1/status')).toMatchObject({ node_answers: false, node_trouble: 'locked' })
    const status = await read('/api/v1/admin/status')
    expect(status.node).toMatchObject({ answers: false, troubles: [trouble] })
    expect(status.nodes[0].troubles).toMatchObject([trouble])
    expect((await read('/api/v1/admin/funding')).in_use.troubles).toMatchObject([trouble])
    expect((await world.call('GET', '/metrics')).body).toContain('satchel_funding_trouble{trouble="locked"} 1')
    // Nodes that unlock automatically are locked briefly.
    expect(await alarms()).toEqual([])
    world.advance(61)
    // So does the node's clock.
    lnd.mood.aheadSeconds = 61
    await world.service.checkNode()
    await world.service.checkNode()
    expect(await alarms()).toEqual([['node-locked', trouble.detail]])
    lnd.mood.startingUp = undefined
    await world.tick()
    expect(await read('/api/v1/status')).toMatchObject({ node_answers: true, node_trouble: null })
    expect((await world.call('GET', '/metrics')).body).not.toContain('satchel_funding_trouble{')
    expect(lines).toHaveLength(2)
    expect(Number(/"count":(\d+)/.exec(lines[1] ?? '')?.[1])).toBeGreaterThan(30)
  })

  test('an acknowledged alarm stays so while its cause lasts, and reopens when it recurs', async () => {
    const lnd = await openLndPeer()
    onTestFinished(() => lnd.close())
    const { world, alarms, acknowledgeAll } = await operate({ dialect, env: lnd.env })
    lnd.mood.rights = [...lnd.mood.rights, 'onchain:read']
    await world.service.checkNode()
    expect(await alarms()).toEqual([['node-no-coins', expect.stringContaining('0 sat on chain')]])
    await acknowledgeAll()
    const checkLater = async (): Promise<void> => {
      world.advance(61)
      lnd.mood.aheadSeconds += 61
      await world.service.checkNode()
    }
    await checkLater()
    expect(await alarms()).toEqual([])
    lnd.mood.onChainSat = 50_000
    await checkLater()
    lnd.mood.onChainSat = 9999
    await checkLater()
    expect(await alarms()).toEqual([['node-no-coins', expect.stringContaining('9999 sat on chain')]])
  })

  test('with the pay rune revoked a send fails without technical terms, and the alarm has the variable of the rune', async () => {
    const cln = await openClnPeer()
    onTestFinished(() => cln.close())
    const { world, lines, read, alarms } = await operate({ dialect, env: cln.env })
    const wallet = await world.openWallet(1000)
    cln.renewRune('pay')
    const answer = await world.send(wallet, (await cln.node.outside.makeInvoice(msat(1000n))).bolt11)
    expect([answer.status, answer.body.code]).toEqual([400, 'payment_failed'])
    expect(answer.body.detail).toBe('Payment failed: The Lightning node is not ready to pay. Nothing was sent.')
    expect(lines.join('\n')).toContain('CLNREST_PAY_RUNE')
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
    await world.tick()
    expect(await read('/api/v1/status')).toMatchObject({ node_answers: true, node_trouble: 'credential_refused' })
    await world.service.checkNode()
    expect(await alarms()).toEqual([['node-credential-refused', expect.stringMatching(/^CLNREST_PAY_RUNE: /)]])
  })

  test('a node that is down for five minutes is an alarm, in the language of its reader', async () => {
    const lnd = await openLndPeer()
    onTestFinished(() => lnd.close())
    const { world, alarms } = await operate({
      dialect,
      env: { ...lnd.env, SERVICE_MESSAGES: 'true', SERVICE_ALLOW_PRIVATE_CALLBACKS: 'true' },
    })
    const browser = await openPushBrowser()
    const operator = await world.openWallet()
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${operator.userId}'`)
    const token = await tokenOf(world, operator)
    await world.call('PUT', '/api/v1/auth/me/preferences', { token, body: { notify_operator: true } })
    await world.call('POST', '/api/v1/push/subscriptions', { token, body: { ...browser.subscription, locale: 'de' } })
    await lnd.server.goDown()
    // The first calls may break off on connections that were open.
    const read = async () =>
      (await world.call('GET', '/api/v1/admin/status', { token })).body.node.troubles[0]?.variable
    await expect.poll(read).toBe('LND_REST_ENDPOINT')
    world.advance(299)
    await world.service.checkNode()
    expect(await alarms()).toEqual([])
    world.advance(2)
    await world.service.checkNode()
    expect(await alarms()).toEqual([['node-unreachable', expect.stringContaining('LND_REST_ENDPOINT: ')]])
    await world.tick()
    expect(browser.received.map(({ text }) => text)).toEqual(['Die Node antwortet nicht.'])
    await lnd.server.comeUp()
  })
})
