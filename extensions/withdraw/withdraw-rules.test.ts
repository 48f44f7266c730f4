import { randomBytes } from 'node:crypto'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { WITHDRAW } from './withdraw.ts'

const GOOD = { title: 'Gift', min_withdrawable: 10, max_withdrawable: 20, uses: 3 }

describe('the rules of withdraw links', () => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', builtIns: [WITHDRAW] })
    owner = await world.openWallet(5000)
    await activateExtension(world, owner, 'withdraw')
  })
  afterAll(() => world.close())
  const create = (body: object) =>
    world.call('POST', '/withdraw/api/v1/', { key: owner.adminKey, body: { ...GOOD, ...body } })
  const make = async (body: object = {}) => (await create(body)).body
  const see = async (id: string, key = owner.adminKey) =>
    (await world.call('GET', `/withdraw/api/v1/${id}`, { key })).body
  const scan = async (path: string) => (await world.call('GET', `/withdraw/lnurl/${path}`)).body
  const take = async (hash: string, k1: string, sat: number) => {
    const { bolt11 } = await world.foreignInvoice(sat * 1000)
    return (await world.call('GET', `/withdraw/lnurl/${hash}/cb?k1=${k1}&pr=${bolt11}`)).body
  }
  const put = (id: string, body: object) => world.call('PUT', `/withdraw/api/v1/${id}`, { key: owner.adminKey, body })
  const OK = { status: 'OK' }
  const refused = (reason: string) => ({ status: 'ERROR', reason: expect.stringContaining(reason) })

  test.each([
    [{ min_withdrawable: 30 }, 'max_withdrawable'],
    [{ min_withdrawable: 0 }, 'min_withdrawable'],
    [{ uses: 251 }, 'uses'],
    [{ uses: 0 }, 'uses'],
    [{ wait_time: 31_536_001 }, 'wait_time'],
    [{ title: 'x'.repeat(129) }, 'title'],
    [{ custom_url: 'http://example.com/a.png' }, 'custom_url'],
    [{ webhook_headers: ['x'] }, 'webhook_headers'],
    [{ webhook_headers: { a: 'b\r\nc' } }, 'webhook_headers'],
    [
      { webhook_headers: Object.fromEntries(Array.from({ length: 21 }, (_one, n) => [`x-${n}`, '1'])) },
      'webhook_headers',
    ],
  ])('%j is 422 and named', async (body, field) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('a link that is used up, disabled or in its waiting time says so', async () => {
    const link = await make({ uses: 2, wait_time: 60 })
    const { k1 } = await scan(link.hash)
    const second = (await scan(link.hash)).k1
    expect(await take(link.hash, k1, 10)).toEqual(OK)
    expect(await scan(link.hash)).toEqual(refused('in 60 s'))
    expect(await take(link.hash, second, 10)).toEqual(refused('in 60 s'))
    world.advance(59)
    expect(await take(link.hash, second, 10)).toEqual(refused('in 1 s'))
    world.advance(1)
    await put(link.id, { enabled: false })
    expect(await take(link.hash, second, 10)).toEqual(refused('switched off'))
    await put(link.id, { enabled: true })
    expect(await take(link.hash, second, 10)).toEqual(OK)
    expect(await scan(link.hash)).toEqual(refused('used up'))
    expect(await scan('nothing')).toEqual(refused('no such'))
  })

  /** A minute old. */
  const writeForeign = (fields: object): string =>
    writeInvoice(
      {
        network: 'bcrt',
        paymentHash: 'aa'.repeat(32),
        paymentSecret: 'bb'.repeat(32),
        description: 'x',
        timestamp: world.nowSeconds() - 60,
        ...fields,
      },
      randomBytes(32),
    )

  test('an invoice outside the range, without an amount, expired or unreadable is refused and costs nothing', async () => {
    const link = await make()
    const { k1 } = await scan(link.hash)
    expect(await take(link.hash, k1, 9)).toEqual(refused('10 to 20 sat'))
    expect(await take(link.hash, k1, 21)).toEqual(refused('10 to 20 sat'))
    const pay = (pr: string) => world.call('GET', `/withdraw/lnurl/${link.hash}/cb?k1=${k1}&pr=${pr}`)
    expect((await pay(writeForeign({}))).body).toEqual(refused('name an amount'))
    expect((await pay(writeForeign({ amountMsat: 10_000n, expirySeconds: 1 }))).body).toEqual(refused('has expired'))
    expect((await pay('lnbc1nothing')).body).toEqual(refused('Not a payable invoice'))
    expect((await world.call('GET', `/withdraw/lnurl/${link.hash}/cb?k1=${k1}`)).body).toEqual(refused('k1 and pr'))
    expect(await see(link.id)).toMatchObject({ used: 0 })
  })

  test('a k1 works for ten minutes, for its own link and its own voucher', async () => {
    const [link, other] = [await make(), await make()]
    const { k1 } = await scan(link.hash)
    expect(await take(other.hash, k1, 10)).toEqual(refused('another link'))
    const last = k1.endsWith('0') ? '1' : '0'
    expect(await take(link.hash, k1.slice(0, -1) + last, 10)).toEqual(refused('another link'))
    const later = (Number.parseInt(k1.slice(0, 8), 16) + 1000).toString(16)
    expect(await take(link.hash, later + k1.slice(8), 10)).toEqual(refused('another link'))
    expect(await take(link.hash, 'x', 10)).toEqual(refused('another link'))
    world.advance(600)
    expect(await take(link.hash, k1, 10)).toEqual(refused('expired'))
    const vouchers = await make({ is_unique: true, wait_time: 0 })
    const [first, second] = await Promise.all(vouchers.codes.map((code: string) => scan(`${vouchers.hash}/${code}`)))
    expect(await take(vouchers.hash, first.k1, 10)).toEqual(OK)
    expect((await see(vouchers.id)).codes).toEqual(vouchers.codes.slice(1))
    expect(await take(vouchers.hash, second.k1, 10)).toEqual(OK)
    expect((await see(vouchers.id)).codes).toEqual(vouchers.codes.slice(2))
    expect(await scan(`${vouchers.hash}/${vouchers.codes[0]}`)).toEqual(refused('voucher has been used'))
  })

  test('a link with vouchers pays none without its code, and a code opens no link without vouchers', async () => {
    const vouchers = await make({ is_unique: true })
    expect(vouchers).not.toHaveProperty('lnurl')
    expect(new Set(vouchers.codes).size).toBe(3)
    expect(await scan(vouchers.hash)).toEqual(refused('scan one of them'))
    expect(await scan(`${vouchers.hash}/${'0'.repeat(32)}`)).toEqual(refused('used or is invalid'))
    const link = await make()
    expect(link.codes).toEqual([])
    expect(await scan(`${link.hash}/${vouchers.codes[0]}`)).toEqual(refused('no vouchers'))
    expect((await put(link.id, { is_unique: true })).status).toBe(400)
  })

  test('fewer uses remove the last vouchers, more add new ones, and never below the number used', async () => {
    const link = await make({ is_unique: true, uses: 4, wait_time: 0 })
    const { k1 } = await scan(`${link.hash}/${link.codes[0]}`)
    expect(await take(link.hash, k1, 10)).toEqual(OK)
    expect((await put(link.id, { uses: 3 })).body.codes).toEqual(link.codes.slice(1, 3))
    expect(await scan(`${link.hash}/${link.codes[3]}`)).toEqual(refused('voucher has been used'))
    const more = (await put(link.id, { uses: 5 })).body.codes
    expect(more).toHaveLength(4)
    expect(more.slice(0, 2)).toEqual(link.codes.slice(1, 3))
    expect(more).not.toContain(link.codes[3])
    expect((await put(link.id, { uses: 1 })).body.codes).toEqual([])
    await put(link.id, { uses: 3 })
    const next = (await see(link.id)).codes[0]
    await take(link.hash, (await scan(`${link.hash}/${next}`)).k1, 10)
    expect(await put(link.id, { uses: 1 })).toMatchObject({ status: 400 })
  })

  test('vouchers are for the admin key alone: no list, page or database shows them', async () => {
    const link = await make({ is_unique: true })
    const [code] = link.codes
    expect(await see(link.id, owner.invoiceKey)).not.toHaveProperty('codes')
    const list = await world.call('GET', '/withdraw/api/v1/', { key: owner.invoiceKey })
    expect(JSON.stringify(list.body)).not.toContain(code)
    const page = await world.call('GET', `/withdraw/p/${link.hash}`)
    expect(page).toMatchObject({ status: 200 })
    expect(page.body).not.toContain(code)
    expect(page.body.toLowerCase()).not.toContain('lnurl1')
    const rows = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
    expect(rows.join('')).not.toContain(code)
  })

  test('the sheet and the CSV hold every unused voucher, for the owner only', async () => {
    const link = await make({ is_unique: true, title: 'A & <b>' })
    for (const path of [`/withdraw/print/${link.hash}`, `/withdraw/csv/${link.hash}`]) {
      expect((await world.call('GET', path)).status).toBe(401)
      expect((await world.call('GET', path, { key: owner.invoiceKey })).status).toBe(403)
      const stranger = await world.openWallet()
      await activateExtension(world, stranger, 'withdraw')
      expect((await world.call('GET', path, { key: stranger.adminKey })).status).toBe(404)
      const second = (
        await world.call('POST', '/api/v1/wallet', { token: await tokenOf(world, owner), body: { name: 'Second' } })
      ).body
      expect((await world.call('GET', path, { key: second.adminkey })).status).toBe(404)
      expect((await world.call('GET', path, { token: await tokenOf(world, owner) })).status).toBe(200)
    }
    const csv = await world.call('GET', `/withdraw/csv/${link.hash}?api-key=${owner.adminKey}`)
    expect(csv.headers['content-type']).toContain('text/csv')
    const [head, ...lines] = String(csv.body).trim().split('\r\n')
    expect(head).toBe('number,lnurl')
    const paths = lines.map((line) => new URL(decodeLnurl(line.split(',')[1] ?? '')).pathname)
    expect(paths).toEqual(link.codes.map((code: string) => `/withdraw/lnurl/${link.hash}/${code}`))
    const sheet = await world.call('GET', `/withdraw/print/${link.hash}?api-key=${owner.adminKey}`)
    expect(sheet.headers['content-type']).toContain('text/html')
    expect(sheet.body.match(/<svg/g)?.length).toBeGreaterThanOrEqual(3)
    expect(sheet.body).toContain('A &amp; &lt;b&gt;')
    // What each voucher is worth is on its card.
    expect(sheet.body.match(/10 to 20 sat/g)?.length).toBeGreaterThanOrEqual(3)
    const single = await make({ uses: 1 })
    const one = await world.call('GET', `/withdraw/csv/${single.hash}`, { key: owner.adminKey })
    expect(String(one.body).trim().split('\r\n')).toEqual(['number,lnurl', `1,${single.lnurl}`])
  })

  test('a wallet without enough balance pays nothing and keeps the use', async () => {
    const link = await make({ max_withdrawable: 1_000_000, min_withdrawable: 1 })
    expect(await take(link.hash, (await scan(link.hash)).k1, 900_000)).toEqual(refused('does not hold enough'))
    expect(await see(link.id)).toMatchObject({ used: 0 })
  })
})
