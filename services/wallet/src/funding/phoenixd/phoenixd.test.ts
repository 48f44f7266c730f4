import { SILENT_LOG } from '@satchel/http/log'
import { msat, partsPerMillionCeil, sat, satToMsat } from '@satchel/money/units'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openPhoenixdPeer, type PhoenixdPeer } from '../../../world/funding/phoenixd-peer.ts'
import { freePort } from '../../../world/free-port.ts'
import { readConfig } from '../../config.ts'
import { attempt, orderFor, readSent, request, tellAll } from '../contract-world.ts'
import type { FundingSource } from '../funding-source.ts'
import { payingOnceContract } from '../paying-once.contract.ts'
import { sentSinceContract } from '../sent-since.contract.ts'
import { shorten } from './phoenixd-calls.ts'
import { openPhoenixd } from './phoenixd.ts'

let peer: PhoenixdPeer
beforeEach(async () => {
  peer = await openPhoenixdPeer()
})
afterEach(() => peer.close())

async function open(changed: { url?: string; password?: string; network?: string } = {}): Promise<FundingSource> {
  const { url = peer.server.url, password = peer.password, network } = changed
  const source = await openPhoenixd({ kind: 'phoenixd', url, password }, { network, clock: Date.now, log: SILENT_LOG })
  onTestFinished(() => source.close())
  return source
}

describe('opening', () => {
  test('a refused password stops the start and names its variable', async () => {
    await expect(open({ password: 'wrong' })).rejects.toThrow('PHOENIXD_API_PASSWORD')
  })

  test('the limited password, which cannot pay, stops the start', async () => {
    await expect(open({ password: peer.limitedPassword })).rejects.toThrow(/PHOENIXD_API_PASSWORD.*full access/)
  })

  test('another network stops the start', async () => {
    await expect(open({ network: 'bc' })).rejects.toThrow('SERVICE_NETWORK')
  })

  test('a phoenixd that does not tell what an invoice was made out for stops the start', async () => {
    peer.appearAs({ version: '0.6.0' })
    await expect(open()).rejects.toThrow(/PHOENIXD_API_ENDPOINT.*0\.6\.1/)
    peer.appearAs({ version: '0.10.0-abc' })
    expect((await open()).identity()).toBeDefined()
  })

  test('a phoenixd that is not there yet does not, and is known once it is', async () => {
    await peer.server.goDown()
    const source = await open()
    expect(source.identity()).toBeUndefined()
    await peer.server.comeUp()
    await expect
      .poll(() => source.identity(), { timeout: 5000 })
      .toEqual({
        network: 'bcrt',
        nodeKey: peer.node.own.nodeKey,
      })
  })

  test.each([
    [{}, ['PHOENIXD_API_PASSWORD: must be set for this SERVICE_FUNDING_SOURCE']],
    [
      { PHOENIXD_API_ENDPOINT: 'ftp://secret', PHOENIXD_API_PASSWORD: 'secret' },
      ['PHOENIXD_API_ENDPOINT: must be an http or https URL without user and query'],
    ],
  ])('configuration %j: every problem names its variable and never its value', (env, problems) => {
    const read = readConfig({ SERVICE_FUNDING_SOURCE: 'phoenixd', AUTH_SECRET_KEY: 'x'.repeat(40), ...env })
    expect(read).toEqual({ problems })
  })

  test('the endpoint is the usual one of phoenixd unless another is given', () => {
    const env = { SERVICE_FUNDING_SOURCE: 'phoenixd', AUTH_SECRET_KEY: 'x'.repeat(40), PHOENIXD_API_PASSWORD: 'p' }
    const read = readConfig(env)
    expect('config' in read && read.config.funding.source).toEqual({
      kind: 'phoenixd',
      url: 'http://127.0.0.1:9740',
      password: 'p',
    })
  })
})

test('the fee reserve covers what phoenixd takes of any amount, unless the operator wants another', () => {
  const env = { SERVICE_FUNDING_SOURCE: 'phoenixd', AUTH_SECRET_KEY: 'x'.repeat(40), PHOENIXD_API_PASSWORD: 'p' }
  const feesOf = (more: object) => {
    const read = readConfig({ ...env, ...more })
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    return read.config.payments.fees
  }
  for (const amountSat of [1n, 100n, 600n, 666n, 667n, 700n, 1000n, 50_000n, 10_000_000n]) {
    const taken = amountSat * 4n + 4000n
    const { leastMsat, partsPerMillion } = feesOf({})
    const share = partsPerMillionCeil(satToMsat(sat(amountSat)), partsPerMillion)
    expect(share > leastMsat ? share : leastMsat).toBeGreaterThanOrEqual(taken)
  }
  expect(feesOf({ SERVICE_FEE_RESERVE_MIN_MSAT: '5' }).leastMsat).toBe(5n)
})

