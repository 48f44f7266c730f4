import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LNURLP } from '../../../../extensions/lnurlp/lnurlp.ts'
import { NWCPROVIDER } from '../../../../extensions/nwcprovider/nwcprovider.ts'
import { WITHDRAW } from '../../../../extensions/withdraw/withdraw.ts'
import { activateExtension } from '../world/extensions/activate-extension.ts'
import { openNwcWorld } from '../world/nostr/open-nwc-world.ts'
import { openWorld, type World, type WorldWallet } from '../world/open-world.ts'
import { installClients, PYTHON_PROGRAM, runClient } from './install-clients.ts'

const clients = await installClients()
for (const why of clients.missing) process.stdout.write(`skipped, ${why}\n`)
afterAll(() => clients.remove())

const METADATA = '[["text/plain","srv"]]'
const sha256 = (text: string): string => hash('sha256', text, 'hex')
/** CommonJS packages of the temporary folder. */
const load = (name: string) => createRequire(join(clients.npm ?? '', 'package.json'))(name)

/** The URLs for clients: the root, the prefix, and the root of a service that serves the dialect there. */
const PLACES = [
  { at: 'the root', path: '', env: {}, unit: 1 },
  { at: '/lnbits', path: '/lnbits', env: {}, unit: 1000 },
  { at: 'the root with SERVICE_DIALECT=lnbits', path: '', env: { SERVICE_DIALECT: 'lnbits' }, unit: 1000 },
] as const

