import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { shareWallet } from '../../test/world/accounts/share-wallet.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'

interface WalletBody {
  readonly id: string
  readonly name: string
  readonly balance: number
  readonly adminkey: string
  readonly inkey: string
}

describe.each(DIALECTS)('wallets, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const open = async (token: string, name?: string): Promise<WalletBody> => {
    const answer = await world.call('POST', '/api/v1/wallet', { token, ...(name !== undefined && { body: { name } }) })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const rename = (key: string, name: unknown) => world.call('PUT', '/api/v1/wallet', { key, body: { name } })
  const names = (wallets: readonly WalletBody[]): string[] => wallets.map(({ name }) => name)

  test('a wallet without a custom appearance has exactly the five fields of the specification; the invoice key does not see the admin key', async () => {
    const wallet = await world.openWallet(12)
    const whole = { id: wallet.id, name: 'Test', balance: 12_000, adminkey: wallet.adminKey, inkey: wallet.invoiceKey }
    const byAdmin = await world.call('GET', '/api/v1/wallet', { key: wallet.adminKey })
    expect(byAdmin.body).toEqual(whole)
    const byToken = await world.call('GET', '/api/v1/wallet', { token: await tokenOf(world, wallet) })
    expect(byToken.body).toEqual(whole)
    for (const url of ['/api/v1/wallet', '/api/v1/wallet/paginated']) {
      const { body } = await world.call('GET', url, { key: wallet.invoiceKey })
      expect(body.data?.[0] ?? body).toEqual({ ...whole, adminkey: '' })
      expect(JSON.stringify(body)).not.toContain(wallet.adminKey)
    }
    for (const key of [wallet.adminKey, wallet.invoiceKey]) expect(key).toMatch(/^[0-9a-f]{32}$/)
  })

  test.each([
    ['de-AT,en;q=0.5', 'Mein Wallet'],
    ['es', 'Mi billetera'],
    ['ar-EG', 'محفظتي'],
    ['fr', 'My wallet'],
  ])('a wallet without a name gets one in the language of its owner: %s', async (language, name) => {
    const token = await tokenOf(world, await world.openWallet())
    const headers = { 'accept-language': language }
    expect((await world.call('POST', '/api/v1/wallet', { token, headers })).body.name).toBe(name)
  })

  test('the owner sets the appearance of a wallet, which guests see; null resets it, and the name stays', async () => {
    const wallet = await world.openWallet()
    const token = await tokenOf(world, wallet)
    const change = (body: object, credential: object = { token }) =>
      world.call('PUT', `/api/v1/wallet?wallet_id=${wallet.id}`, { ...credential, body })
    const look = { icon: 'cup', color: 'green', currency: 'EUR' }
    expect(await change({ ...look, currency: 'eur' })).toMatchObject({ status: 200, body: { name: 'Test', ...look } })
    expect((await world.call('GET', '/api/v1/wallet', { key: wallet.invoiceKey })).body).toMatchObject(look)
    const guest = await world.openWallet()
    await shareWallet(world, wallet, guest, ['view-payments'])
    const seen = await world.call('GET', '/api/v1/wallets', { token: await tokenOf(world, guest) })
    expect(seen.body[1]).toMatchObject({ id: wallet.id, ...look })
    expect((await change({ icon: 'heart' }, { key: wallet.adminKey })).body).toMatchObject({ ...look, icon: 'heart' })
    const { body } = await change({ icon: null, color: null, currency: null })
    expect(Object.keys(body).toSorted()).toEqual(['adminkey', 'balance', 'id', 'inkey', 'name'])
    for (const wrong of [{}, { icon: 'skull' }, { color: '#ff0000' }, { currency: 'XXQ' }, { name: null }])
      expect([wrong, (await change(wrong)).status]).toEqual([wrong, 422])
    expect((await change({ icon: 'cup' }, { key: wallet.invoiceKey })).status).toBe(403)
  })

  test('wallets are listed in the order of their owner, new ones at the end; only own wallets have a place', async () => {
    const first = await world.openWallet()
    const token = await tokenOf(world, first)
    const [second, third] = [await open(token, 'Second'), await open(token, 'Third')]
    const order = (ids: readonly string[]) =>
      world.call('PUT', '/api/v1/wallets/order', { token, body: { wallet_ids: ids } })
    const ordered = await order([third.id, first.id, third.id])
    expect([ordered.status, names(ordered.body)]).toEqual([200, ['Third', 'Test', 'Second']])
    expect(ordered.body.map(({ position }: { position?: number }) => position)).toEqual([0, 1, undefined])
    await open(token, 'Fourth')
    const listed = await world.call('GET', '/api/v1/wallets', { token })
    expect(names(listed.body)).toEqual(['Third', 'Test', 'Second', 'Fourth'])
    expect((await world.call('GET', '/api/v1/wallet', { token })).body.id).toBe(first.id)
    expect((await order([second.id, (await world.openWallet()).id])).status).toBe(404)
    expect(names((await world.call('GET', '/api/v1/wallets', { token })).body)).toEqual(names(listed.body))
    expect(names((await order([])).body)).toEqual(['Test', 'Second', 'Third', 'Fourth'])
  })

  test('a new wallet, with or without a name, is empty, has its own keys and does not become the default one', async () => {
    const wallet = await world.openWallet(5)
    const token = await tokenOf(world, wallet)
    const [plain, named] = [await open(token), await open(token, 'Till')]
    expect(plain.name).not.toBe('')
    expect(named).toMatchObject({ name: 'Till', balance: 0 })
    const keys = [wallet.adminKey, wallet.invoiceKey, plain.adminkey, plain.inkey, named.adminkey, named.inkey]
    expect(new Set(keys).size).toBe(6)
    const all = await world.call('GET', '/api/v1/wallets', { token })
    expect(all.body.map(({ id }: WalletBody) => id)).toEqual([wallet.id, plain.id, named.id])
    expect(all.body[2]).toEqual(named)
    expect((await world.call('GET', '/api/v1/wallet', { token })).body.id).toBe(wallet.id)
    const chosen = await world.call('GET', `/api/v1/wallet?wallet_id=${named.id}`, { token })
    expect(chosen.body).toEqual(named)
  })

  test.each([
    'x',
    'ü'.repeat(64),
    '😀'.repeat(64),
    '<b>&"\'',
    '50% _\\',
    "'; DROP TABLE wallets; --",
    '\u202eevil',
    ' ',
  ])('a name of any characters is stored unchanged: %j (F1)', async (name) => {
    const wallet = await world.openWallet()
    const answer = await rename(wallet.adminKey, name)
    expect([answer.status, answer.body.name]).toEqual([200, name])
    expect((await world.call('GET', '/api/v1/wallet', { key: wallet.invoiceKey })).body.name).toBe(name)
  })

  test.each([
    '',
    'x'.repeat(65),
    '😀'.repeat(65),
    'a\0b',
    '\n',
    '\u007f',
    'a\ud800b',
    '\udc00',
    7,
    null,
    ['x'],
    undefined,
  ])('%j is rejected as a name: 422, for renaming and for creation (F1)', async (name) => {
    const wallet = await world.openWallet()
    expect((await rename(wallet.adminKey, name)).status).toBe(422)
    const token = await tokenOf(world, wallet)
    if (name !== undefined) {
      expect((await world.call('POST', '/api/v1/wallet', { token, body: { name } })).status).toBe(422)
    }
    expect((await world.call('GET', '/api/v1/wallet', { key: wallet.invoiceKey })).body.name).toBe('Test')
  })

  test('after a reset the old keys are 401 immediately, the new ones work, and the wallet is the same (D3)', async () => {
    const wallet = await world.openWallet(9)
    const { status, body } = await world.call('PUT', '/api/v1/wallet/reset', { key: wallet.adminKey })
    expect([status, body.id, body.balance]).toEqual([200, wallet.id, 9000])
    for (const key of [wallet.adminKey, wallet.invoiceKey]) {
      expect((await world.call('GET', '/api/v1/wallet', { key })).status).toBe(401)
      const invoice = { out: false, amount: 1 }
      expect((await world.call('POST', '/api/v1/payments', { key, body: invoice })).status).toBe(401)
    }
    for (const key of [body.adminkey, body.inkey]) {
      expect((await world.call('GET', '/api/v1/wallet', { key })).status).toBe(200)
    }
    expect((await rename(body.inkey, 'x')).status).toBe(403)
  })

  test('a wallet with a balance, or with pending payments, is not deleted (D12)', async () => {
    const wallet = await world.openWallet(1000)
    const remove = () => world.call('DELETE', '/api/v1/wallet', { key: wallet.adminKey })
    expect((await remove()).status).toBe(400)
    const { bolt11, hash } = await world.foreignInvoice(988_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    expect((await remove()).status).toBe(400)
    await world.node.sendControl('POST /settle', { hash, fee_msat: 2000 })
    world.advance(60)
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(10_000)
    const rest = await world.foreignInvoice(8000)
    await world.node.sendControl('POST /script', {
      match: { hash: rest.hash },
      pay: [{ do: 'settle', fee_msat: 1999 }],
    })
    await world.send(wallet, rest.bolt11)
    expect(await world.balanceMsat(wallet)).toBe(1)
    expect((await remove()).status).toBe(400)
  })

  test('a deleted wallet: keys 401 immediately, invoices cancelled also at the node, gone from every list', async () => {
    const wallet = await world.openWallet()
    const token = await tokenOf(world, wallet)
    const second = await open(token, 'second')
    const invoice = await world.invoice(wallet, 5)
    const answer = await world.call('DELETE', '/api/v1/wallet', { key: wallet.adminKey })
    expect([answer.status, answer.body]).toEqual([200, { detail: 'Wallet deleted' }])
    for (const key of [wallet.adminKey, wallet.invoiceKey]) {
      expect((await world.call('GET', '/api/v1/wallet', { key })).status).toBe(401)
    }
    expect((await world.call('DELETE', '/api/v1/wallet', { key: wallet.adminKey })).status).toBe(401)
    expect((await world.call('GET', '/api/v1/wallet', { token })).body.id).toBe(second.id)
    expect((await world.call('GET', `/api/v1/wallet?wallet_id=${wallet.id}`, { token })).status).toBe(404)
    expect(names((await world.call('GET', '/api/v1/wallets', { token })).body)).toEqual(['second'])
    expect((await world.send(await world.openWallet(100), invoice.payment_request)).status).toBe(400)
    const late = () => world.node.sendControl('POST /receive', { hash: invoice.payment_hash })
    await expect.poll(async () => (await late()).status, { timeout: 5000 }).toBe(400)
  })

  test('the last wallet can be deleted; the next request of its user that needs one creates exactly one (S508)', async () => {
    const wallet = await world.openWallet()
    const token = await tokenOf(world, wallet)
    expect((await world.call('DELETE', '/api/v1/wallet', { token })).status).toBe(200)
    expect((await world.call('GET', '/api/v1/wallets', { token })).body).toEqual([])
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.call('GET', '/api/v1/wallet', { token })))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ balance: 0 })
    expect(answers[0]?.body.id).not.toBe(wallet.id)
    expect((await world.call('GET', '/api/v1/wallets', { token })).body).toHaveLength(1)
  })

  test('paginated: own wallets by a token, oldest first, with literal search in any case; the one of a key', async () => {
    const wallet = await world.openWallet()
    const token = await tokenOf(world, wallet)
    for (const name of ['Shop 100%', 'shop_b', 'shopXb', 'ÖFFNEN', 'back\\slash']) await open(token, name)
    const page = async (query: string, credential: { token?: string; key?: string } = { token }) =>
      (await world.call('GET', `/api/v1/wallet/paginated${query}`, credential)).body
    const all = await page('')
    expect([names(all.data), all.total]).toEqual([
      ['Test', 'Shop 100%', 'shop_b', 'shopXb', 'ÖFFNEN', 'back\\slash'],
      6,
    ])
    const middle = await page('?limit=2&offset=1')
    expect([names(middle.data), middle.total]).toEqual([['Shop 100%', 'shop_b'], 6])
    const expected: Record<string, string[]> = {
      SHOP: ['Shop 100%', 'shop_b', 'shopXb'],
      p_B: ['shop_b'],
      '%': ['Shop 100%'],
      '\\': ['back\\slash'],
      öff: ['ÖFFNEN'],
      nothing: [],
    }
    for (const [search, wanted] of Object.entries(expected)) {
      const found = await page(`?search=${encodeURIComponent(search)}`)
      expect([search, names(found.data), found.total]).toEqual([search, wanted, wanted.length])
    }
    const own = { key: wallet.invoiceKey }
    expect(await page('?search=tes', own)).toMatchObject({ data: [{ id: wallet.id }], total: 1 })
    expect(await page('?search=shop', own)).toEqual({ data: [], total: 0 })
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'search=%00', `search=${'x'.repeat(65)}`]) {
      expect((await world.call('GET', `/api/v1/wallet/paginated?${query}`, { token })).status).toBe(422)
    }
  })

  test('a page of wallets has twenty by default, and a hundred at most (W30)', async () => {
    const wallet = await world.openWallet()
    const token = await tokenOf(world, wallet)
    for (let count = 1; count < 101; count += 1) await open(token, `W${count}`)
    const length = async (query: string): Promise<number> =>
      (await world.call('GET', `/api/v1/wallet/paginated${query}`, { token })).body.data.length
    expect([await length(''), await length('?limit=100'), await length('?offset=95')]).toEqual([20, 100, 6])
  })

  test('a user cannot see, rename, reset or delete another user’s wallet (B18)', async () => {
    const [mine, other] = [await world.openWallet(), await world.openWallet()]
    const token = await tokenOf(world, mine)
    const body = { name: 'stolen' }
    const calls: [Parameters<World['call']>[0], string, object?][] = [
      ['GET', '/api/v1/wallet'],
      ['PUT', '/api/v1/wallet', body],
      ['PUT', '/api/v1/wallet/reset'],
      ['DELETE', '/api/v1/wallet'],
      ['GET', '/api/v1/payments'],
      ['POST', '/api/v1/payments', { out: false, amount: 1 }],
    ]
    for (const [method, url, payload] of calls) {
      for (const id of [other.id, 'nothing', '%00', "'--"]) {
        const answer = await world.call(method, `${url}?wallet_id=${id}`, { token, body: payload })
        expect([method, url, id, answer.status]).toEqual([method, url, id, 404])
        expect(answer.body).toEqual({ detail: 'Wallet not found.', code: 'wallet_not_found' })
      }
    }
    const still = (wallet: WorldWallet) => world.call('GET', '/api/v1/wallet', { key: wallet.adminKey })
    expect((await still(other)).body).toMatchObject({ name: 'Test', adminkey: other.adminKey })
  })
})
