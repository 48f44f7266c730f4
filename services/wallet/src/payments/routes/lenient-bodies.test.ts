import { hash } from 'node:crypto'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const METADATA = '[["text/plain","srv"]]'
const sha256 = (bytes: string | Buffer): string => hash('sha256', bytes, 'hex')

describe.each(DIALECTS)('bodies as sent by clients of LNbits, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(1000)
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const receive = (more: object) => world.invoice(wallet, 5, more)
  const hashIn = async (more: object) => readInvoice((await receive(more)).bolt11).descriptionHash

  test('optional fields that are null, empty or an expiry of 0 count as absent', async () => {
    const nothing = { memo: null, webhook: null, extra: null, unit: null, hold: null, payment_hash: null, expiry: null }
    expect(await receive({ ...nothing, description_hash: null, unhashed_description: null })).toMatchObject({
      memo: '',
      expiry: 3600,
    })
    const empty = { webhook: '', bolt11: '', unit: '', description_hash: '', unhashed_description: '', memo: '' }
    expect(await receive({ ...empty, expiry: 0 })).toMatchObject({ amount: 5, expiry: 3600 })
  })

  test('an empty `payment_hash` stays an error: a hold invoice must not become an ordinary one', async () => {
    const body = { out: false, amount: 5, payment_hash: '' }
    expect((await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body })).status).toBe(422)
  })

  test('`unhashed_description` is hashed as text, or as the bytes of its hex', async () => {
    const expected = sha256(METADATA)
    expect(await hashIn({ unhashed_description: METADATA })).toBe(expected)
    const hex = Buffer.from(METADATA).toString('hex')
    expect(await hashIn({ unhashed_description: hex })).toBe(expected)
    expect(await hashIn({ unhashed_description: hex.toUpperCase() })).toBe(expected)
    // An odd number of digits is no hex.
    expect(await hashIn({ unhashed_description: 'abc' })).toBe(sha256('abc'))
  })

  test('`description_hash` has priority over `unhashed_description`, in any letter case', async () => {
    const own = sha256('other')
    expect(await hashIn({ unhashed_description: METADATA, description_hash: own.toUpperCase() })).toBe(own)
  })

  test('a body with only `bolt11` pays it, and without it `out` stays required', async () => {
    const { bolt11, hash: paymentHash } = await world.foreignInvoice(7000)
    const call = (body: object) => world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body })
    expect(await call({ bolt11 })).toMatchObject({ status: 201, body: { payment_hash: paymentHash } })
    expect(await call({ amount: 5 })).toMatchObject({ status: 422, body: { detail: 'body.out: Field required' } })
    expect(await call({ bolt11: '', amount: 5 })).toMatchObject({ status: 422 })
  })

  test('a body without a content type is JSON', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/payments',
      headers: { 'x-api-key': wallet.invoiceKey },
      payload: '{"out":false,"amount":3}',
    })
    expect([answer.statusCode, answer.json().amount]).toEqual([201, 3])
  })

  test('details and list rows have the wallet, the invoice and both times, and `memo` finds one', async () => {
    const made = await receive({ memo: 'exactly this' })
    await receive({ memo: 'exactly this and more' })
    const key = wallet.invoiceKey
    const { body } = await world.call('GET', `/api/v1/payments/${made.checking_id}`, { key })
    const expected = {
      wallet_id: wallet.id,
      payment_request: made.bolt11,
      pending: true,
      created_at: new Date(world.nowSeconds() * 1000).toISOString(),
      updated_at: new Date(world.nowSeconds() * 1000).toISOString(),
    }
    expect(body.details).toMatchObject(expected)
    const found = await world.call('GET', '/api/v1/payments?memo=exactly%20this', { key })
    expect(found.body).toEqual([expect.objectContaining({ ...expected, checking_id: made.checking_id })])
    expect(found.headers['x-total-count']).toBe('1')
  })
})
