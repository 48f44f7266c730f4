import { makeZapRequest } from 'nostr-tools/nip57'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openNwcWorld } from '../../services/wallet/test/world/nostr/open-nwc-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { LNURLP } from '../lnurlp/lnurlp.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const ALL = { permissions: ['pay', 'invoice', 'lookup', 'history'], unlimited: true }
describe.each(LOGIC_DIALECTS)('metadata, on %s', (dialect) => {
  const open = (env: Readonly<Record<string, string>> = {}) =>
    openNwcWorld(NWCPROVIDER, dialect, { env, running: true, others: [LNURLP] })

  test('what an app attaches to several payments comes back with each of them', async () => {
    const { world, connect } = await open()
    const app = await connect(ALL)
    const [one, other] = [await world.foreignInvoice(1000), await world.foreignInvoice(2000)]
    const event = app.request('multi_pay_invoice', {
      invoices: [{ invoice: one.bolt11, metadata: { part: 1 } }, { invoice: other.bolt11 }],
    })
    await app.sendTo(event)
    await app.answered(event, 2)
    const metadataOf = async (hash: string) => (await app.ask('lookup_invoice', { payment_hash: hash })).result.metadata
    expect([await metadataOf(one.hash), await metadataOf(other.hash)]).toEqual([{ part: 1 }, {}])
  })

  test('metadata of exactly 3,000 bytes comes back with what is made and with what is paid', async () => {
    const { world, connect } = await open()
    const app = await connect(ALL)
    const metadata = { note: 'x'.repeat(3000 - JSON.stringify({ note: '' }).length) }
    const made = await app.ask('make_invoice', { amount: 1000, metadata })
    const { bolt11, hash } = await world.foreignInvoice(1000)
    const paid = await app.ask('pay_invoice', { invoice: bolt11, metadata })
    expect([made.error, paid.error]).toEqual([null, null])
    for (const payment_hash of [made.result.payment_hash, hash]) {
      expect((await app.ask('lookup_invoice', { payment_hash })).result.metadata).toEqual(metadata)
    }
  })

  test.each([['text'], [['list']], [7], [{ long: 'x'.repeat(3000) }]])(
    'metadata that is %.20j is refused with its reason, and nothing is made or paid',
    async (metadata) => {
      const { world, owner, connect } = await open()
      const app = await connect(ALL)
      const { bolt11 } = await world.foreignInvoice(1000)
      for (const [method, params] of [
        ['make_invoice', { amount: 1000 }],
        ['pay_invoice', { invoice: bolt11 }],
      ] as const) {
        const { error } = await app.ask(method, { ...params, metadata })
        expect(error).toMatchObject({ code: 'OTHER', message: expect.stringMatching(/^metadata: must/) })
      }
      expect(await world.balanceMsat(owner)).toBe(100_000_000)
      expect((await app.ask('list_transactions', { unpaid: true })).result).toEqual({
        transactions: [],
        total_count: 0,
      })
    },
  )

  test('comments, zaps, addresses and metadata of programs have the names of NIP-47, without internal fields', async () => {
    const { world, owner, connect } = await open({ SERVICE_PUBLIC_URL: 'https://pay.example' })
    await activateExtension(world, owner, 'lnurlp')
    const app = await connect(ALL)
    const link = { description: 'Tips', min: 1, max: 1000, username: 'ada', zaps: true, comment_chars: 50 }
    const { id } = (await world.call('POST', '/lnurlp/api/v1/', { key: owner.adminKey, body: link })).body
    const zap = finalizeEvent(
      makeZapRequest({ pubkey: 'a'.repeat(64), amount: 21_000, comment: 'Zap!', relays: ['wss://relay.example'] }),
      generateSecretKey(),
    )
    const ask = async (query: string) => world.call('GET', `/lnurlp/lnurl/${id}/cb?amount=21000&${query}`)
    await ask('comment=Bravo')
    await ask(`nostr=${encodeURIComponent(JSON.stringify(zap))}`)
    await ask('')
    await world.invoice(owner, 5, { extra: { tag: 'shop', order: 7 } })
    const payer = await world.openWallet(1000)
    const { body: offer } = await world.call('GET', `/lnurlp/lnurl/${id}`)
    expect(offer.commentAllowed).toBe(50)
    const { transactions } = (await app.ask('list_transactions', { unpaid: true })).result
    expect(transactions.map(({ metadata }: { metadata: object }) => metadata)).toEqual([
      { order: 7 },
      {},
      { nostr: JSON.parse(JSON.stringify(zap)) },
      { comment: 'Bravo' },
    ])
    // Also in the list of the API.
    const rows = (await world.call('GET', '/api/v1/payments', { key: owner.invoiceKey })).body
    expect(rows.map(({ extra }: { extra: { comment?: string } }) => extra.comment)).toContain('Bravo')
    expect(await world.balanceMsat(payer)).toBe(1_000_000)
  })

  test('a list has as many entries as an event holds, and says how many there are', async () => {
    const { world, owner, connect } = await open()
    const app = await connect(ALL)
    const large = { metadata: { note: 'x'.repeat(2500) } }
    for (let n = 0; n < 30; n += 1) {
      await world.invoice(owner, n + 1, { extra: { order: n, ...(n % 2 === 0 && { pad: ['x'.repeat(1000)] }) } })
    }
    const list = async (params: object) => (await app.ask('list_transactions', { unpaid: true, ...params })).result
    const usual = await list({})
    expect([usual.transactions.length, usual.total_count]).toEqual([20, 30])
    const thirty = await list({ limit: 50 })
    expect([thirty.transactions.length, thirty.total_count]).toEqual([30, 30])
    // Small metadata fits where the largest does.
    expect(thirty.transactions.some(({ metadata }: { metadata: object }) => Object.hasOwn(metadata, 'order'))).toBe(
      true,
    )
    for (let n = 0; n < 3; n += 1) await app.ask('make_invoice', { amount: 1000 + n, ...large })
    const next = await list({ limit: 2, offset: 30 })
    expect([next.transactions.length, next.total_count]).toEqual([2, 33])
    const incoming = await list({ type: 'outgoing' })
    expect(incoming).toEqual({ transactions: [], total_count: 0 })
  })
})
