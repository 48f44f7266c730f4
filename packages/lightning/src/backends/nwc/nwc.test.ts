import { createReader, type Environment } from '@satchel/http/environment'
import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { attempt, orderFor, readSent, request } from '../../../world/contract/contract-world.ts'
import { payingOnceContract } from '../../../world/contract/paying-once.contract.ts'
import { sentSinceContract } from '../../../world/contract/sent-since.contract.ts'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { createMemoryNotes } from '../../../world/peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { type NwcPeer, openNwcPeer } from '../../../world/peers/nwc/nwc-peer.ts'
import type { Clock } from '../../port/clock.ts'
import type { FundingSource } from '../../port/funding-source.ts'
import type { OrderNotes } from '../../port/order-notes.ts'
import { openNwc } from './open-nwc.ts'
import { readNwc } from './read-nwc.ts'

let peer: NwcPeer
/** Shared by all processes, like the database. */
let notes: OrderNotes
beforeEach(async () => {
  peer = await openNwcPeer()
  notes = createMemoryNotes()
})
afterEach(() => peer.close())

interface Opening {
  readonly env?: Environment
  readonly network?: string
  readonly clock?: Clock
}

async function open({ env = peer.env, network, clock = Date.now }: Opening = {}): Promise<FundingSource> {
  const problems: string[] = []
  const config = readNwc(createReader(env, problems), { problems })
  expect(problems).toEqual([])
  const source = await openNwc(config, { notes, network, clock, log: SILENT_LOG })
  onTestFinished(() => source.close())
  return source
}

async function reopen(...words: Parameters<typeof openNwcPeer>): Promise<FundingSource> {
  await peer.close()
  peer = await openNwcPeer(...words)
  return open()
}

const KNOWN = { network: 'bcrt', nodeKey: '' }

describe('opening', () => {
  test('the network of a wallet that does not report it is read from an invoice', async () => {
    peer.habits.network = undefined
    expect((await open()).identity()).toEqual(KNOWN)
    expect(peer.wallet.calls).toContain('make_invoice')
  })

  test('another network stops the start', async () => {
    await expect(open({ network: 'bc' })).rejects.toThrow('SERVICE_NETWORK')
  })

  test.each(['pay_invoice', 'lookup_invoice', 'list_transactions'])(
    'a connection that does not allow %s stops the start and says so',
    async (method) => {
      peer.wallet.words.methods = peer.wallet.words.methods.filter((one) => one !== method)
      await expect(open()).rejects.toThrow(new RegExp(`NWC_PAIRING_URL.*${method}`))
    },
  )

  test('a connection without any permission stops the start', async () => {
    peer.wallet.plan('get_info', { do: 'refuse', status: 401, text: 'UNAUTHORIZED' })
    await expect(open()).rejects.toThrow('NWC_PAIRING_URL')
  })

  test('unreachable relays do not stop the start, and the wallet is usable once they answer', async () => {
    await peer.server.goDown()
    const source = await open()
    expect(source.identity()).toBeUndefined()
    await peer.server.comeUp()
    await expect.poll(() => source.identity(), { timeout: 8000 }).toEqual(KNOWN)
  })

  test.each([
    ['announces NIP-44 only', { encryptions: ['nip44_v2'] }],
    ['announces NIP-04 only', { encryptions: ['nip04'] }],
    ['announces nothing and reads NIP-04 only', { encryptions: ['nip04'], announces: false }],
    ['announces nothing and reads NIP-44', { encryptions: ['nip44_v2'], announces: false }],
  ])('a wallet that %s works, its notifications too', async (_name, words) => {
    const source = await reopen(words)
    await expect.poll(() => source.identity(), { timeout: 8000 }).toEqual(KNOWN)
    const heard: string[] = []
    source.onReceipt(({ paymentHash }) => heard.push(paymentHash))
    const { bolt11, paymentHash } = await source.createInvoice(request())
    await peer.node.outside.payOurInvoice(bolt11)
    await expect.poll(() => heard, { timeout: 5000 }).toEqual([paymentHash])
  })

  test('every notation of the pairing URL that wallets use is read', () => {
    const [key, secret] = ['ab'.repeat(32), 'CD'.repeat(32)]
    for (const start of ['nostr+walletconnect://', 'nostr+walletconnect:', 'nostrwalletconnect://']) {
      const url = `${start}${key}?relay=wss%3A%2F%2Fone.example&relay=wss://two.example/v1&secret=${secret}&lud16=a@b.c`
      expect(readNwc(createReader({ NWC_PAIRING_URL: url }, []), { problems: [] })).toEqual({
        kind: 'nwc',
        walletPubkey: key,
        relays: ['wss://one.example', 'wss://two.example/v1'],
        secret: secret.toLowerCase(),
      })
    }
  })

  const wrong = 'NWC_PAIRING_URL: must be nostr+walletconnect://KEY?relay=wss://…&secret=KEY, as the wallet shows it'
  const [key, secret] = [`nostr+walletconnect://${'ab'.repeat(32)}`, `secret=${'cd'.repeat(32)}`]
  test.each<[Environment, string]>([
    [{}, 'NWC_PAIRING_URL: must be set for this SERVICE_FUNDING_SOURCE'],
    [{ NWC_PAIRING_URL: 'https://secret' }, wrong],
    [{ NWC_PAIRING_URL: `${key}?relay=wss://one.example` }, wrong],
    [{ NWC_PAIRING_URL: `${key}?${secret}` }, wrong],
    [{ NWC_PAIRING_URL: `${key}?relay=https://one.example&${secret}` }, wrong],
  ])('configuration %j: the problem names its variable and never its value', (env, problem) => {
    const given = { SERVICE_FUNDING_SOURCE: 'nwc', ...env }
    expect(readFundingEnv(given)).toEqual({ problems: [problem] })
  })
})

