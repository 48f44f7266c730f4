import { hash as digest, randomBytes } from 'node:crypto'
import { parseInvoice, readInvoice } from '@satchel/bolt11/read-invoice'
import { msat } from '@satchel/money/units'
import { describe, expect, onTestFinished, test } from 'vitest'
import { request } from '../../../world/contract/contract-world.ts'
import { unaskedContract } from '../../../world/contract/unasked.contract.ts'
import { rpcError } from '../../../world/peers/cln/cln-peer.ts'
import { useClnPeer } from '../../../world/peers/cln/use-cln-peer.ts'
import type { FundingSource, Receipt } from '../../port/funding-source.ts'

const bench = useClnPeer()

const newHash = (): string => digest('sha256', randomBytes(32))

test('the first scan from a given time finds its position in a long history with few requests', async () => {
  const source = await bench.open()
  const { node, server } = bench.peer
  const now = Math.floor(Date.now() / 1000)
  const paid: string[] = []
  for (let index = 0; index < 300; index += 1) {
    const invoice = node.addInvoice({ amountMsat: 1000n })
    await node.outside.payOurInvoice(invoice.bolt11)
    Object.assign(invoice, { settledAt: now - (300 - index) * 60 })
    paid.push(invoice.paymentHash)
  }
  const before = server.calls.length
  const { receipts } = await source.receiptsSince(undefined, 10, now - 10 * 60)
  expect(receipts.map(({ paymentHash }) => paymentHash)).toEqual(paid.slice(-10))
  expect(server.calls.length - before).toBeLessThan(40)
  const all = await source.receiptsSince(undefined, 1, 0)
  expect(all.receipts[0]?.paymentHash).toBe(paid[0])
  const none = await source.receiptsSince(undefined, 10, now + 60)
  expect(none.receipts).toEqual([])
  const late = node.addInvoice({ amountMsat: 1000n })
  await node.outside.payOurInvoice(late.bolt11)
  expect((await source.receiptsSince(none.cursor, 10)).receipts).toMatchObject([{ paymentHash: late.paymentHash }])
})

describe('invoices', () => {
  test('an invoice made before a crash is found again', async () => {
    const preimage = randomBytes(32).toString('hex')
    bench.peer.server.plan('POST /v1/invoice', { do: 'lose-answer' })
    await expect((await bench.open()).createInvoice(request({ preimage }))).rejects.toThrow()
    const { bolt11, paymentHash } = await (await bench.open()).createInvoice(request({ preimage }))
    expect(bench.peer.node.invoices.get(paymentHash)?.bolt11).toBe(bolt11)
    expect(bench.peer.node.invoices.size).toBe(1)
  })

  test('an invoice that differs from the request is rejected and never returned', async () => {
    const source = await bench.open()
    const preimage = randomBytes(32).toString('hex')
    const paymentHash = digest('sha256', Buffer.from(preimage, 'hex'))
    const texts = [
      bench.peer.node.own.sign({ amountMsat: 20_000n, paymentHash }).bolt11,
      bench.peer.node.own.sign({ amountMsat: 21_000n }).bolt11,
      (await bench.peer.node.outside.makeInvoice(msat(21_000))).bolt11,
      'lnbc1',
    ]
    for (const bolt11 of texts) {
      bench.peer.server.plan('POST /v1/invoice', { do: 'answer', status: 201, text: JSON.stringify({ bolt11 }) })
      await expect(source.createInvoice(request({ preimage: randomBytes(32).toString('hex') }))).rejects.toThrow()
    }
    bench.peer.server.plan('POST /v1/invoice', {
      do: 'answer',
      status: 201,
      text: JSON.stringify({ bolt11: texts[0] }),
    })
    await expect(source.createInvoice(request({ preimage }))).rejects.toThrow('amount')
  })

  test('without a node that signs texts, a description hash is rejected before an invoice is made', async () => {
    const source = await bench.reopen({ without: ['signinvoice'] })
    const descriptionHash = newHash()
    await expect(source.createInvoice(request({ descriptionHash }))).rejects.toThrow('description hash')
    expect(bench.peer.node.invoices.size).toBe(0)
  })

  test('an expired invoice counts as closed', async () => {
    const source = await bench.open()
    const { paymentHash } = await source.createInvoice(request({ expirySeconds: 1 }))
    const invoice = bench.peer.node.invoices.get(paymentHash)
    Object.assign(invoice ?? {}, { expiresAt: 1 })
    expect(await source.closeInvoice(paymentHash)).toBe('closed')
    expect(await source.incomingStatus(paymentHash)).toEqual({ status: 'closed' })
  })

  test('an invoice that cannot be deleted now stays open and is closed later', async () => {
    const source = await bench.open()
    const { paymentHash } = await source.createInvoice(request())
    bench.peer.server.plan('POST /v1/delinvoice', rpcError(-1))
    expect(await source.closeInvoice(paymentHash)).toBe('refused')
    bench.peer.server.plan('POST /v1/delinvoice', { do: 'refuse', status: 502 })
    await expect(source.closeInvoice(paymentHash)).rejects.toThrow()
    expect(await source.closeInvoice(paymentHash)).toBe('closed')
  })
})