describe('invoices', () => {
  test('only whole satoshis', async () => {
    const source = await open()
    await expect(source.createInvoice(request({ amountMsat: msat(1500n) }))).rejects.toThrow('whole satoshis')
  })

  test('an invoice that is not what was asked for is shown to nobody', async () => {
    const source = await open()
    const other = peer.node.addInvoice({ amountMsat: 20_000n })
    const foreign = await peer.node.outside.makeInvoice(msat(21_000n))
    const own = peer.node.addInvoice({ amountMsat: 21_000n })
    const answers = [
      { paymentHash: other.paymentHash, serialized: other.bolt11 },
      { paymentHash: foreign.paymentHash, serialized: foreign.bolt11 },
      { paymentHash: other.paymentHash, serialized: own.bolt11 },
    ]
    for (const answer of answers) {
      peer.server.plan('POST /createinvoice', { do: 'answer', text: JSON.stringify(answer) })
      await expect(source.createInvoice(request())).rejects.toThrow()
    }
  })

  test('a memo that is too long for phoenixd is cut at whole characters', async () => {
    const source = await open()
    const { bolt11 } = await source.createInvoice(request({ memo: '☕'.repeat(200) }))
    expect(readInvoice(bolt11).description).toBe(`${'☕'.repeat(127)}…`)
    expect(shorten('a'.repeat(128))).toBe('a'.repeat(128))
    expect(shorten(`${'a'.repeat(126)}😀😀`)).toBe(`${'a'.repeat(126)}…`)
  })

  test('an open invoice is not closed, an expired one is, a paid one is paid', async () => {
    const source = await open()
    const expired = peer.node.addInvoice({ amountMsat: 21_000n, expirySeconds: 0 })
    const invoice = await source.createInvoice(request())
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('refused')
    expect(await source.closeInvoice(expired.paymentHash)).toBe('closed')
    expect(await source.closeInvoice('ab'.repeat(32))).toBe('closed')
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('paid')
  })
})

describe('receipts', () => {
  test("what the channel costs is not taken from the payee's amount", async () => {
    const source = await open()
    const { bolt11, paymentHash } = await source.createInvoice(request())
    peer.takeLiquidityFee(paymentHash, 9n)
    await peer.node.outside.payOurInvoice(bolt11)
    expect(await source.incomingStatus(paymentHash)).toEqual({ status: 'settled', amountMsat: 21_000n })
    const { receipts } = await source.receiptsSince(undefined, 10)
    expect(receipts).toEqual([
      {
        receiptId: `phoenixd:${paymentHash}`,
        paymentHash,
        kind: 'settled',
        amountMsat: 21_000n,
        channelCostMsat: 9000n,
      },
    ])
  })

  test('a long backlog is told from its beginning, each receipt once', async () => {
    const source = await open()
    const paid: string[] = []
    for (let count = 0; count < 23; count += 1) {
      const { bolt11, paymentHash } = peer.node.addInvoice({ amountMsat: 21_000n })
      await peer.node.outside.payOurInvoice(bolt11)
      paid.push(paymentHash)
    }
    expect(await tellAll(source, 2)).toEqual(paid)
  })

  test('a cursor that another source has left behind loses nothing', async () => {
    const source = await open()
    const { bolt11 } = await source.createInvoice(request())
    await peer.node.outside.payOurInvoice(bolt11)
    for (const cursor of ['17', 'eclair 9999999999999 '])
      expect((await source.receiptsSince(cursor, 10)).receipts).toHaveLength(1)
  })
})

describe('paying', () => {
  payingOnceContract({
    peer: () => peer,
    open,
    asksBefore: ['GET /payments/outgoingbyhash'],
    lostIs: 'not_found',
    // Each start asks once what its password may.
    sentOnce: () => expect(peer.server.calls.filter((call) => call === 'POST /payinvoice')).toHaveLength(3),
  })

  test('the failure of a third attempt is found beside the older ones, of which phoenixd shows the oldest', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    for (const id of ['one', 'two'])
      expect((await source.pay(await attempt(source, invoice, id))).status).toBe('failed')
    const third = await attempt(source, invoice, 'three')
    peer.server.plan('POST /payinvoice', { do: 'lose-answer' })
    await expect(source.pay(third)).rejects.toThrow()
    const after = await open()
    expect(await after.outgoingStatus(third)).toMatchObject({ status: 'failed', attemptId: 'three' })
    // Without what was stored before it, it could be that of any of the three.
    expect(await after.outgoingStatus({ ...third, mark: undefined })).toEqual({ status: 'not_found' })
  })

  test('what another program was paying before the attempt, and gave up since, is not taken for it', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.node.plan(invoice.paymentHash, { ends: 'when-told' })
    peer.node.pay(invoice)
    const order = await attempt(source, invoice, 'ours')
    peer.node.finish(invoice.paymentHash, 'failed')
    peer.server.plan('POST /payinvoice', { do: 'lose-request' })
    await expect(source.pay(order)).rejects.toThrow()
    expect(await (await open()).outgoingStatus(order)).toEqual({ status: 'not_found' })
  })

  test('an amount that is not whole satoshis is not sent', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(undefined)
    expect(await source.pay({ ...orderFor(invoice), amountMsat: msat(1500n) })).toMatchObject({ status: 'not_sent' })
  })

  test('a phoenixd that is not reached at all has been sent nothing', async () => {
    const source = await open({ url: `http://127.0.0.1:${await freePort()}` })
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    expect((await source.pay(orderFor(invoice))).status).toBe('not_sent')
  })
})

describe('the list of payments', () => {
  sentSinceContract({ peer: () => peer, open, listCall: 'GET /payments/outgoing' })

  test('more payments than phoenixd lists at once are all listed', async () => {
    const source = await open()
    const { cursor = '' } = (await source.sentSince?.(undefined, 1)) ?? {}
    const hashes: string[] = []
    for (let count = 0; count < 620; count += 1) {
      const invoice = await peer.node.outside.makeInvoice(msat(1000n))
      peer.node.pay(invoice)
      hashes.push(invoice.paymentHash)
    }
    const { payments } = await readSent(source, cursor, 300)
    expect(payments.map(({ paymentHash }) => paymentHash).sort()).toEqual(hashes.sort())
  })
})
