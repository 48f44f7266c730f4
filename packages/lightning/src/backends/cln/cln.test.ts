import { msat } from '@satchel/money/units'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { beforeEach, describe, expect, test } from 'vitest'
import { attempt, orderFor } from '../../../world/contract/contract-world.ts'
import { payingOnceContract } from '../../../world/contract/paying-once.contract.ts'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { NODE_AWAY, rpcError } from '../../../world/peers/cln/cln-peer.ts'
import { useClnPeer } from '../../../world/peers/cln/use-cln-peer.ts'
import type { CreatedInvoice } from '../../port/funding-source.ts'

const bench = useClnPeer()

const foreign = (): Promise<CreatedInvoice> => bench.peer.node.outside.makeInvoice(msat(50_000))

describe('opening', () => {
  test.each(['CLNREST_READONLY_RUNE', 'CLNREST_PAY_RUNE'])('a refused rune stops the start: %s', async (variable) => {
    const runes = { CLNREST_READONLY_RUNE: undefined, [variable]: 'bm9ib2R5' }
    await expect(bench.open(runes)).rejects.toThrow(variable)
    await expect(bench.open(runes)).rejects.not.toThrow('bm9ib2R5')
  })

  test('another network stops the start', async () => {
    await expect(bench.open({}, { network: 'bc' })).rejects.toThrow('SERVICE_NETWORK')
    expect((await bench.open({}, { network: 'bcrt' })).identity()).toEqual({
      network: 'bcrt',
      nodeKey: bench.peer.node.own.nodeKey,
    })
  })

  test('an unreachable node does not stop the start, and its features are known once it answers', async () => {
    await bench.peer.server.goDown()
    const source = await bench.open()
    expect(source.identity()).toBeUndefined()
    expect(source.can.hold).toBe(false)
    expect(await source.pay(orderFor(await foreign()))).toMatchObject({ status: 'not_sent' })
    await bench.peer.server.comeUp()
    await expect.poll(() => source.identity(), { timeout: 5000 }).toBeDefined()
    expect(source.can.hold).toBe(true)
  })

  test('a node that answers errors while it starts does not stop the start', async () => {
    bench.peer.server.plan('POST /v1/getinfo', { do: 'refuse', status: 503, text: 'starting' })
    expect((await bench.open()).identity()).toBeUndefined()
  })

  test('a CLNRest whose node is away does not stop the start, and nothing is sent', async () => {
    bench.peer.server.plan('POST /v1/getinfo', NODE_AWAY)
    const source = await bench.open()
    expect(source.identity()).toBeUndefined()
    await expect.poll(() => source.identity(), { timeout: 5000 }).toBeDefined()
    bench.peer.server.plan('POST /v1/xpay', NODE_AWAY)
    expect(await source.pay(orderFor(await foreign()))).toEqual({
      status: 'not_sent',
      reason: 'node_unreachable',
      nodeAnswer: 'CLNRest cannot reach its node: Connection refused (os error 111)',
    })
  })

  test('one unrestricted rune is enough', async () => {
    const read = readFundingEnv({
      SERVICE_FUNDING_SOURCE: 'cln',
      CLNREST_URL: 'cln.example:3010/',
      CLNREST_PAY_RUNE: 'cnVuZQ==',
    })
    const rune = { variable: 'CLNREST_PAY_RUNE', value: 'cnVuZQ==' }
    expect('funding' in read && read.funding.source).toMatchObject({
      url: 'https://cln.example:3010',
      runes: { read: rune, invoice: rune, pay: rune },
      lastPayIndex: 0,
    })
  })

  test('every problem of the configuration names its variable and never its value', () => {
    const read = readFundingEnv({
      SERVICE_FUNDING_SOURCE: 'cln',
      CLNREST_URL: 'ftp://secret',
      CLNREST_INVOICE_RUNE: 'two secrets',
      CLNREST_CERT: 'secret',
      CLNREST_CA: 'secret',
    })
    expect(read).toEqual({
      problems: [
        'CLNREST_PAY_RUNE: must be set for this SERVICE_FUNDING_SOURCE',
        'CLNREST_INVOICE_RUNE: must be a rune as `createrune` prints it, or the path of a file with one',
        'CLNREST_URL: must be an http or https URL without user and query',
        'CLNREST_CERT: must be a PEM certificate, or the path of a file with one',
        'CLNREST_CA: must be a PEM certificate, or the path of a file with one',
      ],
    })
  })
})