describe('hold invoices', () => {
  test('the payer sees memo and description hash; the expiry is at most the time the plugin keeps the invoice', async () => {
    const source = await bench.open()
    const short = request({ holdHash: newHash(), memo: 'tea', expirySeconds: 600 })
    const written = readInvoice((await source.createInvoice(short)).bolt11)
    expect(written).toMatchObject({ description: 'tea', expirySeconds: 600, payee: bench.peer.node.own.nodeKey })
    const descriptionHash = newHash()
    const asked = request({ holdHash: newHash(), descriptionHash, expirySeconds: 86_400 })
    const { bolt11, paymentHash } = await source.createInvoice(asked)
    expect(parseInvoice(bolt11)).toMatchObject({ descriptionHash, expirySeconds: 3600 })
    const made = parseInvoice(bench.peer.node.invoices.get(paymentHash)?.bolt11 ?? '')
    expect(parseInvoice(bolt11).paymentSecret).toBe(made.paymentSecret)
  })

  test('an unpaid hold invoice can be closed for an internal payment, a held one cannot', async () => {
    const source = await bench.open()
    const unpaid = await source.createInvoice(request({ holdHash: newHash() }))
    expect(await source.closeInvoice(unpaid.paymentHash)).toBe('closed')
    expect(await source.incomingStatus(unpaid.paymentHash)).toEqual({ status: 'closed' })
    const held = await source.createInvoice(request({ holdHash: newHash() }))
    await bench.peer.node.outside.payOurInvoice(held.bolt11)
    expect(await source.closeInvoice(held.paymentHash)).toBe('paid')
  })

  test('a hash that the plugin knows gets no second invoice', async () => {
    const source = await bench.open()
    const holdHash = newHash()
    await source.createInvoice(request({ holdHash }))
    await expect(source.createInvoice(request({ holdHash }))).rejects.toThrow()
    expect(await source.incomingStatus(holdHash)).toEqual({ status: 'open' })
  })

  test('a decision whose answer is lost, or that the plugin denies, counts as its list shows it', async () => {
    const source = await bench.open()
    const preimage = randomBytes(32).toString('hex')
    const holdHash = digest('sha256', Buffer.from(preimage, 'hex'))
    await bench.peer.node.outside.payOurInvoice((await source.createInvoice(request({ holdHash }))).bolt11)
    bench.peer.server.plan('POST /v1/settleholdinvoice', { do: 'lose-answer' }, rpcError(-32700))
    await expect(source.settleHold(preimage)).rejects.toThrow()
    expect(await source.settleHold(preimage)).toBe('settled')
    bench.peer.server.plan('POST /v1/listholdinvoices', { do: 'refuse', status: 500 })
    await expect(source.cancelHold(holdHash)).rejects.toThrow()
    expect(await source.cancelHold(holdHash)).toBe('settled')
    expect(await source.cancelHold(newHash())).toBe('cancelled')
  })

  const openTorn = async (source: FundingSource) => {
    const preimage = randomBytes(32).toString('hex')
    const { bolt11, paymentHash } = await source.createInvoice(
      request({ holdHash: digest('sha256', Buffer.from(preimage, 'hex')) }),
    )
    await bench.peer.node.outside.payOurInvoice(bolt11)
    bench.peer.tearSettlement(paymentHash)
    return { preimage, paymentHash, goBack: () => bench.peer.node.outside.expireHeld?.(paymentHash) }
  }
  const kindsOf = async (source: FundingSource): Promise<string[]> =>
    (await source.receiptsSince(undefined, 100)).receipts.map(({ kind }) => kind)

  test('a hold that the plugin calls paid stays held until the node has the money', async () => {
    const source = await bench.open()
    const { preimage, paymentHash, goBack } = await openTorn(source)
    await expect(source.settleHold(preimage)).rejects.toThrow('has not taken it')
    expect(await source.incomingStatus(paymentHash)).toMatchObject({ status: 'held' })
    expect(await kindsOf(source)).toEqual(['held'])
    await goBack()
    await expect(source.settleHold(preimage)).rejects.toThrow('has not taken it')
    await expect(source.cancelHold(paymentHash)).rejects.toThrow('accepted')
    expect(await source.incomingStatus(paymentHash)).toMatchObject({ status: 'held' })
    expect(await kindsOf(source)).toEqual(['held'])
  })

  test.each([
    ['does not answer', { do: 'refuse', status: 500 }, 'rejects'],
    ['has trouble with its books', rpcError(-1), 'held'],
    ['is too old to be asked by payment', rpcError(-32602), 'settled'],
    ['does not allow it with this rune', { do: 'refuse', status: 401, text: '{"code":1502}' }, 'settled'],
  ] as const)('the node is asked for the receipt of a hold; one that %s: %s', async (_name, fault, means) => {
    const source = await bench.open()
    const { paymentHash, preimage } = await openTorn(source)
    await expect(source.settleHold(preimage)).rejects.toThrow()
    await bench.peer.node.outside.expireHeld?.(paymentHash)
    bench.peer.server.plan('POST /v1/bkpr-listaccountevents', fault)
    const status = source.incomingStatus(paymentHash)
    if (means === 'rejects') await expect(status).rejects.toThrow()
    else expect((await status).status).toBe(means)
  })

  test('without the bookkeeper, a hold counts as settled once the payment has left the channels', async () => {
    const source = await bench.reopen({ without: ['bkpr-listaccountevents'] })
    const preimage = randomBytes(32).toString('hex')
    const holdHash = digest('sha256', Buffer.from(preimage, 'hex'))
    await bench.peer.node.outside.payOurInvoice((await source.createInvoice(request({ holdHash }))).bolt11)
    expect(await source.settleHold(preimage)).toBe('settled')
  })

  test('more paid holds than fit into one comparison are all listed, page by page', async () => {
    const source = await bench.open()
    for (let count = 0; count < 205; count += 1) {
      const preimage = randomBytes(32).toString('hex')
      const { paymentHash } = bench.peer.node.addInvoice({
        paymentHash: digest('sha256', Buffer.from(preimage, 'hex')),
        amountMsat: 1000n,
        isHold: true,
      })
      await bench.peer.node.outside.payOurInvoice(bench.peer.node.invoices.get(paymentHash)?.bolt11 ?? '')
      bench.peer.node.settleHeld(paymentHash, preimage)
    }
    const kinds: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await source.receiptsSince(cursor, 1000)
      if (page.receipts.length === 0) break
      kinds.push(...page.receipts.map(({ kind }) => kind))
      cursor = page.cursor
    }
    expect(kinds.filter((kind) => kind === 'settled')).toHaveLength(205)
  })

  test('without the plugin hold invoices are rejected', async () => {
    const source = await bench.reopen({ without: ['listholdinvoices'] })
    expect(source.can.hold).toBe(false)
    await expect(source.createInvoice(request({ holdHash: newHash() }))).rejects.toThrow('hold plugin')
    await expect(source.settleHold(newHash())).rejects.toThrow('hold plugin')
    await expect(source.cancelHold(newHash())).rejects.toThrow('hold plugin')
  })
})

