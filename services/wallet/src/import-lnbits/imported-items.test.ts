import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareItems, joinRows } from '../../test/world/lnbits/bare-items.ts'
import { type ImportedWorld, openImportedWorld } from '../../test/world/lnbits/open-imported-world.ts'
import { SMALL_COUNTS, smallItems } from '../../test/world/lnbits/small-items.ts'
import { hex, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { BUILT_INS } from '../extensions/built-ins.ts'
import { voucherCode } from './items/links.ts'
import { writeReport } from './report.ts'

const INSTALLED = [
  { id: 'lnurlp', version: '1', active: false, meta: '{}' },
  { id: 'tpos', version: '1', active: true, meta: '{"pay_to_enable": {"required": true, "amount": 210}}' },
]

function rowsOf(now: number) {
  const core = smallCore(now)
  const { satspay: _charges, copilot: _overlays, ...lost } = bareItems('lost', hex('gone'), hex('bob'))
  return {
    jukebox: { jukebox: [{ id: 'j1' }, { id: 'j2' }] },
    ...joinRows(smallItems(now), bareItems('guest', hex('mirror'), hex('carol')), lost),
    core: { ...core, installed_extensions: INSTALLED },
  }
}

describe.each(LOGIC_DIALECTS)('items of LNbits, on %s', (dialect) => {
  let world: ImportedWorld
  beforeAll(async () => {
    world = await openImportedWorld({
      dialect,
      builtIns: BUILT_INS,
      env: {
        SERVICE_DOMAINS: 'shop.example',
      },
      rows: rowsOf,
    })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const get = async (path: string) => (await world.call('GET', path)).body
  const ofOwner = async (path: string) => (await world.call('GET', path, { key: hex('shop admin') })).body
  const said = (what: string): boolean => writeReport(world.report).includes(what)
  /** The kinds of what stays behind for a reason. */
  const leftFor = (why: string) =>
    world.report.left_out.filter((line) => line.why.includes(why)).map(({ kind }) => kind)
  const namesOf = (ids: readonly string[]) =>
    BUILT_INS.filter(({ manifest }) => ids.includes(manifest.id)).map(({ manifest }) => manifest.name)

  test('items of every extension are imported', async () => {
    const rows = await world.db.list(
      `SELECT ext_id, count(*) AS n FROM extension_rows WHERE kind = 'items' GROUP BY ext_id`,
      [],
      (row: { ext_id: string; n: bigint }) => [row.ext_id, Number(row.n)] as const,
    )
    expect(Object.fromEntries(rows)).toEqual(SMALL_COUNTS)
  })

  test('printed links and vouchers answer under their old ids', async () => {
    const get = async (url: string) => (await world.call('GET', url)).body
    expect(await get('/lnurlp/lnurl/pay001')).toMatchObject({
      tag: 'payRequest',
      minSendable: 5000,
      commentAllowed: 50,
    })
    expect(await get('/.well-known/lnurlp/coffee')).toMatchObject({ tag: 'payRequest', maxSendable: 5_000_000 })
    // The printed form.
    expect(await get('/lnurlp/api/v1/lnurl/pay001')).toMatchObject({ tag: 'payRequest', minSendable: 5000 })
    expect(await get('/withdraw/api/v1/lnurl/hash22/VioDvR9RKNq9VyNKAq27c6')).toMatchObject({ tag: 'withdrawRequest' })
    // Of the three vouchers the second one was used.
    expect(await get('/withdraw/lnurl/hash22/VioDvR9RKNq9VyNKAq27c6')).toMatchObject({ tag: 'withdrawRequest' })
    expect(await get(`/withdraw/lnurl/hash22/${voucherCode('abcDEF', 'hash22', '1')}`)).toMatchObject({
      status: 'ERROR',
    })
    expect(await get('/fossa/lnurl/abc12?p=U2FsdGVkX1-rTaIbyXFvBLOgvEw9oBaR-BCHX21EN2Y=')).toMatchObject({
      status: 'ERROR',
    })
    expect(await get('/.well-known/nostr.json?name=ann')).toBeDefined()
    const item = async (ext: string, id: string) =>
      (await world.call('GET', `/${ext}/api/v1/${id}`, { key: hex('shop admin') })).body
    expect(await item('boltcards', 'CARD1CARD1CARD1CARD1CA')).toMatchObject({
      uid: '04a39493cc8680',
      counter: 7,
      k1: 'b'.repeat(32),
    })
    expect(await item('bitcoinswitch', 'switch2switch2switch22')).toMatchObject({ open_socket: true })
    expect(await item('splitpayments', 's1')).toMatchObject({ enabled: false })
    expect(await item('scheduler', hex('job'))).toMatchObject({ status: 'paused' })
    expect(await item('withdraw', '3xQ9dC5cXcR3sTrSnLfQ9z')).toMatchObject({ uses: 250, used: 0 })
    expect(await item('events', 'event1')).toMatchObject({ amount_tickets: 10, sold: 3 })
    expect(await item('watchonly', 'watch1')).toMatchObject({ address_index: 10, gap_receive: 30 })
  })

  test('a wallet keeps its own Lightning address, unless a pay link has the name', async () => {
    const offer = async (name: string) => (await world.call('GET', `/.well-known/lnurlp/${name}`)).body
    const own = await offer('thriftykitten1')
    expect(own).toMatchObject({ tag: 'payRequest', minSendable: 1000, commentAllowed: 799 })
    const { pathname, search } = new URL(own.callback)
    const { body } = await world.call('GET', `${pathname}${search}${search === '' ? '?' : '&'}amount=21000`)
    const listed = await world.call('GET', '/api/v1/payments?limit=1', { key: hex('purse admin') })
    expect(listed.body).toMatchObject([{ bolt11: body.pr, amount: 21 }])
    expect(await offer('coffee')).toMatchObject({ maxSendable: 5_000_000 })
    // The name works at every host, as in LNbits.
    const headers = { host: 'shop.example' }
    expect((await world.call('GET', '/.well-known/lnurlp/coffee', { headers })).body).toMatchObject({
      tag: 'payRequest',
    })
    expect(await offer('gone')).toMatchObject({ status: 'ERROR' })
  })

  test('short links redirect under their printed ids, also two with one target', async () => {
    for (const id of ['aB3dE9xZ', 'bB3dE9xZ']) {
      const { status, headers } = await world.call('GET', `/t/${id}`)
      expect([status, headers['location']]).toEqual([307, 'https://example.com/menu'])
    }
    const key = hex('shop admin')
    const again = await world.call('POST', '/api/v1/tinyurl', { key, body: { url: 'https://example.com/menu' } })
    expect(again.body.id).toBe('aB3dE9xZ')
    expect((await world.call('DELETE', '/api/v1/tinyurl/bB3dE9xZ', { key })).status).toBe(200)
  })

  test('LndHub apps of accounts that had it active keep their logins and tokens', async () => {
    const call = async (method: 'GET' | 'POST', path: string, token: string, body?: object) =>
      (
        await world.call(method, `/lndhub/ext/${path}`, {
          headers: { authorization: `Bearer ${token}` },
          ...(body && { body }),
        })
      ).body
    const bearer = (login: string, key: string) => Buffer.from(`${login}:${hex(key)}`).toString('base64url')
    const auth = async (body: object) => (await world.call('POST', '/lndhub/ext/auth', { body })).body
    const bad = { error: true, code: 1 }
    const sat = Math.floor(Number(await world.balance('purse')) / 1000)
    const shown = { BTC: { AvailableBalance: sat } }
    expect(await call('GET', 'balance', bearer('invoice', 'purse invoice'))).toEqual(shown)
    expect(await call('GET', 'balance', hex('purse admin'))).toEqual(shown)
    const { access_token: fresh } = await auth({ login: 'invoice', password: hex('purse invoice') })
    expect(await call('GET', 'balance', fresh)).toEqual(shown)
    expect(await auth({ refresh_token: bearer('admin', 'purse admin') })).toMatchObject({
      access_token: expect.any(String),
    })
    const { bolt11: invoice } = await world.foreignInvoice(1000)
    expect(await call('POST', 'payinvoice', bearer('invoice', 'purse invoice'), { invoice })).toMatchObject(bad)
    expect(await call('POST', 'payinvoice', bearer('admin', 'purse invoice'), { invoice })).toMatchObject(bad)
    expect(await call('POST', 'payinvoice', bearer('admin', 'purse admin'), { invoice })).toMatchObject({
      payment_error: '',
    })
    // Its account had not activated it.
    expect(await call('GET', 'balance', bearer('admin', 'shop admin'))).toMatchObject(bad)
    const key = hex('purse admin')
    for (const { id } of (await world.call('GET', '/lndhub/api/v1/', { key })).body) {
      await world.call('PUT', `/lndhub/api/v1/${id as string}`, { key, body: { revoked: true } })
    }
    expect(await call('GET', 'balance', bearer('invoice', 'purse invoice'))).toMatchObject(bad)
    expect(await auth({ login: 'invoice', password: hex('purse invoice') })).toMatchObject(bad)
  })
  test('an item of a guest on a shared wallet is not imported, but named, and pays nothing from it', async () => {
    const made = Object.keys(bareItems('guest', '', ''))
    expect(leftFor('guests have no items here').toSorted()).toEqual(namesOf(made).toSorted())
    for (const { why, examples } of world.report.left_out) {
      if (why.includes('guests have no items here')) expect(examples.join()).toContain('guest')
    }
    expect(said('Bare guest (guest)')).toBe(true)
    expect(await get('/withdraw/lnurl/hash of guest')).toMatchObject({ status: 'ERROR' })
    expect(await get('/lnurlp/lnurl/guest')).toMatchObject({ status: 'ERROR' })
    const { n } = (await world.db.first(
      `SELECT count(*) AS n FROM extension_rows WHERE data LIKE '%Bare guest%' OR id = 'guest'`,
      [],
      (row: { n: bigint }) => row,
    )) ?? { n: -1n }
    expect(Number(n)).toBe(0)
    // A guest's wallet belongs to another account.
    expect((await ofOwner('/splitpayments/api/v1/')).map(({ id }: { id: string }) => id).toSorted()).toEqual([
      's1',
      's2',
    ])
  })

  test('an item of each extension on a deleted wallet is not imported, but named', async () => {
    const { satspay: _charges, copilot: _overlays, ...lost } = bareItems('lost', '', '')
    expect(leftFor('its wallet is deleted').toSorted()).toEqual(namesOf(Object.keys(lost)).toSorted())
    expect(said('Bare lost (lost)')).toBe(true)
    expect(await get('/lnurlp/lnurl/lost')).toMatchObject({ status: 'ERROR' })
  })

  test('the report names everything that cannot be imported unchanged', async () => {
    expect(said('a webhook body that is no JSON is left out (7)')).toBe(true)
    expect(await ofOwner('/offlineshop/api/v1/item1')).toMatchObject({ name: 'Honey' })
    expect((await ofOwner('/offlineshop/api/v1/item1')).image ?? null).toBeNull()
    expect(said('image is cut or left out (item1)')).toBe(true)
    const watched = world.report.left_out.filter(({ kind }) => namesOf(['watchonly']).includes(kind))
    expect(watched.flatMap(({ examples }) => examples).toSorted()).toEqual([
      'Many (watch2)',
      'Not of an account (watch3)',
      'Two of three (watch4)',
    ])
    expect(said('2 × items of jukebox: this service has no such extension')).toBe(true)
    expect(said('LNbits asked 210 sat to enable Point of sale')).toBe(true)
    expect(said('Pay links was switched off for all')).toBe(true)
  })

  test('a split keeps its address and its share to two places', async () => {
    expect(await ofOwner('/splitpayments/api/v1/s2')).toMatchObject({ target: 'ann@example.com', percent: 12.35 })
  })
})