describe('invoices', () => {
  test('an invoice that differs from the request is rejected and never returned', async () => {
    const source = await open()
    const { bolt11 } = peer.node.addInvoice({ amountMsat: 20_000n })
    for (const invoice of [bolt11, 'lnbcrt1', '']) {
      peer.wallet.plan('make_invoice', { do: 'answer', text: JSON.stringify({ result: { invoice } }) })
      await expect(source.createInvoice(request())).rejects.toThrow()
    }
  })

  test('closing reports an open invoice as refused, an expired one as closed, a paid one as paid', async () => {
    const source = await open()
    const [invoice, expired] = [await source.createInvoice(request()), peer.node.addInvoice({ expirySeconds: 0 })]
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('refused')
    expect(await source.closeInvoice(expired.paymentHash)).toBe('closed')
    expect(await source.closeInvoice('ab'.repeat(32))).toBe('closed')
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('paid')
  })
})

describe('paying', () => {
  payingOnceContract({
    datesOthers: true,
    peer: () => peer,
    open,
    asksBefore: ['lookup_invoice'],
    losesBy: { do: 'refuse', status: 500 },
    lostIs: 'not_found',
    sentOnce: () => expect(peer.wallet.calls.filter((call) => call === 'pay_invoice')).toHaveLength(1),
  })

  test('a payment stays pending until the wallet reports its fee', async () => {
    const source = await open()
    peer.habits.tellsFees = false
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.setFee(invoice.paymentHash, msat(300n))
    expect(await source.pay(orderFor(invoice))).toEqual({ status: 'pending' })
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending' })
    peer.habits.tellsFees = true
    expect(await source.outgoingStatus(orderFor(invoice))).toMatchObject({ status: 'settled', feeMsat: 300n })
  })

  test('a wallet that reports every failure as internal is queried again', async () => {
    const source = await open()
    peer.habits.failsWith = 'INTERNAL'
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    expect((await source.pay(orderFor(invoice))).status).toBe('failed')
  })

  test('a failure that the wallet forgets is final once the invoice has expired by the clock of the wallet', async () => {
    const source = await open()
    peer.habits.forgetsFailures = true
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    expect(await source.pay(orderFor(invoice))).toEqual({ status: 'pending' })
    await source.close()
    // Independent of our clock, and stored over a restart.
    const restarted = await open({ clock: () => Date.now() + 86_400_000 })
    peer.wallet.words.aheadSeconds = 110
    expect(await restarted.outgoingStatus(orderFor(invoice))).toEqual({ status: 'not_found' })
    peer.wallet.words.aheadSeconds = 130
    expect(await restarted.outgoingStatus(orderFor(invoice))).toMatchObject({ status: 'failed', attemptId: 'one' })
    expect(await restarted.outgoingStatus(orderFor(invoice, 'two'))).toEqual({ status: 'not_found' })
  })

  test('with a wallet that stores no ids, the mark distinguishes an earlier failure from a new one', async () => {
    peer.habits.keepsMetadata = false
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    const one = await attempt(source, invoice, 'one')
    expect((await source.pay(one)).status).toBe('failed')
    const two = await attempt(source, invoice, 'two')
    await source.close()
    const restarted = await open()
    expect(await restarted.outgoingStatus(one)).toMatchObject({ status: 'failed', attemptId: 'one' })
    expect(await restarted.outgoingStatus(two)).toEqual({ status: 'not_found' })
    // A payment from before there were marks.
    expect(await restarted.outgoingStatus(orderFor(invoice, 'two'))).toEqual({ status: 'not_found' })
  })

  test('nothing is sent if the wallet got a request for another attempt since the mark was read', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    const order = await attempt(source, invoice)
    await peer.node.outside.refusePayment(invoice.paymentHash)
    peer.node.pay({ bolt11: invoice.bolt11 })
    expect((await source.pay(order)).status).toBe('not_sent')
    expect(peer.node.attempts).toHaveLength(1)
  })
})

describe('the list of payments', () => {
  const world = { peer: () => peer, open, listCall: 'list_transactions' }
  // A wallet without metadata does not report the attempt of a payment.
  describe('of a wallet that keeps no ids', () => {
    beforeEach(() => {
      peer.habits.keepsMetadata = false
    })
    sentSinceContract(world)
  })

  test('the list of a wallet that stores our ids shows them', async () => {
    const source = await open()
    const { cursor = '' } = (await source.sentSince?.(undefined, 10)) ?? {}
    const [ours, byHand] = [
      await peer.node.outside.makeInvoice(msat(1000n)),
      await peer.node.outside.makeInvoice(msat(1000n)),
    ]
    await source.pay(await attempt(source, ours, 'one'))
    peer.node.pay({ bolt11: byHand.bolt11 })
    const { payments } = await readSent(source, cursor, 10)
    expect(payments.map(({ attemptId }) => attemptId)).toEqual(['one', undefined])
  })

  test('the list is read to its end, whatever the size of its pages', async () => {
    const source = await open()
    peer.habits.pageSize = 3
    const { cursor = '' } = (await source.sentSince?.(undefined, 10)) ?? {}
    const hashes: string[] = []
    for (let count = 0; count < 20; count += 1) {
      const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(1000n))
      peer.node.pay({ bolt11 })
      hashes.push(paymentHash)
    }
    expect((await readSent(source, cursor, 7)).payments.map(({ paymentHash }) => paymentHash)).toEqual(hashes)
  })
})
