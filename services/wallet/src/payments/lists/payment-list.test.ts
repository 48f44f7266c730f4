import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

interface Item {
  readonly checking_id: string
  readonly amount: number
  readonly memo: string
  readonly status: string
}

describe.each(DIALECTS)('the list of payments, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const list = (wallet: WorldWallet, query = '') =>
    world.call('GET', `/api/v1/payments${query}`, { key: wallet.invoiceKey })
  const page = (wallet: WorldWallet, query = '') =>
    world.call('GET', `/api/v1/payments/paginated${query}`, { key: wallet.invoiceKey })
  const fill = async (wallet: WorldWallet, count: number, more = {}): Promise<void> => {
    for (let amount = 1; amount <= count; amount += 1) await world.invoice(wallet, amount, more)
  }
  const amounts = (items: readonly Item[]): number[] => items.map(({ amount }) => amount)
  const memos = (items: readonly Item[]): string[] => items.map(({ memo }) => memo).sort()

  test('newest first, twenty by default, with the total in the header and the envelope', async () => {
    const wallet = await world.openWallet()
    await fill(wallet, 23)
    const all = await list(wallet)
    expect(amounts(all.body)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index))
    expect(all.headers['x-total-count']).toBe('23')
    const first = await page(wallet)
    expect([first.body.data.length, first.body.total, first.headers['x-total-count']]).toEqual([20, 23, '23'])
    expect(first.body.data).toEqual(all.body)
    expect(amounts((await list(wallet, '?limit=2&offset=21')).body)).toEqual([2, 1])
  })

  test('the order is that of creation, even if the clock was set back (A13)', async () => {
    const wallet = await world.openWallet()
    await world.invoice(wallet, 1)
    world.advance(-3600)
    await world.invoice(wallet, 2)
    world.advance(3600)
    await world.invoice(wallet, 3)
    expect(amounts((await list(wallet)).body)).toEqual([3, 2, 1])
  })

  test('an item has every field of the specification, and its satoshis are signed', async () => {
    const wallet = await world.openWallet(1000)
    const foreign = await world.foreignInvoice(1500, { description: 'odd' })
    await world.node.sendControl('POST /script', {
      match: { hash: foreign.hash },
      pay: [{ do: 'settle', fee_msat: 7 }],
    })
    const sent = await world.send(wallet, foreign.bolt11, { extra: { tag: 'lunch', more: [1, null] } })
    const [item] = (await list(wallet)).body
    expect(item).toEqual({
      checking_id: sent.body.checking_id,
      payment_hash: foreign.hash,
      wallet_id: wallet.id,
      amount: -1,
      amount_msat: -1500,
      fee: 7,
      memo: 'odd',
      status: 'success',
      pending: false,
      time: world.nowSeconds(),
      created_at: new Date(world.nowSeconds() * 1000).toISOString(),
      updated_at: new Date(world.nowSeconds() * 1000).toISOString(),
      bolt11: foreign.bolt11,
      payment_request: foreign.bolt11,
      expiry: expect.any(Number),
      expired: false,
      extra: { tag: 'lunch', more: [1, null] },
      tag: 'lunch',
      preimage: foreign.preimage,
      failure: null,
      failure_code: null,
    })
  })

  const OUT_OF_RANGE = [
    'limit= limit=0 limit=-1 limit=x limit=1.5 limit=1e1 limit=99999999999999999999',
    'offset= offset=-1 offset=x offset=0.5 offset=1e1',
    'status= status=paid status=Success direction=both from=x from=-1 to=1.5 cursor=x',
    `search=%00 tag=%00 search=${'x'.repeat(641)} limit=5&limit=6 offset=0&offset=1`,
  ]
  test.each(OUT_OF_RANGE.join(' ').split(' '))('?%s is 422, on both lists (F2)', async (query) => {
    const wallet = await world.openWallet()
    expect((await list(wallet, `?${query}`)).status).toBe(422)
    expect((await page(wallet, `?${query}`)).status).toBe(422)
  })

  test('a limit is at most 1000 on the list and 100 on the page; an offset past the end is empty (F2)', async () => {
    const wallet = await world.openWallet()
    await world.invoice(wallet, 1)
    expect((await list(wallet, '?limit=1000')).status).toBe(200)
    expect((await list(wallet, '?limit=1001')).status).toBe(422)
    expect((await page(wallet, '?limit=100')).status).toBe(200)
    expect((await page(wallet, '?limit=101')).status).toBe(422)
    const past = await page(wallet, '?offset=1000000')
    expect([past.status, past.body]).toEqual([200, { data: [], total: 1 }])
  })

  test('status and direction filter, alone and together, and the total counts the matches', async () => {
    const [wallet, other] = [await world.openWallet(1000), await world.openWallet(1000)]
    const paid = await world.invoice(wallet, 11)
    await world.send(other, paid.payment_request)
    await world.invoice(wallet, 12)
    await world.invoice(wallet, 13, { expiry: 1 })
    await world.send(wallet, (await world.foreignInvoice(14_000)).bolt11)
    const refused = await world.foreignInvoice(15_000)
    await world.node.sendControl('POST /script', { match: { hash: refused.hash }, pay: ['fail'] })
    await world.send(wallet, refused.bolt11)
    const hanging = await world.foreignInvoice(16_000)
    await world.node.sendControl('POST /script', { match: { hash: hanging.hash }, pay: ['hang'] })
    await world.send(wallet, hanging.bolt11)
    world.advance(30)
    await world.tick()
    const expected: Record<string, number[]> = {
      '': [-16, -15, -14, 13, 12, 11],
      'status=success': [-14, 11],
      'status=failed': [-15, 13],
      'status=pending': [-16, 12],
      'direction=in': [13, 12, 11],
      'direction=out': [-16, -15, -14],
      'direction=in&status=success': [11],
      'direction=out&status=pending': [-16],
      'direction=out&status=failed&search=nothing': [],
    }
    for (const [query, wanted] of Object.entries(expected)) {
      const answer = await page(wallet, `?${query}`)
      expect([query, amounts(answer.body.data), answer.body.total]).toEqual([query, wanted, wanted.length])
      expect(amounts((await list(wallet, `?${query}`)).body)).toEqual(wanted)
    }
    await world.node.sendControl('POST /fail', { hash: hanging.hash })
  })

  test('a search is literal and case-insensitive, in memo and tag', async () => {
    const wallet = await world.openWallet()
    for (const memo of [
      '100% sure',
      '100 sure',
      'a_b',
      'aXb',
      'back\\slash',
      'quote \' and "',
      'Green TEA',
      'x',
      '😀',
    ]) {
      await world.invoice(wallet, 1, { memo })
    }
    await world.invoice(wallet, 1, { memo: 'tagged', extra: { tag: 'Tea_Room' } })
    const expected: Record<string, string[]> = {
      '%': ['100% sure'],
      '0%': ['100% sure'],
      _: ['a_b', 'tagged'],
      a_b: ['a_b'],
      '\\': ['back\\slash'],
      "'": ['quote \' and "'],
      '"': ['quote \' and "'],
      tea: ['Green TEA', 'tagged'],
      'GREEN tea': ['Green TEA'],
      '😀': ['😀'],
      '*': [],
      "' OR 1=1 --": [],
    }
    for (const [search, wanted] of Object.entries(expected)) {
      const answer = await page(wallet, `?search=${encodeURIComponent(search)}`)
      expect([search, answer.status, memos(answer.body.data)]).toEqual([search, 200, wanted])
      expect(answer.body.total).toBe(wanted.length)
    }
    expect((await list(wallet, '?search=')).body).toHaveLength(10)
  })

  test('a search ignores the case of letters beyond ASCII, too', async () => {
    const wallet = await world.openWallet()
    await world.invoice(wallet, 1, { memo: 'Äpfel und ÖL' })
    for (const search of ['Äpfel', 'äPFEL', 'öl']) {
      const answer = await list(wallet, `?search=${encodeURIComponent(search)}`)
      expect([search, memos(answer.body)]).toEqual([search, ['Äpfel und ÖL']])
    }
    await world.invoice(wallet, 1, { memo: 'ΟΔΟΣ İstanbul' })
    for (const [search, found] of [
      ['οδοσ', 1],
      ['ΟΔΟΣ', 1],
      ['οδος', 0],
      ['İST', 1],
    ] as const) {
      const answer = await list(wallet, `?search=${encodeURIComponent(search)}`)
      expect([search, answer.body.length]).toEqual([search, found])
    }
  })

  test('a tag is compared completely and exactly; an empty one does not select untagged rows', async () => {
    const wallet = await world.openWallet()
    for (const tag of ['a', 'ab', 'A', '%']) await world.invoice(wallet, 1, { memo: tag, extra: { tag } })
    await world.invoice(wallet, 1, { memo: 'number', extra: { tag: 7 } })
    expect(memos((await list(wallet, '?tag=a')).body)).toEqual(['a'])
    expect(memos((await list(wallet, '?tag=%25')).body)).toEqual(['%'])
    expect((await list(wallet, '?tag=7')).body).toEqual([])
  })

  test('from and to are inclusive Unix seconds', async () => {
    const wallet = await world.openWallet()
    const start = world.nowSeconds()
    for (let second = 0; second < 3; second += 1) {
      await world.invoice(wallet, second + 1)
      world.advance(1)
    }
    const between = async (query: string) => {
      const answer = await page(wallet, `?${query}`)
      expect(answer.body.total).toBe(answer.body.data.length)
      return amounts(answer.body.data)
    }
    expect(await between(`from=${start + 1}`)).toEqual([3, 2])
    expect(await between(`to=${start + 1}`)).toEqual([2, 1])
    expect(await between(`from=${start + 1}&to=${start + 1}`)).toEqual([2])
    expect(await between(`from=${start + 2}&to=${start}`)).toEqual([])
    expect(await between('from=0&to=253402300799')).toEqual([3, 2, 1])
  })

  test('reading by cursor returns every row once, although rows are added meanwhile', async () => {
    const wallet = await world.openWallet()
    await fill(wallet, 25)
    const seen: number[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const answer = await page(wallet, `?limit=10${cursor === undefined ? '' : `&cursor=${cursor}`}`)
      seen.push(...amounts(answer.body.data))
      cursor = answer.body.next_cursor
      expect(answer.headers['x-next-cursor']).toBe(cursor)
      await world.invoice(wallet, 1000 + pages)
      pages += 1
    } while (cursor !== undefined)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
    expect(pages).toBe(3)
  })

  test('the last page has no cursor, even if it is exactly full; the filters apply with the cursor', async () => {
    const wallet = await world.openWallet()
    await fill(wallet, 4)
    const first = await list(wallet, '?limit=2')
    const second = await list(wallet, `?limit=2&cursor=${String(first.headers['x-next-cursor'])}`)
    expect([amounts(second.body), second.headers['x-next-cursor']]).toEqual([[2, 1], undefined])
    const whole = await page(wallet, '?limit=4')
    expect(Object.keys(whole.body).sort()).toEqual(['data', 'total'])
    expect((await page(wallet, '?limit=4&status=success')).body).toEqual({ data: [], total: 0 })
    const filtered = await page(wallet, `?status=pending&limit=2&cursor=${String(first.headers['x-next-cursor'])}`)
    expect([amounts(filtered.body.data), filtered.body.total]).toEqual([[2, 1], 4])
  })

  test('a list has the rows of its own wallet only; a token selects one of its own (B18)', async () => {
    const [mine, other] = [await world.openWallet(), await world.openWallet()]
    await world.invoice(other, 1, { memo: `secret of ${other.id}` })
    for (const answer of [await list(mine), await list(mine, `?wallet_id=${other.id}`), await page(mine)]) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toContain('secret')
    }
    const theirs = (await list(other)).body[0]
    const byId = await world.call('GET', `/api/v1/payments/${theirs.checking_id}`, { key: mine.adminKey })
    const byHash = await world.call('GET', `/api/v1/payments/${theirs.payment_hash}`, { key: mine.adminKey })
    expect([byId.status, byHash.status]).toEqual([404, 404])
  })

  test('words under /payments are routes and never ids, and an id of any form is 404 (F2)', async () => {
    const wallet = await world.openWallet()
    for (const word of ['paginated', 'history', 'stats/count', 'stats/daily']) {
      expect((await world.call('GET', `/api/v1/payments/${word}`, { key: wallet.invoiceKey })).status).toBe(200)
    }
    for (const id of ['0', 'x'.repeat(256), '%00', 'a%00b', '%F0%9F%98%80', '%ED%A0%80', "'--", 'null']) {
      const { status } = await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })
      expect([id, status]).toEqual([id, 404])
    }
    expect((await world.call('GET', `/api/v1/payments/${'x'.repeat(300)}`, { key: wallet.invoiceKey })).status).toBe(
      422,
    )
  })

  test('a payment hash is found in any letter case (A43)', async () => {
    const wallet = await world.openWallet()
    const { payment_hash: paymentHash } = await world.invoice(wallet, 5)
    const url = `/api/v1/payments/${paymentHash.toUpperCase()}`
    expect((await world.call('GET', url, { key: wallet.invoiceKey })).body).toMatchObject({ details: { amount: 5 } })
  })
})