describe('receipts', () => {
  unaskedContract({ peer: () => bench.peer, open: () => bench.open(), kinds: ['keysend', 'offer'] })

  const receive = async (source: FundingSource): Promise<string> => {
    const { bolt11, paymentHash } = await source.createInvoice(request())
    await bench.peer.node.outside.payOurInvoice(bolt11)
    return paymentHash
  }
  const hashes = (receipts: readonly Receipt[]): string[] => receipts.map(({ paymentHash }) => paymentHash)

  test('the very first page begins with the oldest receipt, or after CLNREST_LAST_PAY_INDEX', async () => {
    const source = await bench.open()
    const received = [await receive(source), await receive(source), await receive(source)]
    expect(hashes((await source.receiptsSince(undefined, 10)).receipts)).toEqual(received)
    const later = await bench.open({ CLNREST_LAST_PAY_INDEX: '2' })
    expect(hashes((await later.receiptsSince(undefined, 10)).receipts)).toEqual(received.slice(2))
  })

  test('a page that cannot be read to its end is an error', async () => {
    const source = await bench.open()
    await receive(source)
    bench.peer.server.plan('POST /v1/waitanyinvoice', { do: 'delay', ms: 1 }, { do: 'refuse', status: 500 })
    await expect(source.receiptsSince(undefined, 10)).rejects.toThrow()
  })

  test('the stream begins at the end, and continues after a reconnect without a gap', async () => {
    const source = await bench.open()
    for (let count = 0; count < 5; count += 1) await receive(source)
    const heard: string[] = []
    const polls = (): number => bench.peer.server.calls.filter((call) => call === 'POST /v1/waitanyinvoice').length
    await source.receiptsSince(undefined, 10)
    onTestFinished(source.onReceipt(({ paymentHash }) => heard.push(paymentHash)))
    const first = await receive(source)
    await expect.poll(() => heard).toContain(first)
    const before = polls()
    const { bolt11, paymentHash: second } = await source.createInvoice(request())
    bench.peer.server.cut()
    await bench.peer.node.outside.payOurInvoice(bolt11)
    await expect.poll(() => heard, { timeout: 5000 }).toEqual([first, second])
    expect(polls()).toBeGreaterThan(before)
  })

  test.each([0, 1, 2, 11])('after %d old receipts that were never read, only new ones are reported', async (old) => {
    const source = await bench.open()
    for (let count = 0; count < old; count += 1) await receive(source)
    const heard: string[] = []
    onTestFinished(source.onReceipt(({ paymentHash }) => heard.push(paymentHash)))
    await expect.poll(() => bench.peer.waiting()).toBe(1)
    const news = await receive(source)
    await expect.poll(() => heard).toEqual([news])
  })
})
