import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'

const PAYMENTS = '/lnbits/api/v1/payments'

describe.each(DIALECTS)('lists in the dialect of LNbits, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(10_000)
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const get = (url: string, key = wallet.invoiceKey) => world.call('GET', url, { key })
  const foreign = async (sat: number, more: object = {}) => world.foreignInvoice(sat * 1000, more)

  test('lists have ten rows by default, filters by column, and both orders of time', async () => {
    const mine = await world.openWallet(1000)
    const list = async (query: string) => (await get(`${PAYMENTS}${query}`, mine.adminKey)).body as { memo: string }[]
    for (let n = 0; n < 12; n += 1) await world.invoice(mine, n + 1, { memo: `memo ${n}`, extra: { tag: `t${n % 2}` } })
    await world.send(mine, (await foreign(5, { description: 'sent' })).bolt11)
    const memos = async (query: string) => (await list(query)).map(({ memo }) => memo)
    expect(await memos('')).toHaveLength(10)
    expect(await memos('?limit=2')).toEqual(['sent', 'memo 11'])
    expect(await memos('?limit=2&offset=1&sortby=time&direction=desc')).toEqual(['memo 11', 'memo 10'])
    expect(await memos('?limit=3&offset=1&sortby=time&direction=asc')).toEqual(['memo 1', 'memo 2', 'memo 3'])
    expect(await memos('?direction=asc&limit=5&offset=11')).toEqual(['memo 11', 'sent'])
    expect(await memos('?direction=asc&offset=99')).toEqual([])
    expect(await memos('?limit=0')).toHaveLength(13)
    expect(await memos('?memo=memo%203')).toEqual(['memo 3'])
    expect(await memos('?amount[lt]=0')).toEqual(['sent'])
    expect(await memos('?tag=t1&limit=100')).toHaveLength(6)
    expect(await memos('?status=success')).toEqual(['sent'])
    expect(await memos('?status[ne]=pending')).toEqual(['sent'])
    expect(await memos('?status[ne]=success&limit=100')).toHaveLength(12)
    expect(await memos(`?time[ge]=${world.nowSeconds() + 1}`)).toEqual([])
    for (const query of ['?fee[gt]=1', '?amount[gt]=5', '?sortby=amount', '?direction=in', '?memo[like]=x']) {
      expect((await get(`${PAYMENTS}${query}`, mine.adminKey)).status).toBe(400)
    }
    for (const query of [
      '?sortby=updated_at',
      '?updated_at[ge]=1',
      '?payment_hash[ne]=x',
      '?checking_id[in]=x',
      '?wallet_id[ne]=x',
    ]) {
      expect((await get(`${PAYMENTS}${query}`, mine.adminKey)).status, query).toBe(400)
    }
    const page = await get(`${PAYMENTS}/paginated?limit=2&tag=t0`, mine.adminKey)
    expect([page.body.total, page.body.data.length]).toEqual([6, 2])
  })

  test('lists are filtered by hash, checking id and wallet', async () => {
    const mine = await world.openWallet(1000)
    const [one, other] = [await world.invoice(mine, 1), await world.invoice(mine, 2)]
    // A memo that has the hash of another payment.
    await world.invoice(mine, 3, { memo: `for ${one.payment_hash}` })
    const ids = async (query: string, path = '') => {
      const { status, body } = await get(`${PAYMENTS}${path}${query}`, mine.adminKey)
      expect(status, query).toBe(200)
      return (path === '' ? body : body.data).map((row: { checking_id: string }) => row.checking_id)
    }
    for (const path of ['', '/paginated']) {
      expect(await ids(`?payment_hash=${one.payment_hash}`, path)).toEqual([one.checking_id])
      expect(await ids(`?payment_hash[eq]=${String(one.payment_hash).toUpperCase()}`, path)).toEqual([one.checking_id])
      expect(await ids(`?checking_id=${other.checking_id}`, path)).toEqual([other.checking_id])
      expect(await ids(`?checking_id=${other.checking_id}&status=success`, path)).toEqual([])
      expect(await ids(`?payment_hash=${one.payment_hash}&offset=1`, path)).toEqual([])
      expect(await ids(`?payment_hash=${'ab'.repeat(32)}`, path)).toEqual([])
      expect(await ids(`?checking_id=${'ab'.repeat(32)}`, path)).toEqual([])
      expect(await ids(`?wallet_id=${mine.id}`, path)).toHaveLength(3)
      expect(await ids(`?wallet_id=${mine.id.replaceAll('-', '')}`, path)).toHaveLength(3)
      expect(await ids(`?wallet_id=${wallet.id}`, path)).toEqual([])
    }
    const token = await tokenOf(world, mine)
    const all = async (query: string) => (await world.call('GET', `${PAYMENTS}/all/paginated${query}`, { token })).body
    expect((await all('')).total).toBe(3)
    expect((await all(`?wallet_id=${mine.id}`)).total).toBe(3)
    expect((await all(`?payment_hash=${one.payment_hash}`)).total).toBe(1)
    expect((await all(`?wallet_id=${wallet.id}`)).total).toBeUndefined()
    expect((await all(`?checking_id=${one.checking_id}`)).detail).toContain('name the wallet_id')
    expect((await all(`?checking_id=${one.checking_id}&wallet_id=${mine.id}`)).total).toBe(1)
    expect((await get(`${PAYMENTS}?search=x&payment_hash=${one.payment_hash}`, mine.adminKey)).status).toBe(400)
  })
})
