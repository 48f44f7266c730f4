import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { listPayments, listPaymentsBefore, type PaymentFilter } from './payment-list-store.ts'

interface Item {
  readonly wallet_id: string
  readonly amount: number
}

describe.each(DIALECTS)('the payments of all wallets, on %s', (dialect) => {
  let world: World
  let user: WorldWallet
  let token: string
  let second: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect })
    user = await world.openWallet()
    token = await tokenOf(world, user)
    const { body } = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Second' } })
    second = { id: body.id, userId: user.userId, adminKey: body.adminkey, invoiceKey: body.inkey }
    const [seen, unseen, foreign] = [await world.openWallet(), await world.openWallet(), await world.openWallet()]
    await shareWallet(world, seen, user, ['view-payments'])
    await shareWallet(world, unseen, user, ['receive-payments'])
    const order = [user, second, unseen, seen, foreign, second, user, seen, second]
    for (const [index, wallet] of order.entries()) await world.invoice(wallet, index + 1, { memo: `no ${index + 1}` })
    await world.call('POST', '/api/v1/wallet/play-balance', { key: second.adminKey, body: { amount: 100 } })
  })
  afterAll(() => world.close())

  const MINE = [100, 9, 8, 7, 6, 4, 2, 1]
  const get = (path: string, more = '') => world.call('GET', `/api/v1/payments${path}?wallet_id=all${more}`, { token })
  const amounts = (items: readonly Item[]): number[] => items.map(({ amount }) => amount)

  test('are those of the user’s own wallets, and of shared ones whose payments the user may view', async () => {
    const { status, headers, body } = await get('')
    expect([status, amounts(body)]).toEqual([200, MINE])
    expect(headers['x-total-count']).toBe(String(MINE.length))
    expect(new Set(body.map((item: Item) => item.wallet_id)).size).toBe(3)
    expect((await get('/paginated')).body).toMatchObject({ data: body, total: MINE.length })
    expect(amounts((await get('', '&search=NO 6')).body)).toEqual([6])
    expect(amounts((await get('', '&status=success')).body)).toEqual([100])
  })

  test('are listed page by page, each once', async () => {
    const found: number[] = []
    let cursor = ''
    for (let pages = 0; pages < 3; pages += 1) {
      const { headers, body } = await get('', `&limit=3${cursor}`)
      found.push(...amounts(body))
      cursor = `&cursor=${String(headers['x-next-cursor'])}`
    }
    expect(found).toEqual(MINE)
    expect(amounts((await get('', '&limit=3&offset=6')).body)).toEqual(MINE.slice(6))
  })

  test('are in one export and in one total', async () => {
    const { body } = await get('/export', '&format=json')
    expect(body.map((row: { amount_sat: number }) => row.amount_sat)).toEqual(MINE)
    expect((await get('/history')).body).toMatchObject([{ income: 100, spending: 0 }])
    expect((await get('/stats/daily')).body).toMatchObject([{ count: 1, total: 100 }])
    expect((await get('/stats/count')).body).toEqual([{ tag: '', count: 1 }])
  })

  test('can be limited to some wallets, in the list and in one export, but not to a wallet of another account', async () => {
    const of = (ids: readonly string[], more = '') => ids.map((id) => `&wallets=${id}`).join('') + more
    expect(amounts((await get('', of([second.id]))).body)).toEqual([100, 9, 6, 2])
    const [seen] = (await get('', '&search=no 8')).body as Item[]
    const two = [user.id, seen?.wallet_id ?? '']
    expect(amounts((await get('/paginated', of(two))).body.data)).toEqual([8, 7, 4, 1])
    const { body } = await get('/export', of(two, '&format=json&search=no'))
    expect(body.map((row: { amount_sat: number }) => row.amount_sat)).toEqual([8, 7, 4, 1])
    const foreign = await world.openWallet()
    for (const path of ['', '/paginated', '/export'])
      expect((await get(path, of([user.id, foreign.id]))).status).toBe(404)
    const byKey = (id: string) =>
      world.call('GET', `/api/v1/payments/export?format=json&wallets=${id}`, { key: user.invoiceKey })
    expect([(await byKey(user.id)).status, (await byKey(second.id)).status]).toEqual([200, 404])
  })

  test('are not listed for a wallet key, which sees its own wallet, nor for an access list without the endpoint', async () => {
    const answer = await world.call('GET', '/api/v1/payments?wallet_id=all', { key: user.invoiceKey })
    expect([answer.status, amounts(answer.body)]).toEqual([200, [7, 1]])
    const acl = await makeAclToken(world, token, ['GET /api/v1/payments/history'])
    const by = (path: string) => world.call('GET', `/api/v1/payments${path}?wallet_id=all`, { token: acl.token })
    expect([(await by('')).status, (await by('/history')).status]).toEqual([403, 200])
    expect((await world.call('GET', '/api/v1/payments?wallet_id=all')).status).toBe(401)
  })

  test('a single payment, and changes, still need one wallet', async () => {
    for (const path of ['/api/v1/payments/x', '/api/v1/wallet']) {
      expect((await world.call('GET', `${path}?wallet_id=all`, { token })).status).toBe(404)
    }
    const body = { out: false, amount: 1 }
    expect((await world.call('POST', '/api/v1/payments?wallet_id=all', { token, body })).status).toBe(404)
  })

  test('a user without a wallet gets an empty list', async () => {
    const body = { username: 'without-wallet', password: 'a password' }
    const made = await world.call('POST', '/api/v1/auth/register', { body })
    const access = made.body.access_token
    const [wallet] = (await world.call('GET', '/api/v1/wallets', { token: access })).body
    await world.call('DELETE', '/api/v1/wallet', { key: wallet.adminkey })
    for (const path of ['', '/history']) {
      const answer = await world.call('GET', `/api/v1/payments${path}?wallet_id=all`, { token: access })
      expect([answer.status, answer.body]).toEqual([200, []])
    }
  })

  test('every filter finds in several wallets what it finds in each of them', async () => {
    await writeDirectly(world, seed(3000))
    await writeDirectly(world, SEED_NOTES)
    await writeDirectly(world, SEED_LABELS)
    const filters: Omit<PaymentFilter, 'walletIds'>[] = [
      {},
      { status: 'success' },
      { status: 'failed' },
      { status: 'pending', direction: 'in' },
      { direction: 'out' },
      { tag: ['tea'] },
      { tag: ['tea', 'coffee'], direction: 'in' },
      { tag: ['tea', 'coffee'] },
      { held: true },
      { min: 2 },
      { max: 1, search: 'memo 2' },
      { label: 'rare' },
      { label: 'rare', status: 'success', from: 1_600_500_000 },
      { contact: 'c1' },
      { contact: 'c1', label: 'rare', search: 'memo' },
      { search: 'MEMO 1' },
      { from: 1_600_500_000 },
      { to: 1_601_500_000, search: '7' },
      { from: 1_600_900_000, to: 1_601_200_000, status: 'success' },
    ]
    for (const filter of filters) {
      const walletIds = ['a', 'b', 'empty', 'd']
      const each = await Promise.all(
        walletIds.map((id) => listPayments(world.db, { ...filter, walletIds: [id] }, { limit: 3000, offset: 0 })),
      )
      const expected = each.flatMap(({ payments }) => payments).toSorted((one, other) => other.seq - one.seq)
      for (const [offset, limit] of [
        [0, 20],
        [7, 5],
        [0, 3000],
      ] as const) {
        const { payments } = await listPayments(world.db, { ...filter, walletIds }, { limit, offset })
        expect([filter, payments]).toEqual([filter, expected.slice(offset, offset + limit)])
      }
      const before = expected[10]?.seq ?? 0
      const rest = expected.filter(({ seq }) => seq < before).slice(0, 30)
      expect(await listPaymentsBefore(world.db, { ...filter, walletIds }, before, 30)).toEqual(rest)
    }
  })
})

