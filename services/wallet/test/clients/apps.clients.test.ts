import { readInvoice } from '@satchel/bolt11/read-invoice'
import { FAILURE_WORDS } from '@satchel/lightning/port/failure-words'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LNDHUB } from '../../../../extensions/lndhub/lndhub.ts'
import { NWCPROVIDER } from '../../../../extensions/nwcprovider/nwcprovider.ts'
import { activateExtension } from '../world/extensions/activate-extension.ts'
import { openNwcWorld } from '../world/nostr/open-nwc-world.ts'
import { openWorld, type World, type WorldWallet } from '../world/open-world.ts'
import { installApps, runClient } from './install-clients.ts'

const apps = await installApps()
if (apps.missing !== undefined) process.stdout.write(`skipped, ${apps.missing}\n`)
afterAll(() => apps.remove())

const run = (program: string, ...args: string[]) => runClient(process.execPath, [`${program}.cjs`, ...args], apps.place)
const UNPAYABLE = { do: 'fail', code: 'no_route' } as const

describe.skipIf(apps.place === undefined)('apps that spoke to LNbits and LndHub', () => {
  let world: World
  let wallet: WorldWallet
  let base: string
  beforeAll(async () => {
    // Long enough for a payment to be final, also on a busy machine.
    world = await openWorld({ dialect: 'sqlite', builtIns: [LNDHUB], env: { SERVICE_PAY_WAIT_MS: '20000' } })
    wallet = await world.openWallet(100_000)
    base = await world.app.listen({ port: 0, host: '127.0.0.1' })
    await activateExtension(world, wallet, 'lndhub')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  /** An invoice of another node that is paid, and one that the node cannot pay. */
  async function twoInvoices() {
    const good = await world.foreignInvoice(5000)
    const bad = await world.foreignInvoice(6000)
    await world.node.sendControl('POST /script', { match: { hash: bad.hash }, pay: [UNPAYABLE] })
    return { good, bad }
  }
  async function hubLogin() {
    const { adminKey: key } = wallet
    const made = await world.call('POST', '/lndhub/api/v1/', { key, body: { label: 'Phone', mode: 'admin' } })
    expect(made.status).toBe(201)
    const [, login, password, at] = /^lndhub:\/\/([^:]+):([^@]+)@(.+?)\/?$/.exec(made.body.uri) ?? []
    return { login, password, at: (at ?? '').replace(/^https?:\/\/[^/]+/, base) }
  }
  const balance = async (): Promise<number> =>
    (await world.call('GET', '/api/v1/wallet', { key: wallet.adminKey })).body.balance / 1000

  test.each(['lnbits', 'lndhub'])('Alby’s connector %s', async (kind) => {
    const { good, bad } = await twoInvoices()
    const { login, password, at } = await hubLogin()
    const config =
      kind === 'lnbits' ? { adminkey: wallet.adminKey, url: `${base}/lnbits` } : { login, password, url: at }
    const before = await balance()
    const read = await run('alby', kind, JSON.stringify(config), good.bolt11, bad.bolt11)
    expect(read.alias).toBe(kind === 'lnbits' ? 'Test' : 'Satchel')
    expect(readInvoice(read.made.paymentRequest)).toMatchObject({ amountMsat: 21_000n, paymentHash: read.made.rHash })
    expect(read.sent).toMatchObject({ preimage: good.preimage, paymentHash: good.hash })
    expect(read.unpaid.paid ?? false).toBe(false)
    expect(read.refusal).toContain(FAILURE_WORDS.no_route)
    // What is left of the budget.
    expect(read.balance).toBe(before - 5)
    // What was paid, with its amount, and neither the open invoice nor the payment that failed.
    const [newest] = read.transactions
    expect(newest).toMatchObject({ payment_hash: good.hash, totalAmount: 5, type: 'sent', settled: true })
    const shown = read.transactions.map((one: { payment_hash: string }) => one.payment_hash)
    expect(shown).not.toContain(bad.hash)
    expect(shown).not.toContain(read.made.rHash)
  })

  test('BlueWallet’s class for LndHub', async () => {
    const { good, bad } = await twoInvoices()
    const own = await world.invoice(await world.openWallet(), 7, { memo: 'Inside' })
    const { login, password, at } = await hubLogin()
    const uri = `lndhub://${login}:${password}@${at}`
    const before = await balance()
    const read = await run('blue-wallet', uri, good.bolt11, own.bolt11, bad.bolt11)
    expect(read).toMatchObject({ valid: true, before, after: before - 12, generated: true, owns: true, addresses: [] })
    expect(read.account).toContain('API error')
    expect(readInvoice(read.invoice)).toMatchObject({ amountMsat: 21_000n, paymentHash: read.decoded.payment_hash })
    expect(read.remote).toMatchObject({ payment_hash: read.decoded.payment_hash, num_satoshis: '21' })
    expect(read.refusal).toContain(FAILURE_WORDS.no_route)
    expect(read.listed).toContainEqual({ type: 'user_invoice', value: 21, memo: 'Tea', ispaid: false })
    const paid = read.listed.filter(({ type }: { type: string }) => type === 'paid_invoice')
    expect(paid.map(({ value }: { value: number }) => value)).toEqual(expect.arrayContaining([-5, -7]))
    expect(paid).not.toContainEqual(expect.objectContaining({ value: -6 }))
  })
})

test.skipIf(apps.place === undefined)('Alby’s connector nwc with a connection of ours', async () => {
  const { world, post, adopt } = await openNwcWorld(NWCPROVIDER, 'sqlite', { running: true })
  const permissions = ['pay', 'invoice', 'lookup', 'history', 'balance', 'info']
  const budgets = [{ budget_msats: 50_000_000, refresh_window: 0 }]
  const made = await post({ description: 'Alby', permissions, budgets })
  await adopt(made.body)
  const good = await world.foreignInvoice(5000)
  const bad = await world.foreignInvoice(6000)
  await world.node.sendControl('POST /script', { match: { hash: bad.hash }, pay: [UNPAYABLE] })
  const config = JSON.stringify({ nostrWalletConnectUrl: made.body.connection_uri })
  const read = await run('alby', 'nwc', config, good.bolt11, bad.bolt11)
  expect(read.methods).toContain('pay_invoice')
  expect(read.sent).toMatchObject({ preimage: good.preimage, paymentHash: good.hash })
  expect(read.balance).toBe(49_995)
  expect(read.refusal).not.toBe('none')
  const settled = read.transactions.filter((one: { settled: boolean }) => one.settled)
  expect(settled).toMatchObject([{ payment_hash: good.hash, totalAmount: 5, type: 'sent' }])
})
