import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { readCsv } from '../../../test/world/read-csv.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { EXPORT_COLUMNS } from './export-format.ts'

describe.each(DIALECTS)('the export of payments, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
  })
  afterAll(() => world.close())

  const get = (query: string, credential: { key?: string; token?: string }) =>
    world.call('GET', `/api/v1/payments/export${query}`, credential)
  const csv = async (wallet: WorldWallet, query = '') =>
    readCsv((await get(query, { key: wallet.invoiceKey })).body as string)
  const json = async (wallet: WorldWallet, query = '') =>
    (await get(`?format=json${query}`, { key: wallet.invoiceKey })).body as Record<string, string | number | null>[]
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '')

  test('a row has the amount in both units, with fee, sign and times; JSON has the same as CSV', async () => {
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const foreign = await world.foreignInvoice(1500, { description: 'odd' })
    await world.node.sendControl('POST /script', {
      match: { hash: foreign.hash },
      pay: [{ do: 'settle', fee_msat: 7 }],
    })
    const sent = await world.send(payer, foreign.bolt11, { extra: { tag: 'lunch' } })
    const madeAt = world.nowSeconds()
    const invoice = await world.invoice(payee, 21, { memo: 'coffee' })
    world.advance(5)
    await world.send(payer, invoice.bolt11)
    const rows = await csv(payer)
    expect(rows.length).toBe(2)
    expect(rows[1]).toEqual({
      time: iso(madeAt),
      finished: iso(madeAt),
      direction: 'out',
      status: 'success',
      amount_sat: '-1',
      amount_msat: '-1500',
      fee_msat: '7',
      fiat_amount: '',
      fiat_currency: '',
      fiat_rate: '',
      memo: 'odd',
      tag: 'lunch',
      payment_hash: foreign.hash,
      checking_id: sent.body.checking_id,
      wallet_id: payer.id,
      note: '',
      labels: '',
      contact: '',
      charged_amount: '',
      charged_currency: '',
      charged_tax: '',
      charged_tip: '',
    })
    const [received] = await json(payee)
    expect(Object.keys(received ?? {})).toEqual(EXPORT_COLUMNS)
    expect(received).toMatchObject({
      time: iso(madeAt),
      finished: iso(madeAt + 5),
      direction: 'in',
      amount_sat: 21,
      amount_msat: 21_000,
      fee_msat: 0,
      fiat_amount: null,
      memo: 'coffee',
    })
    const texts = (await json(payer)).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])),
    )
    expect(texts).toEqual(rows)
  })

  test('the answer is a file of the requested format, named after the day; CSV by default', async () => {
    const wallet = await world.openWallet()
    const day = iso(world.nowSeconds()).slice(0, 10)
    const headers = async (query: string) => {
      const { headers: all } = await get(query, { key: wallet.invoiceKey })
      return [all['content-type'], all['content-disposition']]
    }
    const asCsv = ['text/csv; charset=utf-8; header=present', `attachment; filename="payments-${day}.csv"`]
    expect([await headers(''), await headers('?format=csv')]).toEqual([asCsv, asCsv])
    expect(await headers('?format=json')).toEqual(['application/json', `attachment; filename="payments-${day}.json"`])
  })

  test('times are in the given zone; an unknown one is 422', async () => {
    const wallet = await world.openWallet()
    await world.invoice(wallet, 1)
    const madeAt = world.nowSeconds()
    const [row] = await json(wallet, '&tz=Asia/Kathmandu')
    expect(row?.['time']).toBe(`${iso(madeAt + 20_700).replace('Z', '')}+05:45`)
    expect((await get('?tz=Europe/Atlantis', { key: wallet.invoiceKey })).status).toBe(422)
  })

  test('without payments there is a header line, or an empty array', async () => {
    const wallet = await world.openWallet()
    expect((await get('', { key: wallet.invoiceKey })).body).toBe(`${EXPORT_COLUMNS.join(',')}\r\n`)
    expect(await json(wallet)).toEqual([])
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', '-1'],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\t=1', "\t'=1"],
    ['soup;=HYPERLINK("https://a.example")', `soup;'=HYPERLINK("https://a.example")`],
    ['＝1', "'＝1"],
    ['1=1', '1=1'],
    ['a "b", c', 'a "b", c'],
    ['two\r\nlines', 'two\r\nlines'],
    ['"', '"'],
    ['çölü 🍕', 'çölü 🍕'],
  ])('a memo is unchanged, but never a formula: %j', async (memo, cell) => {
    const wallet = await world.openWallet()
    await world.invoice(wallet, 1, { memo, extra: { tag: memo } })
    expect((await csv(wallet))[0]).toMatchObject({ memo: cell, tag: cell })
    expect((await json(wallet))[0]).toMatchObject({ memo, tag: memo })
  })

  test('filters work as in the list', async () => {
    const wallet = await world.openWallet(100)
    const start = world.nowSeconds()
    await world.invoice(wallet, 1, { memo: 'one', extra: { tag: 'a' } })
    world.advance(10)
    await world.send(wallet, (await world.foreignInvoice(2000, { description: 'two' })).bolt11)
    world.advance(10)
    await world.invoice(wallet, 3, { memo: 'three' })
    const memos = async (query: string) => (await csv(wallet, query)).map(({ memo }) => memo)
    expect(await memos('')).toEqual(['three', 'two', 'one'])
    expect(await memos('?direction=out')).toEqual(['two'])
    expect(await memos('?status=pending')).toEqual(['three', 'one'])
    expect(await memos(`?from=${start + 10}&to=${start + 19}`)).toEqual(['two'])
    expect(await memos('?tag=a')).toEqual(['one'])
    expect(await memos('?search=THR')).toEqual(['three'])
  })

  test('the value is in the accounting currency, else in the requested one, with the sign of the amount', async () => {
    const [payer, payee] = [await world.openWallet(1_000_000), await world.openWallet()]
    const invoice = await world.invoice(payee, 12.5, { unit: 'USD' })
    expect((await csv(payee))[0]).toMatchObject({ fiat_amount: '12.5', fiat_currency: 'USD', fiat_rate: '50000' })
    const { body } = await world.send(payer, invoice.bolt11)
    for (const id of [body.checking_id, invoice.checking_id]) {
      await writeDirectly(
        world,
        `INSERT INTO payment_fiat (checking_id, currency, amount, rate, asked) VALUES ('${id}', 'CHF', '10.00000001', '40000', 0)`,
      )
    }
    expect((await csv(payee))[0]).toMatchObject({ fiat_amount: '10.00000001', fiat_currency: 'CHF' })
    expect((await csv(payer))[0]).toMatchObject({ fiat_amount: '-10.00000001', fiat_currency: 'CHF' })
    expect((await json(payer))[0]).toMatchObject({ fiat_amount: -10.00000001, fiat_rate: 40_000 })
    expect((await csv(payee, '?currency=usd'))[0]).toMatchObject({ fiat_amount: '12.5', fiat_currency: 'USD' })
    expect((await csv(payee, '?currency=XXX'))[0]).toMatchObject({ fiat_amount: '', fiat_currency: '' })
  })

  test('the price of an invoice is exported with its tax and tip, whatever the currency of the values', async () => {
    const wallet = await world.openWallet()
    await world.invoice(wallet, 15.62, { unit: 'USD', tax: 2.49, tip: 1 })
    const charged = { charged_currency: 'USD', charged_amount: 15.62, charged_tax: 2.49, charged_tip: 1 }
    expect((await json(wallet, '&currency=CHF'))[0]).toMatchObject({ fiat_amount: null, ...charged })
  })

  test('thousands of payments are exported once each, newest first, while other requests are served', async () => {
    const wallet = await world.openWallet()
    await writeDirectly(
      world,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat, created_at, expires_at)
       SELECT 'many-' || i || '-${dialect}', '${wallet.id}', 'in', 'expired', 'failed', 'hash-' || i || '-${dialect}', '', i * 1000, 1700000000, 1700003600 FROM n ORDER BY i`,
    )
    let finished = false
    const exporting = csv(wallet).finally(() => {
      finished = true
    })
    expect((await world.call('GET', '/api/v1/wallet', { key: wallet.invoiceKey })).status).toBe(200)
    expect(finished).toBe(false)
    const rows = await exporting
    expect(rows.map(({ amount_sat: sat }) => Number(sat))).toEqual(Array.from({ length: 5000 }, (_, i) => 5000 - i))
    expect((await json(wallet)).length).toBe(5000)
  })

  test('only the wallet of the key, or the one selected with the token', async () => {
    const [mine, other] = [await world.openWallet(), await world.openWallet()]
    await world.invoice(mine, 1)
    const token = await tokenOf(world, mine)
    expect([(await csv(other)).length, (await csv(mine)).length]).toEqual([0, 1])
    expect(readCsv((await get(`?wallet_id=${mine.id}`, { token })).body as string).length).toBe(1)
    expect((await get(`?wallet_id=${other.id}`, { token })).status).toBe(404)
    expect((await get('', {})).status).toBe(401)
  })

  test.each(['format=xml', 'format=', 'status=open', 'direction=up', 'from=-1', 'to=x', 'search=%00'])(
    '%s is 422',
    async (query) => {
      const wallet = await world.openWallet()
      expect((await get(`?${query}`, { key: wallet.invoiceKey })).status).toBe(422)
    },
  )
})