/** Rows of four wallets in turn, 20 minutes apart. */
const seed = (count: number): string => `
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
  INSERT INTO payments (checking_id, wallet_id, direction, state, status, failure, payment_hash, bolt11, amount_msat,
    memo, tag, created_at, expires_at)
  SELECT 'p' || i, CASE WHEN i % 4 = 0 THEN 'a' WHEN i % 4 = 1 THEN 'b' WHEN i % 4 = 2 THEN 'c' ELSE 'd' END,
    CASE WHEN i % 7 = 0 THEN 'out' ELSE 'in' END,
    CASE WHEN i % 5 = 0 THEN 'failed' WHEN i % 11 = 0 THEN 'open' ELSE 'success' END,
    CASE WHEN i % 5 = 0 THEN 'failed' WHEN i % 11 = 0 THEN 'pending' ELSE 'success' END,
    CASE WHEN i % 5 = 0 THEN 'no route' ELSE NULL END,
    'hash' || i, '', 1000, 'Memo ' || i, CASE WHEN i % 3 = 0 THEN 'tea' ELSE '' END,
    CAST(1600000000 AS BIGINT) + i * 1200, 2000000000 FROM n`

const SEED_NOTES = `INSERT INTO payment_notes (checking_id, wallet_id, payment_seq, note, labels, words, contact_id)
  SELECT checking_id, wallet_id, seq, '', '["rare"]', 'rare', CASE WHEN seq % 2 = 0 THEN 'c1' END FROM payments
  WHERE seq % 13 = 0 AND wallet_id IN ('a', 'b', 'c', 'd')`
const SEED_LABELS = `INSERT INTO payment_labels (wallet_id, label, payment_seq, checking_id)
  SELECT wallet_id, 'rare', seq, checking_id FROM payments WHERE seq % 13 = 0 AND wallet_id IN ('a', 'b', 'c', 'd')`
