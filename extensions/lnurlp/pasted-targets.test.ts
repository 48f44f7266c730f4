import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openHub } from '../../services/wallet/test/world/extensions/open-hub.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { EVENTS } from '../events/events.ts'
import { LNDHUB } from '../lndhub/lndhub.ts'
import { SCHEDULER } from '../scheduler/scheduler.ts'
import { SCRUB } from '../scrub/scrub.ts'
import { SPLITPAYMENTS } from '../splitpayments/splitpayments.ts'
import { TPOS } from '../tpos/tpos.ts'
import { WITHDRAW } from '../withdraw/withdraw.ts'
import { LNURLP } from './lnurlp.ts'

const BASE = 'https://satchel.example'

describe.each(LOGIC_DIALECTS)('payees that are pasted into extensions, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let second: WorldWallet
  let payee: WorldWallet
  let link: { readonly id: string }
  beforeAll(async () => {
    const builtIns = [LNURLP, WITHDRAW, SCRUB, SPLITPAYMENTS, SCHEDULER, EVENTS, TPOS, LNDHUB]
    world = await openWorld({ dialect, builtIns, env: { SERVICE_PUBLIC_URL: BASE } })
    owner = await world.openWallet(1_000_000)
    payee = await world.openWallet(10_000)
    for (const { manifest } of builtIns) await activateExtension(world, owner, manifest.id)
    await activateExtension(world, payee, 'lnurlp')
    await activateExtension(world, payee, 'withdraw')
    second = await openSecond()
    link = await make('lnurlp', { description: 'Choir', min: 1, max: 100_000, username: 'choir' }, payee)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const openSecond = async (): Promise<WorldWallet> => {
    const token = await tokenOf(world, owner)
    const { body } = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Second' } })
    return { id: body.id, userId: owner.userId, adminKey: body.adminkey, invoiceKey: body.inkey }
  }
  const post = (extId: string, body: object, wallet = owner) =>
    world.call('POST', `/${extId}/api/v1/`, { key: wallet.adminKey, body })
  const make = async (extId: string, body: object, wallet = owner) => {
    const { status, body: made } = await post(extId, body, wallet)
    expect([extId, status, made.detail]).toEqual([extId, 201, undefined])
    return made
  }
  const remove = async (extId: string, id: string) => {
    const { status } = await world.call('DELETE', `/${extId}/api/v1/${id}`, { key: owner.adminKey })
    expect(status).toBe(200)
  }

  /** Every extension with items that name a payee. */
  const FIELDS: readonly (readonly [extId: string, field: string, rest: object])[] = [
    ['scrub', 'payoraddress', { description: 'All' }],
    ['splitpayments', 'target', { percent: 10 }],
    ['scheduler', 'target', { name: 'Pay', action: 'pay', amount: 5, monthly_cap: 100, cron: '0 0 * * *' }],
    ['tpos', 'forward_address', { name: 'Till', currency: 'sat' }],
  ]

  const notations = () => {
    const lnurl = encodeLnurl(`${BASE}/lnurlp/lnurl/${link.id}`)
    return [
      [' choir@satchel.example\n', 'choir@satchel.example'],
      ['choir@satchel.example\u00a0', 'choir@satchel.example'],
      ['\u200bCHOIR@Satchel.example\ufeff', 'choir@satchel.example'],
      ['lightning:₿choir@satchel.example', 'choir@satchel.example'],
      [`lightning://${lnurl.toUpperCase()}`, lnurl],
      [`Our link:\n${lnurl.slice(0, 30)}\n${lnurl.slice(30)}`, lnurl],
      [`${BASE}/lnurlp/p/${link.id}`, lnurl],
      [`https://choir.example/?lightning=${lnurl}`, lnurl],
      [` ${second.id.toUpperCase()}\n`, second.id],
    ] as const
  }

  describe.each(FIELDS)('%s', (extId, field, rest) => {
    test('stores the same payee for every notation', async () => {
      for (const [text, stored] of notations()) {
        const made = await make(extId, { ...rest, [field]: text })
        expect([text, made[field]]).toEqual([text, stored])
        await remove(extId, made.id)
      }
    })

    test('rejects a text without a payee, with two payees, or with an invoice, and says why', async () => {
      const { bolt11 } = await world.foreignInvoice(1000)
      for (const [text, words] of [
        ['no payee', 'Input should be one of your wallets, a Lightning address or an LNURL'],
        ['choir@\u200bsatchel.example', 'Input should be one of your wallets, a Lightning address or an LNURL'],
        [bolt11, 'Input should be one of your wallets, a Lightning address or an LNURL'],
        ['a@satchel.example b@satchel.example', 'The text has different things that can be paid'],
      ] as const) {
        const { status, body } = await post(extId, { ...rest, [field]: text })
        expect([text, status, body.detail]).toEqual([text, 422, expect.stringContaining(`body.${field}: ${words}`)])
      }
    })
  })

  test('pays a payee that was pasted with blanks', async () => {
    const id = (await make('scrub', { description: 'All', payoraddress: `${BASE}/lnurlp/p/${link.id}\u00a0` })).id
    const before = await world.balanceMsat(payee)
    const payer = await world.openWallet(10_000)
    await world.send(payer, (await world.invoice(owner, 1000)).payment_request)
    await world.tick()
    expect(await world.balanceMsat(payee)).toBeGreaterThan(before)
    await remove('scrub', id)
  })

  test('reads the refund address of a buyer like the payee of an owner', async () => {
    const event = await make('events', {
      name: 'Concert',
      info: 'Choir',
      closing_date: '2100-01-01',
      event_start_date: '2100-01-02',
      event_end_date: '2100-01-03',
      amount_tickets: 5,
      price_per_ticket: 10,
      currency: 'sat',
    })
    const buy = (refund_address: string) =>
      world.call('POST', `/events/public/${event.id}/tickets`, {
        body: { name: 'Ada', email: 'ada@buyer.example', refund_address },
      })
    expect((await buy(' lightning:Choir@satchel.example\n')).status).toBe(201)
    const refused = await buy('a@satchel.example b@satchel.example')
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('different things')])
  })

  test('pays to and withdraws from pages of this installation', async () => {
    const paid = await world.call('POST', '/api/v1/payments/lnurl', {
      key: owner.adminKey,
      body: { lnurl: `${BASE}/lnurlp/p/${link.id}`, amount: 5000 },
    })
    expect(paid.status).toBe(201)
    const voucher = await make(
      'withdraw',
      { title: 'Gift', min_withdrawable: 10, max_withdrawable: 10, uses: 1, wait_time: 1, is_unique: false },
      payee,
    )
    const page = new URL(voucher.page_url ?? `${BASE}/withdraw/p/${voucher.hash}`).href
    const before = await world.balanceMsat(second)
    const taken = await world.call('POST', '/api/v1/lnurlwithdraw', {
      key: second.adminKey,
      body: { lnurl: page, amount: 10 },
    })
    expect([taken.status, taken.body.detail]).toEqual([201, undefined])
    await world.tick()
    expect((await world.balanceMsat(second)) - before).toBe(10_000)
  })

  test('LndHub pays and decodes an invoice in every notation, and rejects two invoices', async () => {
    const hub = openHub(world, owner)
    const { token } = await hub.open()
    const WRITE: readonly ((bolt11: string) => string)[] = [
      (bolt11) => ` ${bolt11}\u00a0\n`,
      (bolt11) => `lightning://${bolt11}`,
      (bolt11) => `bitcoin:?lightning=${bolt11.toUpperCase()}`,
      (bolt11) => `Pay ${bolt11.slice(0, 60)}\n${bolt11.slice(60)} please`,
    ]
    for (const write of WRITE) {
      const { bolt11, preimage } = await world.foreignInvoice(2000)
      const query = `invoice=${encodeURIComponent(write(bolt11))}`
      expect(await hub.call('GET', `decodeinvoice?${query}`, token)).toMatchObject({ num_satoshis: '2' })
      const paid = await hub.call('POST', 'payinvoice', token, { invoice: write(bolt11) })
      expect(paid).toMatchObject({ payment_error: '', payment_request: bolt11 })
      expect(paid.payment_preimage.data).toEqual([...Buffer.from(preimage, 'hex')])
    }
    const [one, other] = [await world.foreignInvoice(2000), await world.foreignInvoice(2000)]
    const before = await world.balanceMsat(owner)
    const refused = await hub.call('POST', 'payinvoice', token, { invoice: `${one.bolt11} ${other.bolt11}` })
    expect(refused).toMatchObject({
      error: true,
      // A package does not get the error text of the reader.
      message: expect.stringMatching(/^not a valid invoice/),
    })
    expect(await world.balanceMsat(owner)).toBe(before)
  })
})