describe('the connection', () => {
  test('a rune is sent only to the owner of the pinned certificate', async () => {
    const other = selfSignedCertificate('cln').cert
    for (const changed of [
      { CLNREST_CERT: other },
      { CLNREST_CERT: undefined },
      { CLNREST_CERT: undefined, CLNREST_CA: other },
    ]) {
      expect((await bench.open(changed)).identity()).toBeUndefined()
    }
    expect(bench.peer.server.calls).toEqual([])
  })

  test('a node with its own certificate authority is trusted by CLNREST_CA', async () => {
    const source = await bench.open({ CLNREST_CERT: undefined, CLNREST_CA: bench.peer.certificate.cert })
    expect(source.identity()).toBeDefined()
  })
})

describe('paying', () => {
  let now = Date.now()
  const faulty = () => ({
    ...bench.peer,
    payCall: 'POST /v1/xpay',
    invoiceCall: 'POST /v1/invoice',
    limitsFees: true,
  })
  const versions = [
    ['with labels', {}],
    ['without labels', { withoutParameters: ['label'] }],
  ] as const
  describe.each(versions)('a node %s', (_name, options) => {
    beforeEach(async () => {
      now = Date.now()
      await bench.replace(options)
    })

    payingOnceContract({
      datesOthers: true,
      peer: faulty,
      open: () => bench.open({}, { clock: () => now }),
      asksBefore: ['POST /v1/listpays'],
      lostIs: 'not_found',
      waitForNode() {
        now += 121_000
      },
    })
  })

  test('a node without support for labels is sent none, and an old one pays by `pay` with a label', async () => {
    await bench.replace({ withoutParameters: ['label'] })
    const unlabelled = await bench.open()
    const invoice = await foreign()
    expect(await unlabelled.attemptMark?.(invoice.paymentHash)).toBe('0')
    expect(await unlabelled.pay(orderFor(invoice))).toMatchObject({ status: 'settled' })
    expect(await unlabelled.attemptMark?.(invoice.paymentHash)).toBe('1')
    const old = await bench.reopen({ without: ['xpay'], withoutParameters: ['index', 'start', 'limit'] })
    const other = await foreign()
    expect(await old.attemptMark?.(other.paymentHash)).toBe('label')
    await old.pay(orderFor(other, 'ours'))
    expect(bench.peer.node.attempts).toMatchObject([{ label: 'ours' }])
  })

  test('where the node stores labels, a later failure of another program does not fail our attempt', async () => {
    const source = await bench.open({}, { clock: () => now })
    const order = await attempt(source, await foreign(), 'two')
    bench.peer.server.plan('POST /v1/xpay', { do: 'lose-request' })
    await expect(source.pay(order)).rejects.toThrow()
    bench.peer.failOnTheWay(order.paymentHash)
    bench.peer.node.pay({ bolt11: order.bolt11 })
    now += 121_000
    expect(await source.outgoingStatus(order)).toEqual({ status: 'not_found' })
  })

  test.each([
    [203, 'failed'],
    [205, 'failed'],
    [206, 'failed'],
    [207, 'failed'],
    [210, 'failed'],
    [219, 'pending'],
    [209, 'pending'],
    [-1, 'pending'],
    [-32602, 'pending'],
  ])('error %d, and nothing is listed: %s', async (code, status) => {
    const source = await bench.open()
    bench.peer.server.plan('POST /v1/xpay', rpcError(code))
    expect(await source.pay(orderFor(await foreign()))).toMatchObject({ status })
  })

  test('a terminal error without an answer to the look-up after it: pending', async () => {
    const source = await bench.open()
    const invoice = await foreign()
    bench.peer.server.plan('POST /v1/xpay', rpcError(205))
    bench.peer.server.plan('POST /v1/listpays', { do: 'delay', ms: 0 }, { do: 'refuse', status: 502 })
    await expect(source.pay(orderFor(invoice))).rejects.toThrow()
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'not_found' })
  })

  test('a payment without a route has failed once its last parts are listed', async () => {
    let now = Date.now()
    const source = await bench.open({}, { clock: () => now })
    const invoice = await foreign()
    bench.peer.failOnTheWay(invoice.paymentHash)
    expect(await source.pay(orderFor(invoice))).toEqual({ status: 'pending' })
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending' })
    expect(await source.pay(orderFor(invoice, 'two'))).toEqual({ status: 'pending' })
    now += 11_000
    expect(await source.outgoingStatus(orderFor(invoice))).toMatchObject({ status: 'failed', attemptId: 'one' })
    expect(bench.peer.server.calls.filter((call) => call === 'POST /v1/xpay')).toHaveLength(1)
  })

  test('a rune without the right to pay: nothing was sent', async () => {
    const source = await bench.open({ CLNREST_PAY_RUNE: 'bm9ib2R5' })
    expect(await source.pay(orderFor(await foreign()))).toMatchObject({ status: 'not_sent' })
  })

  test('while a payment is in flight a second call sends nothing', async () => {
    const source = await bench.open()
    const invoice = await foreign()
    bench.peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
    const first = source.pay(orderFor(invoice))
    await expect.poll(() => bench.peer.node.sends(invoice.paymentHash)).toBe(1)
    expect(await source.pay(orderFor(invoice, 'two'))).toEqual({ status: 'pending' })
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending' })
    bench.peer.node.finish(invoice.paymentHash, 'settled')
    expect(await first).toMatchObject({ status: 'settled' })
    expect(bench.peer.server.calls.filter((call) => call === 'POST /v1/xpay')).toHaveLength(1)
  })

  test.each(['in the same process', 'after a restart'])(
    'failed parts while the node may try other routes are no failure, %s',
    async (when) => {
      let now = Date.now()
      const clock = (): number => now
      let source = await bench.open({}, { clock })
      const invoice = await foreign()
      const order = orderFor(invoice)
      bench.peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
      const lost = source.pay(order).catch(() => 'lost')
      await expect.poll(() => bench.peer.node.sends(invoice.paymentHash)).toBe(1)
      bench.peer.betweenTries(invoice.paymentHash)
      bench.peer.server.cut()
      expect(await lost).toBe('lost')
      if (when === 'after a restart') {
        await source.close()
        source = await bench.open({}, { clock })
      }
      expect(await source.outgoingStatus(order)).toEqual({ status: 'pending' })
      now += 119_000
      expect(await source.outgoingStatus(order)).toEqual({ status: 'pending' })
      now += 2000
      expect(await source.outgoingStatus(order)).toMatchObject({ status: 'failed', attemptId: 'one' })
    },
  )

  test('hanging payments delay no other call', async () => {
    const source = await bench.open()
    const invoices = await Promise.all(Array.from({ length: 520 }, foreign))
    const paid = invoices.map((invoice) => {
      bench.peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
      return source.pay(orderFor(invoice, invoice.paymentHash)).catch(() => 'lost')
    })
    const sent = (): number => bench.peer.server.calls.filter((call) => call === 'POST /v1/xpay').length
    await expect.poll(sent, { timeout: 60_000 }).toBeGreaterThan(500)
    expect(await source.balance()).toBeGreaterThan(0n)
    await source.close()
    expect((await Promise.all(paid)).filter((outcome) => outcome === 'lost').length).toBeGreaterThan(500)
  })

  test('a node without `xpay` pays by `pay`, and one without either is sent nothing', async () => {
    const source = await bench.reopen({ without: ['xpay'] })
    expect(await source.pay(orderFor(await foreign()))).toMatchObject({ status: 'settled' })
    expect(bench.peer.server.calls).toContain('POST /v1/pay')
    const none = await bench.reopen({ without: ['xpay', 'pay'] })
    expect(await none.pay(orderFor(await foreign()))).toMatchObject({ status: 'not_sent' })
  })

  test('the balance is what active channels can send', async () => {
    expect(await (await bench.open()).balance()).toBe(bench.peer.node.balanceMsat())
  })
})
