import { defineExtension } from '@satchel/extension-sdk/extension'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../../world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../../world/open-world.ts'
import { DIALECTS } from '../../../world/test-database.ts'
import { tokenOf } from '../../../world/token-of.ts'
import { writeDirectly } from '../../../world/write-directly.ts'

let isBroken = false

/** Passes a part of everything on, and remembers what was left when it heard of it. */
const passer = (id: string, part: number) =>
  defineExtension({
    manifest: {
      id,
      name: id,
      version: '1.0.0',
      short_description: 'Passes on.',
      api_version: 1,
      permissions: [
        { id: 'incoming.read', reason: 'hears of everything' },
        { id: 'spend', reason: 'passes it on', to: 'own' },
      ],
    },
    resource: {
      to: { type: 'walletRef', doc: 'Where it goes.' },
      extra: { type: 'sat', doc: 'What it sends beside that.', default: 0 },
      most: { type: 'sat', doc: 'What it may send beside what arrives.', default: 0 },
      heard: { type: 'text', max: 1000, doc: 'What it heard.', by: 'server', default: '' },
      begun: { type: 'text', max: 1000, doc: 'What was done on its own.', by: 'server', default: '' },
      free: { type: 'sat', doc: 'What was free after its payout.', by: 'server', optional: true },
    },
    beforeCreate: async (draft) => ({ ...draft, heard: '', begun: '' }),
    spendCeiling: ({ most }) => most,
    async onPaymentSettled(payment, ctx) {
      if (isBroken && id === 'first') throw new Error('broken')
      const [item] = await ctx.items.find({ wallet: payment.wallet })
      if (item === undefined) return
      await ctx.items.update(item.id, { heard: `${item.heard} ${payment.sat}-${payment.passedOnMsat / 1000}` })
      const sat = Math.floor(payment.sat * part) + item.extra
      const order = {
        from: item.wallet,
        to: { wallet: item.to },
        purpose: 'pass',
        itemId: item.id,
        key: payment.paymentHash,
      }
      await ctx.pay({ ...order, sat })
      await ctx.begin('look', `${item.id} ${payment.paymentHash}`)
    },
    tasks: {
      async look({ about, again }, ctx) {
        const [itemId = ''] = about.split(' ')
        const item = await ctx.items.get(itemId)
        if (item === null) return
        const { sat } = await ctx.wallets.balance(item.wallet)
        await ctx.items.update(itemId, { begun: `${item.begun} ${again ? 'again' : 'first'}`, free: sat })
      },
    },
  })

describe.each(DIALECTS)('what a wallet receives and extensions pass on, on %s', (dialect) => {
  let world: World
  let payer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [passer('first', 0.5), passer('second', 0.25)] })
    payer = await world.openWallet(100_000)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const openPair = async (first: object = {}, second: object = {}) => {
    const wallet = await world.openWallet(1000)
    const token = await tokenOf(world, wallet)
    const { body: other } = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Other' } })
    const make = async (id: string, body: object): Promise<string> => {
      await activateExtension(world, wallet, id)
      const answer = await world.call('POST', `/${id}/api/v1/`, {
        key: wallet.adminKey,
        body: { to: other.id, ...body },
      })
      expect(answer.status).toBe(201)
      return answer.body.id
    }
    // The later one is made first: the order is that of the extensions.
    const ids = { second: await make('second', second), first: await make('first', first) }
    const see = async (id: 'first' | 'second') =>
      (await world.call('GET', `/${id}/api/v1/${ids[id]}`, { key: wallet.adminKey })).body
    return { wallet, see, other: { adminKey: other.adminkey, invoiceKey: other.inkey } }
  }
  const receive = async (wallet: Pick<WorldWallet, 'invoiceKey'>, sats: number): Promise<void> => {
    await world.send(payer, (await world.invoice(wallet as WorldWallet, sats)).payment_request)
  }

  test('they hear of a payment one after another, and each what those before it have taken', async () => {
    const { wallet, see } = await openPair()
    for (let n = 0; n < 12; n += 1) await receive(wallet, 100)
    await world.tick()
    expect((await see('first')).heard.trim().split(' ')).toEqual(Array.from({ length: 12 }, () => '100-0'))
    expect((await see('second')).heard.trim().split(' ')).toEqual(Array.from({ length: 12 }, () => '100-50'))
  })

  test('while the first cannot hear of it the second waits, and both hear of it once when it can', async () => {
    const { wallet, see } = await openPair()
    isBroken = true
    await receive(wallet, 100)
    await world.tick()
    expect([(await see('first')).heard, (await see('second')).heard]).toEqual(['', ''])
    isBroken = false
    world.advance(10)
    await world.restart()
    await world.tick()
    expect([(await see('first')).heard, (await see('second')).heard]).toEqual([' 100-0', ' 100-50'])
  })

  test('what arrives may be passed on, and beside it what the item may spend, to the satoshi', async () => {
    const enough = await openPair({ extra: 60, most: 10 })
    await receive(enough.wallet, 100)
    await world.tick()
    expect((await enough.see('first')).heard).toBe(' 100-0')
    const short = await openPair({ extra: 61, most: 10 })
    await receive(short.wallet, 100)
    await world.tick()
    expect((await short.see('first')).heard).toBe('')
  })

  test('a task is done once, after the commit that asked for it', async () => {
    const { wallet, see } = await openPair()
    await receive(wallet, 100)
    await world.tick()
    await world.restart()
    await world.tick()
    expect(await see('first')).toMatchObject({ begun: ' first' })
    expect(await see('second')).toMatchObject({ begun: ' first' })
  })

  test('a task that was begun before and cut short is told so', async () => {
    const { see } = await openPair()
    const { id } = await see('first')
    await writeDirectly(
      world,
      `INSERT INTO extension_jobs (ext_id, kind, reference, due_at, tries) VALUES ('first', 'task', 'look@${id} x', 0, 1)`,
    )
    await world.tick()
    expect(await see('first')).toMatchObject({ begun: ' again' })
  })

  test('what payouts are about to take, with the most that routing may cost, is not free any more', async () => {
    const { wallet, see } = await openPair()
    const columns = 'id, ext_id, key, item_id, wallet_id, user_id, purpose, state, amount_msat, max_fee_msat'
    await writeDirectly(
      world,
      `INSERT INTO extension_intents (${columns}, destination, data, due_at, created_at) VALUES ('${wallet.id}', 'third',
       '${wallet.id}', 'x', '${wallet.id}', '${wallet.userId}', 'x', 'reserved', 300000, 20000, '{}', 'null', 9000000000000, 0)`,
    )
    await receive(wallet, 100)
    await world.tick()
    expect(await see('second')).toMatchObject({ free: 1100 - 50 - 25 - 320 })
    await writeDirectly(world, `DELETE FROM extension_intents WHERE ext_id = 'third'`)
  })
})
