import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SimulatedNode } from '@satchel/lightning/simulated/open-simulated-node'
import { REFUSING_PORT } from '@satchel/lightning/world/peer-parts/refusing-port'
import { type EclairPeer, openEclairPeer } from '@satchel/lightning/world/peers/eclair/eclair-peer'
import { type LnbitsPeer, openLnbitsPeer } from '@satchel/lightning/world/peers/lnbits/lnbits-peer'
import { type LndPeer, openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Operator, openOperator } from '../../../test/world/accounts/open-operator.ts'
import { listTexts } from '../../../test/world/list-texts.ts'
import { type Answer, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const PATH = '/api/v1/admin/funding'

let lnd: LndPeer
let eclair: EclairPeer
let lnbits: LnbitsPeer
beforeAll(async () => {
  ;[lnd, eclair, lnbits] = await Promise.all([openLndPeer(), openEclairPeer(), openLnbitsPeer()])
})
afterAll(() => Promise.all([lnd, eclair, lnbits].map((peer) => peer.close())))

/** The input of an operator: the variables of a peer, without the one that chooses it. */
function choiceOf({ env }: Pick<LndPeer, 'env'>, changed: Readonly<Record<string, string>> = {}) {
  const all = Object.entries({ ...env, ...changed })
  const values = all.filter(([name]) => !name.startsWith('SERVICE_') || name === 'SERVICE_ALLOW_UNCAPPED_FEES')
  return { kind: env['SERVICE_FUNDING_SOURCE'], values: Object.fromEntries(values) }
}

describe.each(LOGIC_DIALECTS)('the node chosen in the web app, on %s', (dialect) => {
  let operator: Operator
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    operator = await openOperator(dialect)
    world = operator.world
    wallet = await world.openWallet(10_000)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const read = async () => (await operator.ask('GET', PATH)).body
  const attempt = (choice: object) => operator.ask('POST', `${PATH}/try`, choice)
  const use = (choice: object) => operator.ask('PUT', PATH, choice)
  const remove = async (path = PATH): Promise<Answer> => {
    const userId = (await operator.ask('GET', '/api/v1/auth')).body.id as string
    return world.call('DELETE', path, { token: await tokenOf(world, { userId }) })
  }
  const codeOf = ({ status, body }: Answer) => [status, body.code]

  test('the simulated node is the default; kinds and their fields are listed, secrets marked', async () => {
    const { kinds, ...settings } = await read()
    expect(settings).toEqual({
      counts: 'default',
      overruled_by: [],
      restart_needed: false,
      in_use: expect.objectContaining({ kind: 'simulated', network: 'bcrt', alias: 'Simulated node' }),
      former_kind: null,
      stored: null,
    })
    expect(settings.in_use.can_send_msat).toBeGreaterThan(0)
    expect(kinds.map(({ kind }: { kind: string }) => kind)).not.toContain('simulated')
    const fields = kinds.find(({ kind }: { kind: string }) => kind === 'lnd').fields as { name: string }[]
    expect(fields.map(({ name }) => name)).toEqual([
      'LND_REST_ENDPOINT',
      'LND_REST_CERT',
      'LND_REST_MACAROON',
      'SERVICE_NODE_IS_SHARED',
      'SERVICE_ALLOW_PLAIN_NODE',
      'SERVICE_ALLOW_UNCAPPED_FEES',
    ])
    expect(fields.find(({ name }) => name === 'LND_REST_MACAROON')).toMatchObject({ secret: true, type: 'text' })
  })

  test('testing a node answers what it reports and stores nothing', async () => {
    const { status, body } = await attempt(choiceOf(lnd))
    expect([status, body]).toEqual([
      200,
      {
        kind: 'lnd',
        network: 'bcrt',
        node_key: lnd.node.own.nodeKey,
        alias: 'carol',
        can_send_msat: Number(lnd.node.balanceMsat()),
        can_receive_msat: 40_000,
        height: 1000,
        synced: true,
        on_chain_msat: null,
        can_hold: true,
        can_limit_fees: true,
        proves_payments: true,
        is_in_use: false,
      },
    ])
    expect(await read()).toMatchObject({ stored: null, restart_needed: false })
    expect(await operator.audited('node-stored')).toEqual([])
  })

  test('rejects unusable settings with 400 and names the variable, never its value', async () => {
    const wrong = `0201036c6e64${'ee'.repeat(64)}`
    for (const [changed, said] of [
      [{ LND_REST_MACAROON: wrong }, 'LND_REST_MACAROON: LND refuses this macaroon'],
      [{ LND_REST_MACAROON: '' }, 'LND_REST_MACAROON: must be set'],
      [{ LND_REST_MACAROON: 'macaroon-of-a-canary' }, 'LND_REST_MACAROON: must be a macaroon'],
      [{ LND_REST_ENDPOINT: 'http://node.example' }, 'LND_REST_ENDPOINT: http would send the credential in clear'],
      [{ LND_REST_ENDPOINT: `https://127.0.0.1:${REFUSING_PORT}` }, 'ECONNREFUSED'],
    ] as const) {
      const asked = said === 'ECONNREFUSED' ? [attempt] : [attempt, use]
      for (const ask of asked) {
        const answer = await ask(choiceOf(lnd, changed))
        expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(said)])
        const text = JSON.stringify(answer.body)
        for (const secret of [wrong, 'canary', lnd.env['LND_REST_MACAROON'] ?? '']) expect(text).not.toContain(secret)
      }
    }
    const stranger = { ...choiceOf(lnd), values: { PHOENIXD_API_PASSWORD: 'x' } }
    expect(codeOf(await attempt(stranger))).toEqual([422, 'invalid'])
    expect(codeOf(await attempt({ kind: 'simulated', values: {} }))).toEqual([422, 'invalid'])
    expect((await read()).stored).toBeNull()
  }, 60_000)

  test('a value is never read as the path of a file on the server, though the environment may have one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-macaroon-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'admin.macaroon')
    writeFileSync(file, Buffer.from(lnd.env['LND_REST_MACAROON'] ?? '', 'hex'))
    const answer = await attempt(choiceOf(lnd, { LND_REST_MACAROON: file }))
    expect(codeOf(answer)).toEqual([400, 'node_settings_wrong'])
  })

  test('a node that cannot limit fees is stored only if the operator accepts that', async () => {
    expect(codeOf(await attempt(choiceOf(lnbits)))).toEqual([200, undefined])
    const answer = await use(choiceOf(lnbits, { SERVICE_ALLOW_UNCAPPED_FEES: '' }))
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('cannot limit fees')])
  })

  test('a stored node is used from the next start on, and a third is rejected while payments are at the first', async () => {
    const stuck = await operator.sendHanging(wallet, 100_000)
    const { status, body } = await use(choiceOf(lnd))
    const stored = { kind: 'lnd', alias: 'carol', former_kind: 'simulated', in_use: false }
    expect([status, body.counts, body.in_use.kind]).toEqual([200, 'default', 'simulated'])
    expect(body).toMatchObject({ restart_needed: true, stored })
    const [line] = await operator.audited('node-stored')
    expect(line).toMatchObject({ subject: 'lnd', detail: { alias: 'carol', former: 'simulated' } })
    await world.restart()
    const settings = await read()
    expect(settings).toMatchObject({ counts: 'stored', restart_needed: false, former_kind: 'simulated' })
    expect([settings.in_use.kind, settings.in_use.alias, settings.stored.in_use]).toEqual(['lnd', 'carol', true])
    expect((await world.invoice(wallet, 5, { expiry: 86_400 })).bolt11).toMatch(/^lnbcrt/)

    const third = await use(choiceOf(eclair))
    expect([codeOf(third), third.body.params]).toEqual([[409, 'node_has_payments'], { count: 1, kind: 'simulated' }])
    expect(codeOf(await remove(`${PATH}/former`))).toEqual([409, 'node_has_payments'])
    const back = await remove()
    expect([codeOf(back), back.body.params.kind]).toEqual([[409, 'node_has_payments'], 'lnd'])

    const former = world.service.funding.all[1] as unknown as SimulatedNode
    await former.sendControl('POST /settle', { hash: stuck.hash, fee_msat: 0 })
    world.advance(60)
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(10_000_000 - 100_000)
    expect((await remove(`${PATH}/former`)).body).toMatchObject({ restart_needed: true, stored: { former_kind: null } })
    expect(await operator.audited('former-node-removed')).toMatchObject([{ subject: 'simulated' }])
    expect(codeOf(await remove(`${PATH}/former`))).toEqual([404, 'node_not_stored'])
    await world.restart()
    expect(await read()).toMatchObject({ former_kind: null, restart_needed: false })
  })

  test('new credentials of the node in use keep its payments and create no former node', async () => {
    expect((await use(choiceOf(lnd))).body).toMatchObject({ stored: { kind: 'lnd', former_kind: null } })
  })

  test('the node of the environment has priority, and the page says so; without it the stored one is used again', async () => {
    await world.restart({ SERVICE_FUNDING_SOURCE: 'simulated', SERVICE_FORMER_FUNDING_SOURCE: 'none' })
    expect(await read()).toMatchObject({
      counts: 'environment',
      overruled_by: ['SERVICE_FUNDING_SOURCE', 'SERVICE_FORMER_FUNDING_SOURCE'],
      restart_needed: false,
      in_use: { kind: 'simulated' },
      stored: { kind: 'lnd', in_use: false },
    })
    expect((await remove()).body.stored).toBeNull()
    expect(await operator.audited('stored-node-removed')).toMatchObject([{ subject: 'lnd' }])
    expect(codeOf(await remove())).toEqual([404, 'node_not_stored'])
    await use(choiceOf(lnd))
    await world.restart({ SERVICE_IGNORE_STORED_SETTINGS: 'true', SERVICE_FORMER_FUNDING_SOURCE: 'none' })
    expect((await read()).overruled_by).toContain('SERVICE_IGNORE_STORED_SETTINGS')
    await world.restart()
    expect(await read()).toMatchObject({ counts: 'stored', in_use: { kind: 'lnd' }, former_kind: 'simulated' })
  })

  test('a node that is gone can be replaced, with its pending payments', async () => {
    const left = await use({ ...choiceOf(eclair), former_gone: true })
    expect(left.body.stored).toMatchObject({ kind: 'eclair', former_kind: 'none' })
    await world.restart()
    expect(await read()).toMatchObject({ in_use: { kind: 'eclair', alias: 'bob' }, former_kind: 'none' })
    expect(codeOf(await use(choiceOf(lnbits)))).toEqual([409, 'node_has_payments'])
    expect((await use({ ...choiceOf(lnbits), former_gone: true })).status).toBe(200)
  })

  test('another account at a host that does not identify accounts is rejected while payments are in flight there', async () => {
    await world.restart()
    expect((await read()).in_use).toMatchObject({ kind: 'lnbits', alias: 'Satchel', node_key: '' })
    await world.invoice(wallet, 5, { expiry: 86_400 })
    const other = await openLnbitsPeer()
    onTestFinished(() => other.close())
    expect(codeOf(await use({ ...choiceOf(other), former_gone: true }))).toEqual([409, 'node_has_payments'])
    expect((await use({ ...choiceOf(lnbits), former_gone: true })).status).toBe(200)
  })

  test('no credential is in the database, in an answer or in the audit log', async () => {
    const secrets = [lnd, eclair, lnbits].flatMap(({ env }) =>
      ['LND_REST_MACAROON', 'ECLAIR_PASS', 'LNBITS_KEY', 'LNBITS_INVOICE_KEY'].flatMap((name) => env[name] ?? []),
    )
    expect(secrets.length).toBeGreaterThan(2)
    const everything = [...(await listTexts(world)).map(({ text }) => text), JSON.stringify(await read())].join('\n')
    expect(everything).toContain('node-stored')
    for (const secret of secrets) expect(everything).not.toContain(secret)
  })
})
