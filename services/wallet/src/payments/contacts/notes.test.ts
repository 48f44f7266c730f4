import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { readCsv } from '../../../test/world/read-csv.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

describe.each(DIALECTS)('notes and labels of payments, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let token: string
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const start = async (): Promise<void> => {
    wallet = await world.openWallet()
    token = await tokenOf(world, wallet)
  }
  const note = (id: string, body: object, credential: object = { key: wallet.adminKey }) =>
    world.call('PUT', `/api/v1/payments/${id}/note`, { ...credential, body })
  const memos = async (query: string, credential: object = { token }) => {
    const { body } = await world.call('GET', `/api/v1/payments/paginated?${query}`, credential)
    expect(body.total).toBe(body.data.length)
    return body.data.map(({ memo }: { memo: string }) => memo)
  }
  const makeContact = async (name: string): Promise<string> =>
    (
      await world.call('POST', '/api/v1/contacts', {
        token,
        body: { name, target: `${name.length}${name.charCodeAt(0)}@a.example` },
      })
    ).body.id

  test('a payment has no note until one is written; each change leaves the other fields', async () => {
    await start()
    const { checking_id: id, payment_hash: paymentHash } = await world.invoice(wallet, 5)
    const read = async () =>
      (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body.details
    expect(await read()).not.toHaveProperty('note')
    const contactId = await makeContact('Alice')
    const first = await note(id, { note: ' two\nlines ', labels: ['trip', ' trip ', 'a "b"'] })
    expect([first.status, first.body]).toEqual([200, { note: 'two\nlines', labels: ['trip', 'a "b"'] }])
    expect((await note(paymentHash, { contact_id: contactId }, { token })).body).toEqual({
      ...first.body,
      contact_id: contactId,
    })
    expect(await read()).toMatchObject({ ...first.body, contact_id: contactId })
    const used = await world.call('GET', `/api/v1/contacts/${contactId}`, { token })
    expect(used.body.last_used_at).toBe(world.nowSeconds())
    await note(id, { note: '', labels: [], contact_id: null })
    expect(await read()).not.toHaveProperty('labels')
  })

  test('payments are found by label, by contact and by note, in one wallet and in all', async () => {
    await start()
    const contactId = await makeContact('Zoë')
    for (const memo of ['one', 'two', 'three']) {
      const { checking_id: id } = await world.invoice(wallet, 5, { memo })
      if (memo !== 'one') await note(id, { note: `Ünique ${memo}`, labels: ['food', memo], contact_id: contactId })
    }
    for (const scope of [`wallet_id=${wallet.id}`, 'wallet_id=all']) {
      expect(await memos(`${scope}&label=food`)).toEqual(['three', 'two'])
      expect(await memos(`${scope}&label=Food`)).toEqual([])
      expect(await memos(`${scope}&label=food&direction=out`)).toEqual([])
      expect(await memos(`${scope}&contact=${contactId}`)).toEqual(['three', 'two'])
      expect(await memos(`${scope}&contact=${contactId}&label=two`)).toEqual(['two'])
      expect(await memos(`${scope}&search=${encodeURIComponent('üNIQUE t')}`)).toEqual(['three', 'two'])
      expect(await memos(`${scope}&search=FOOD`)).toEqual(['three', 'two'])
      expect(await memos(`${scope}&search=${encodeURIComponent('zOË')}`)).toEqual(['three', 'two'])
    }
    expect(await memos(`search=${encodeURIComponent('zoë')}`, { key: wallet.invoiceKey })).toHaveLength(2)
    const page = await world.call('GET', '/api/v1/payments?label=food&limit=1', { token })
    const next = String(page.headers['x-next-cursor'])
    expect(
      (await world.call('GET', `/api/v1/payments?label=food&limit=1&cursor=${next}`, { token })).body,
    ).toMatchObject([{ memo: 'two' }])
    expect((await world.call('GET', '/api/v1/payments/labels?wallet_id=all', { token })).body).toEqual([
      { label: 'food', count: 2 },
      { label: 'three', count: 1 },
      { label: 'two', count: 1 },
    ])
    const csv = readCsv((await world.call('GET', '/api/v1/payments/export?label=two', { token })).body as string)
    expect(csv).toMatchObject([{ note: 'Ünique two', labels: 'food, two', contact: 'Zoë' }])
  })

  test('payments are found by amount, several tags, held and hash', async () => {
    await start()
    const made = []
    for (const [index, tag] of ['a', 'b', 'c'].entries()) {
      made.push(await world.invoice(wallet, (index + 1) * 10, { memo: tag, extra: { tag } }))
    }
    expect(await memos('min=20')).toEqual(['c', 'b'])
    expect(await memos('min=11&max=20')).toEqual(['b'])
    expect(await memos('max=10')).toEqual(['a'])
    expect(await memos('tag=a&tag=c')).toEqual(['c', 'a'])
    expect(await memos('tag=a&tag=c&wallet_id=all&max=10')).toEqual(['a'])
    expect(await memos(`search=${made[1]?.payment_hash.slice(3, 20).toUpperCase()}`)).toEqual(['b'])
    const hold = await world.invoice(wallet, 7, { memo: 'deposit', hold: true })
    expect(await memos('held=true')).toEqual([])
    await world.node.sendControl('POST /receive', { hash: hold.payment_hash })
    await world.tick()
    expect([await memos('held=true'), await memos('held=true&wallet_id=all')]).toEqual([['deposit'], ['deposit']])
    expect((await world.call('GET', '/api/v1/payments?min=-1', { token })).status).toBe(422)
  })

  test('a guest who may send but not view neither reads nor writes notes', async () => {
    await start()
    const { payment_hash: paymentHash } = await world.invoice(wallet, 5)
    await note(paymentHash, { note: 'for me alone', labels: ['salary'] })
    const guest = await shareWallet(world, wallet, await world.openWallet(), ['send-payments'])
    const as = { key: guest.wallet.adminkey }
    expect((await world.call('GET', `/api/v1/payments/${paymentHash}`, as)).status).toBe(403)
    for (const change of [{}, { labels: ['trip'] }, { note: 'mine' }]) {
      const { status, body } = await note(paymentHash, change, as)
      expect([status, body.code]).toEqual([403, 'permission_missing'])
    }
    expect((await note(paymentHash, {})).body).toEqual({ note: 'for me alone', labels: ['salary'] })
  })

  test('who may write: the owner and guests who may send and view; never about a payment of another wallet', async () => {
    await start()
    const { checking_id: id } = await world.invoice(wallet, 5)
    const [viewer, sender, stranger] = [await world.openWallet(), await world.openWallet(), await world.openWallet()]
    await shareWallet(world, wallet, viewer, ['view-payments'])
    await shareWallet(world, wallet, sender, ['view-payments', 'send-payments'])
    const as = async (guest: WorldWallet, body: object) =>
      world.call('PUT', `/api/v1/payments/${id}/note?wallet_id=${wallet.id}`, {
        token: await tokenOf(world, guest),
        body,
      })
    expect((await note(id, { note: 'x' }, { key: wallet.invoiceKey })).status).toBe(403)
    expect([(await as(viewer, { note: 'x' })).status, (await as(stranger, { note: 'x' })).status]).toEqual([403, 404])
    expect((await note(id, { note: 'x' }, { key: stranger.adminKey })).status).toBe(404)
    expect((await as(sender, { note: 'x' })).status).toBe(200)
    expect((await as(sender, { contact_id: await makeContact('Own') })).body.code).toBe('contact_not_found')
  })

  test('a deleted contact leaves the note; a deleted account leaves no note', async () => {
    await start()
    const { checking_id: id } = await world.invoice(wallet, 5)
    const contactId = await makeContact('Bob')
    await note(id, { note: 'keep', labels: ['x'], contact_id: contactId })
    await world.call('DELETE', `/api/v1/contacts/${contactId}`, { token })
    expect((await world.call('GET', '/api/v1/payments', { token })).body[0]).not.toHaveProperty('contact_id')
    expect(await memos('search=keep')).toHaveLength(1)
    await world.call('DELETE', '/api/v1/auth/me', { token })
    await world.tick()
    for (const table of ['payment_notes', 'payment_labels']) {
      const left = await world.db.list(
        `SELECT checking_id FROM ${table} WHERE wallet_id = $1`,
        [wallet.id],
        (row) => row,
      )
      expect([table, left]).toEqual([table, []])
    }
  })

  test.each([
    { labels: [''] },
    { labels: ['x'.repeat(41)] },
    { labels: Array.from({ length: 21 }, (_, index) => `l${index}`) },
    { note: 'x'.repeat(2001) },
    { note: '\u0000' },
    { contact_id: 7 },
    { colour: 'red' },
  ])('%j is 422', async (body) => {
    await start()
    const { checking_id: id } = await world.invoice(wallet, 5)
    expect((await note(id, body)).status).toBe(422)
  })
})