describe.each(PLACES)('unmodified clients of LNbits at $at', ({ path, env, unit }) => {
  let world: World
  let wallet: WorldWallet
  let base: string
  beforeAll(async () => {
    // Long enough for a payment to be final, also on a busy machine.
    world = await openWorld({
      dialect: 'sqlite',
      builtIns: [LNURLP, WITHDRAW],
      env: { ...env, SERVICE_PAY_WAIT_MS: '20000' },
    })
    wallet = await world.openWallet(100_000)
    for (const extId of ['lnurlp', 'withdraw']) await activateExtension(world, wallet, extId)
    base = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}${path}`
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  const foreign = (sat: number) => world.foreignInvoice(sat * 1000)

  test.skipIf(clients.npm === undefined)('npm lightning-backends', async () => {
    const Backend = load('lightning-backends/lib/backends/lnbits.js')
    const backend = new Backend({ baseUrl: base, adminKey: wallet.adminKey })
    expect(await backend.getBalance()).toBe(100_000_000)
    const { invoice } = await backend.addInvoice(21_000, { description: METADATA })
    const read = readInvoice(invoice)
    expect([read.amountMsat, read.descriptionHash]).toEqual([21_000n, sha256(METADATA)])
    const unpaid = await backend.getInvoiceStatus(read.paymentHash)
    expect(unpaid).toEqual({ preimage: null, settled: false })
    const { bolt11, hash: paymentHash, preimage } = await foreign(5)
    await backend.payInvoice(bolt11)
    expect(await backend.getInvoiceStatus(paymentHash)).toEqual({ preimage, settled: true })
    const poor = new Backend({ baseUrl: base, adminKey: (await world.openWallet()).adminKey })
    await expect(poor.payInvoice((await foreign(5)).bolt11)).rejects.toThrow('Insufficient balance')
  })

  test.skipIf(clients.npm === undefined)('npm lnbits (lnbits-js)', async () => {
    const create = load('lnbits').default
    const keys = { adminKey: wallet.adminKey, invoiceReadKey: wallet.invoiceKey, endpoint: base }
    const { wallet: own, paylink, withdraw } = create(keys)
    expect(await own.walletDetails()).toMatchObject({ name: 'Test' })
    const made = await own.createInvoice({ amount: 21, memo: 'Tea', out: false })
    expect(readInvoice(made.payment_request).paymentHash).toBe(made.payment_hash)
    const { bolt11, hash: paymentHash, preimage } = await foreign(5)
    expect((await own.payInvoice({ bolt11, out: true })).payment_hash).toBe(paymentHash)
    const paid = await own.checkInvoice({ payment_hash: paymentHash })
    expect(paid).toMatchObject({ paid: true, preimage, details: { amount: -5 * unit } })
    const link = await paylink.createPayLink({ description: 'Tips', amount: 5, min: 1, max: 100, comment_chars: 0 })
    expect(await paylink.getLink({ pay_id: link.id })).toMatchObject({ description: 'Tips' })
    expect(await paylink.getLinks()).toHaveLength(1)
    expect(await paylink.deletePayLink({ pay_id: link.id })).toBe(true)
    expect(await paylink.getLinks()).toHaveLength(0)
    const voucher = {
      title: 'Prize',
      min_withdrawable: 1,
      max_withdrawable: 5,
      uses: 1,
      wait_time: 1,
      is_unique: false,
    }
    expect(await withdraw.createLink(voucher)).toMatchObject({ title: 'Prize' })
    expect(await withdraw.getLinks()).toHaveLength(1)
  })

  test.skipIf(clients.npm === undefined)('npm @getalby/bitcoin-connect', async () => {
    const { bolt11, preimage } = await foreign(5)
    const args = ['bitcoin-connect.mjs', base, wallet.adminKey, bolt11]
    const read = await runClient(process.execPath, args, clients.npm)
    expect(read).toMatchObject({ alias: 'Test', balance: expect.any(Number), preimage })
    expect(readInvoice(read.paymentRequest).amountMsat).toBe(21_000n)
    expect(read.refusal).toContain('already paid')
  })

  test.skipIf(clients.python === undefined)('PyPI pylnbits', async () => {
    const { bolt11, hash: paymentHash } = await foreign(5)
    const args = [PYTHON_PROGRAM, base, wallet.adminKey, wallet.invoiceKey, bolt11]
    const read = await runClient(clients.python ?? '', args)
    expect(read).toMatchObject({
      wallet: { name: 'Test' },
      unpaid: { paid: false },
      sent: { payment_hash: paymentHash },
      paid: { paid: true, details: { amount: -5 * unit } },
      decoded: { payment_hash: paymentHash, amount_msat: 5000 },
      links: [{ description: 'Tips' }, { description: 'Tips' }, [expect.anything()]],
      links_left: [],
      vouchers: [{ title: 'Prize' }, expect.any(Array)],
    })
    expect(read.listed.length).toBeGreaterThan(1)
    expect(read.named.map(({ memo }: { memo: string }) => memo)).toEqual(['Tea for two'])
  })

  test.skipIf(clients.rust === undefined)('crate lnbits-rs', async () => {
    const { bolt11, hash: paymentHash } = await foreign(5)
    // It joins paths as URLs do.
    const read = await runClient(clients.rust ?? '', [`${base}/`, wallet.adminKey, wallet.invoiceKey, bolt11])
    expect(read).toMatchObject({ name: 'Test', before: false, after: true, sent: paymentHash, paid: true })
    expect([read.amount, read.heard]).toEqual([-5 * unit, read.invoice])
    // Its parser needs fields that only the dialect has.
    expect(read.decoded).toBe(unit === 1 ? null : 21_000)
  })
})

test.skipIf(clients.npm === undefined)('npm @getalby/sdk: its NWC client with a connection of ours', async () => {
  const { world, post, adopt } = await openNwcWorld(NWCPROVIDER, 'sqlite', { running: true })
  const permissions = ['pay', 'invoice', 'lookup', 'history', 'balance', 'info']
  const budgets = [{ budget_msats: 50_000_000, refresh_window: 0 }]
  const made = await post({ description: 'Alby', permissions, budgets })
  expect(made).toMatchObject({ status: 201 })
  await adopt(made.body)
  const { bolt11, preimage } = await world.foreignInvoice(5000)
  const read = await runClient(process.execPath, ['alby-sdk.mjs', made.body.connection_uri, bolt11], clients.npm)
  expect(read).toMatchObject({ balance: expect.any(Number), preimage, state: 'pending' })
  expect(read.methods).toContain('pay_invoice')
  expect(readInvoice(read.invoice.invoice).amountMsat).toBe(21_000n)
  // NIP-47: unpaid invoices are listed only on request.
  expect(read.types).toEqual(['outgoing'])
})
