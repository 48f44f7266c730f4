import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LONG_PASSWORD, oddCore } from '../../test/world/lnbits/odd-lnbits.ts'
import { type ImportedWorld, openImportedWorld } from '../../test/world/lnbits/open-imported-world.ts'
import { hashOf, hex } from '../../test/world/lnbits/small-lnbits.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { writeReport } from './report.ts'
import { toUserId } from './translating/user-id.ts'

describe.each(LOGIC_DIALECTS)('what old installations of LNbits have, on %s', (dialect) => {
  let world: ImportedWorld
  beforeAll(async () => {
    world = await openImportedWorld({
      dialect,
      rows: (now) => ({ core: oddCore(now) }),
      extensions: [],
      domains: [],
      sourceKind: 'phoenixd',
    })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  interface Row {
    readonly checking_id: string
    readonly wallet_id: string
    readonly direction: string
    readonly state: string
    readonly payment_hash: string
    readonly preimage: string | null
    readonly tag: string
    readonly memo: string
    readonly extra: string
    readonly hold: string
    readonly peer_id: string | null
    readonly created_at: bigint
  }
  const find = async (column: 'memo' | 'payment_hash' | 'checking_id', value: string) => {
    const sql = `SELECT checking_id, wallet_id, direction, state, payment_hash, preimage, tag, memo, extra, hold, peer_id,
      created_at FROM payments WHERE ${column} = $1 ORDER BY seq`
    return world.db.list(sql, [value], (row: Row) => row)
  }
  const one = async (memo: string) => (await find('memo', memo))[0]

  test('balances are those shown by LNbits, also where rows were deleted by hand', async () => {
    expect(await world.balance('main')).toBe(
      10_000_000 -
        70_000 +
        5000 -
        31_300 +
        12_000 -
        8020 -
        9100 +
        2000 +
        3 * 1000 +
        3 * 1000 +
        2 * 1000 +
        4 * 1000 +
        3000,
    )
    expect(await world.balance('second')).toBe(70_000 + 8000 - 6000)
    expect(await world.balance('fees')).toBe(300)
    expect(await world.balance('trimmed')).toBe(5500)
    expect(world.report.figures.reservedMsat).toBe(9100)
    const total = await world.db.first(
      'SELECT SUM(available_msat) AS n FROM balances',
      [],
      (row: { n: bigint }) => row.n,
    )
    expect(world.report.figures.balanceMsat).toBe(Number(total))
    expect(world.report.figures.lnbitsMsat).toBe(Number(total))
    expect(world.report.wallets).toEqual([])
  })

  test('the service fee of LNbits is not booked as a fee of the node', async () => {
    const rows = await world.db.list(
      `SELECT p.fee_msat, x.amount_msat, x.to_account FROM payments p JOIN postings x ON x.reference = p.checking_id
       WHERE p.payment_hash = $1`,
      [hashOf('outside')],
      (row: { fee_msat: bigint; amount_msat: bigint; to_account: string }) => row,
    )
    expect(rows).toEqual([{ fee_msat: 1000n, amount_msat: 31_000n, to_account: 'node' }])
    const fees = await world.db.list(
      'SELECT amount_msat FROM adjustments WHERE wallet_id = $1',
      [hex('main')],
      (row: { amount_msat: bigint }) => row.amount_msat,
    )
    expect(fees).toEqual([-300n])
  })

  test('a wallet that is not a Lightning wallet is not imported with its payments, and the report names it', async () => {
    expect(world.report.left_out).toEqual(
      expect.arrayContaining([
        { kind: 'wallets', why: 'their type is fiat, not Lightning', n: 1, examples: ['euros'] },
        { kind: 'payments', why: 'their wallet is no Lightning wallet', n: 1, examples: [] },
      ]),
    )
    expect(await find('payment_hash', hashOf('in cents'))).toEqual([])
    expect((await world.call('GET', '/api/v1/wallet', { key: hex('euros admin') })).status).toBe(401)
    const { body } = await world.call('GET', '/api/v1/wallet', { key: hex('second invoice') })
    expect(body).toMatchObject({ id: hex('second') })
    const [currency] = await world.db.list(
      'SELECT currency FROM wallets WHERE id = $1',
      [hex('second')],
      (row: { currency: string | null }) => row.currency,
    )
    expect(currency).toBeNull()
  })

  test('both sides of an internal payment of one account belong together; one over the node is two payments', async () => {
    const [received, sent] = (await find('payment_hash', hashOf('moved'))).toSorted((a) =>
      a.direction === 'in' ? -1 : 1,
    )
    expect(received).toMatchObject({ checking_id: 'moved-in', peer_id: sent?.checking_id })
    expect(sent).toMatchObject({ peer_id: 'moved-in', state: 'success' })
    const round = await find('payment_hash', hashOf('round'))
    expect(round.map(({ direction, state, peer_id: peer }) => [direction, state, peer])).toEqual(
      expect.arrayContaining([
        ['in', 'success', null],
        ['out', 'success', null],
      ]),
    )
    expect(new Set(round.map(({ checking_id: id }) => id)).size).toBe(2)
  })

  test('a hash that one wallet paid and another failed to pay has both', async () => {
    const tries = await find('payment_hash', hashOf('two tries'))
    expect(tries.map(({ wallet_id: id, state }) => [id, state])).toEqual([
      [hex('main'), 'failed'],
      [hex('second'), 'success'],
    ])
  })

  test('hold invoices wait for the node unless LNbits had ended them', async () => {
    const states = await Promise.all(
      ['hold open', 'hold settled', 'hold cancelled', 'hold cancelled, pending', 'hold settled, pending'].map(one),
    )
    expect(states.map((row) => [row?.state, row?.hold])).toEqual([
      ['open', 'theirs'],
      ['success', 'theirs'],
      ['expired', 'theirs'],
      ['failed', 'theirs'],
      ['open', 'theirs'],
    ])
  })

  test('an invoice that LNbits had labelled as expired is open until it has expired, and has no label', async () => {
    const row = await one('marked expired')
    expect(row?.state).toBe('expired')
    expect((await one('marked too early'))?.state).toBe('open')
    const details = await world.call('GET', `/api/v1/payments/${hashOf('marked expired')}`, {
      key: hex('main invoice'),
    })
    expect(details.body.details.labels ?? []).toEqual([])
  })

  test('a missing, empty or wrong preimage counts as none; the receipt stays', async () => {
    for (const memo of ['no preimage', 'wrong preimage', 'empty preimage']) {
      expect(await one(memo), memo).toMatchObject({ state: 'success', preimage: null })
    }
  })

  test('a missing hash is taken from the invoice, else from the id, else generated', async () => {
    expect(await one('no hash')).toMatchObject({ payment_hash: hashOf('no hash') })
    expect(await one('no hash, no invoice')).toMatchObject({ payment_hash: hashOf('no hash, no invoice') })
    expect(await one('nothing')).toMatchObject({
      checking_id: 'an-old-id',
      payment_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('extras that are NULL, empty or hostile are kept as text, without the answers of webhooks', async () => {
    expect((await one('extra null'))?.extra).toBe('{}')
    expect((await one('extra empty'))?.extra).toBe('{}')
    expect(await one('tag in extra')).toMatchObject({ tag: 'lnurlp' })
    const script = await one('<script>alert(1)</script>')
    expect(JSON.parse(script?.extra ?? '')).toEqual({ comment: '<script>alert(2)</script>' })
  })

  test('a memo of 640 emoji is whole characters, and times with fractions are whole seconds', async () => {
    const [long] = await find('payment_hash', hashOf('long memo'))
    expect(long?.memo).toMatch(/^€(💶)+$/u)
    expect(long?.memo.length).toBe(639)
    expect((await one('broken seconds'))?.created_at).toBe(BigInt(world.nowSeconds() - 5001))
  })

  test('a row of a hosted service is found by the id that clients stored, and by its hash', async () => {
    for (const id of ['0b5f1b9e-7d0e-4c0a-9a55-2f6f0d1c2b3a', hashOf('hosted')]) {
      const { body } = await world.call('GET', `/api/v1/payments/${id}`, { key: hex('main invoice') })
      expect(body).toMatchObject({ paid: true })
    }
  })

  test('each guest has the granted permissions, an invitation waits, and a deleted wallet is not shared', async () => {
    const foreign = await world.foreignInvoice(1000)
    const may = async (guest: string, kind = 'admin') => {
      const key = hex(`mirror of ${guest} ${kind}`)
      const made = await world.call('POST', '/api/v1/payments', { key, body: { out: false, amount: 1 } })
      const seen = await world.call('GET', '/api/v1/payments?limit=1', { key })
      const sent = await world.call('POST', '/api/v1/payments', { key, body: { out: true, bolt11: foreign.bolt11 } })
      return [seen.status, made.status, sent.status]
    }
    expect(await may('looker')).toEqual([200, 403, 403])
    expect(await may('till')).toEqual([200, 201, 403])
    expect(await may('partner')).toEqual([200, 201, 201])
    expect(await may('looker', 'invoice')).toEqual([200, 403, 403])
    for (const guest of ['till', 'partner']) expect(await may(guest, 'invoice')).toEqual([200, 201, 403])
    expect(world.report.counts).toMatchObject({ 'shared wallets': 4, 'invitations to wallets': 1 })
    expect(world.report.left_out).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'shared wallets', why: 'the wallet is deleted' })]),
    )
  })

  test('keys of a guest who has left or was never activated do nothing, nor do those of a wallet that mirrors another', async () => {
    for (const mirror of ['mirror of leaver', 'mirror of sleeper', 'mirror of nothing']) {
      for (const kind of ['admin', 'invoice']) {
        const { status } = await world.call('GET', '/api/v1/wallet', { key: hex(`${mirror} ${kind}`) })
        expect(status, `${mirror} ${kind}`).toBe(401)
      }
    }
    const guests = await world.db.list(
      `SELECT u.username AS u, s.status AS s FROM wallet_shares s JOIN users u ON u.id = s.guest_id
       WHERE s.wallet_id = $1 AND u.username IN ('leaver', 'sleeper', 'first.admin')`,
      [hex('main')],
      ({ u, s }: { u: string; s: string }) => [u, s],
    )
    // A shared wallet is imported like an own one: the share is accepted, with new keys.
    expect(guests).toEqual([['sleeper', 'accepted']])
    for (const why of ['the guest has deleted it', 'the wallet of the guest shows another one']) {
      expect(world.report.left_out).toContainEqual({ kind: 'shared wallets', why, n: 1, examples: [] })
    }
  })

  test('every key of LNbits opens its wallet, and only the admin key pays', async () => {
    const { bolt11 } = await world.foreignInvoice(90_000_000_000)
    const pay = async (key: string) =>
      (await world.call('POST', '/api/v1/payments', { key, body: { out: true, bolt11 } })).status
    for (const word of ['main', 'second', 'fees', 'trimmed']) {
      for (const kind of ['admin', 'invoice']) {
        const { body } = await world.call('GET', '/api/v1/wallet', { key: hex(`${word} ${kind}`) })
        expect(body).toMatchObject({ id: hex(word) })
      }
      // More than the balance, or than the maximum payment.
      expect(await pay(hex(`${word} admin`))).toBe(400)
      expect(await pay(hex(`${word} invoice`))).toBe(403)
    }
  })

  test('names with dots and passwords of 50 characters log in; a user from Google has no password', async () => {
    const logIn = async (username: string, password: string) =>
      (await world.call('POST', '/api/v1/auth', { body: { username, password } })).status
    expect(await logIn('a.name.of.20.letters', LONG_PASSWORD)).toBe(200)
    expect(await logIn('by.google', LONG_PASSWORD)).toBe(401)
    const admins = await world.db.list(
      `SELECT username AS u FROM users WHERE role = 'admin'`,
      [],
      (row: { u: string }) => row.u,
    )
    expect(admins.toSorted()).toEqual(['first.admin', 'second.admin'])
  })

  test('every setting with a counterpart is imported, and the others are listed as advice', async () => {
    const rows = await world.db.list(
      `SELECT name, value FROM settings WHERE name LIKE 'setting:%'`,
      [],
      ({ name, value }: { name: string; value: string }) => [name.slice(8), JSON.parse(value)] as const,
    )
    expect(Object.fromEntries(rows)).toEqual({
      allowed_users: ['owner', 'a.name.of.20.letters', 'by.google'].map((word) => toUserId(hex(word))),
      allow_new_accounts: false,
      auth_allowed_methods: ['username-password', 'user-id-only'],
      site_name: 'The odd bank',
      site_motd: 'Since 2020',
      fee_reserve_min_msat: 4000,
      fee_reserve_ppm: 15_000,
      max_balance_sats: 1_000_000,
      daily_limit_wallet_sats: 50_000,
      max_payment_sats: 30_000,
      rate_limit_requests: 500,
      rate_limit_unit: 'minute',
    })
    for (const said of [
      'SERVICE_ADMIN_EXTENSIONS=watchonly',
      'SERVICE_USER_DEFAULT_EXTENSIONS=lnurlp',
      'SERVICE_DISABLED_EXTENSIONS=scrub',
      'SERVICE_FUNDING_SOURCE=phoenixd',
      'SERVICE_SMTP_URL',
      'SERVICE_ACCOUNTING_CURRENCY=CHF',
      'ran 7200 seconds',
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
      'KEYCLOAK_DISCOVERY_URL',
    ]) {
      expect(writeReport(world.report)).toContain(said)
    }
    expect(JSON.stringify(world.report)).not.toContain('at Google')
    expect(writeReport(world.report)).not.toContain('GITHUB')
  })
})
