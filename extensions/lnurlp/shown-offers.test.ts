import { hash } from 'node:crypto'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { describe, expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { BITCOINSWITCH } from '../bitcoinswitch/bitcoinswitch.ts'
import { COPILOT } from '../copilot/copilot.ts'
import { OFFLINESHOP } from '../offlineshop/offlineshop.ts'
import { PAYWALL } from '../paywall/paywall.ts'
import { TIPJAR } from '../tipjar/tipjar.ts'
import { LNURLP } from './lnurlp.ts'

interface Seller {
  readonly make: object
  /** A change by the owner before the payer requests the invoice. */
  readonly change: object
  readonly query?: string
  /** The amount shown is no longer accepted. */
  readonly isDearer: boolean
}

const SELLERS: Readonly<Record<string, Seller>> = {
  lnurlp: {
    make: { description: 'Choir', min: 10, max: 10, username: 'choir', comment_chars: 20 },
    change: { description: 'New organ', min: 20, max: 30, username: 'organ', comment_chars: 0 },
    isDearer: true,
  },
  tipjar: {
    make: { name: 'Coffee', description: 'For coffee.', min_amount: 10 },
    change: { name: 'Tea', min_amount: 500 },
    isDearer: true,
  },
  offlineshop: { make: { name: 'Jam', price: 21 }, change: { name: 'Honey', price: 30 }, isDearer: true },
  copilot: { make: { title: 'Stream' }, change: { title: 'Other stream' }, isDearer: false },
  paywall: {
    make: { memo: 'Essay', kind: 'url', url: 'https://essay.example', amount: 21 },
    change: { memo: 'Novel', amount: 42 },
    isDearer: true,
  },
  bitcoinswitch: {
    make: {
      title: 'Machine',
      require_device: false,
      switches: [{ pin: 3, amount: 10, duration: 20, label: 'Coffee' }],
    },
    change: { title: 'Robot', switches: [{ pin: 3, amount: 20, duration: 20, label: 'Tea' }] },
    query: 'pin=3',
    isDearer: true,
  },
}

describe.each(LOGIC_DIALECTS)('offers, on %s', (dialect) => {
  test.each(Object.keys(SELLERS))(
    'an offer of %s is valid as shown for five minutes, whatever its owner changes',
    async (ext) => {
      const { make, change, query = '', isDearer } = SELLERS[ext] as Seller
      const builtIns = [LNURLP, TIPJAR, OFFLINESHOP, COPILOT, PAYWALL, BITCOINSWITCH]
      const world = await openWorld({ dialect, builtIns })
      onTestFinished(() => world.close())
      const owner = await world.openWallet()
      await activateExtension(world, owner, ext)
      const call = (method: 'POST' | 'PUT', path: string, body: object) =>
        world.call(method, `/${ext}/api/v1/${path}`, { key: owner.adminKey, body })
      const made = await call('POST', '', make)
      expect([made.status, made.body.detail]).toEqual([201, undefined])
      const { id } = made.body
      const { body: shown } = await world.call('GET', `/${ext}/lnurl/${id}?${query}`)
      expect(shown.callback.length).toBeLessThan(500)
      const changed = await call('PUT', id, change)
      expect([changed.status, changed.body.detail]).toEqual([200, undefined])
      const ask = async () => {
        const { pathname, searchParams } = new URL(shown.callback)
        searchParams.set('amount', String(shown.minSendable))
        if (shown.commentAllowed >= 20) searchParams.set('comment', 'as long as you said.')
        return (await world.call('GET', `${pathname}?${searchParams.toString()}`)).body
      }
      world.advance(300)
      const { pr } = await ask()
      expect(parseInvoice(pr)).toMatchObject({
        amountMsat: BigInt(shown.minSendable),
        descriptionHash: hash('sha256', shown.metadata, 'hex'),
      })
      world.advance(1)
      const late = await ask()
      if (isDearer) expect(late).toMatchObject({ status: 'ERROR' })
      else expect(parseInvoice(late.pr).descriptionHash).not.toBe(hash('sha256', shown.metadata, 'hex'))
      expect(await world.violations()).toEqual([])
    },
  )

  test('an offer stays valid when the minimum rises above what this service accepts in one payment', async () => {
    const world = await openWorld({ dialect, builtIns: [LNURLP] })
    onTestFinished(() => world.close())
    const owner = await world.openWallet()
    await activateExtension(world, owner, 'lnurlp')
    const call = (method: 'POST' | 'PUT', path: string, body: object) =>
      world.call(method, `/lnurlp/api/v1/${path}`, { key: owner.adminKey, body })
    const { id } = (await call('POST', '', { description: 'Choir', min: 10, max: 10 })).body
    const { callback } = (await world.call('GET', `/lnurlp/lnurl/${id}`)).body
    expect((await call('PUT', id, { description: 'Choir', min: 20_000_000, max: 20_000_000 })).status).toBe(200)
    const ask = async (path: string) => (await world.call('GET', `${path}?amount=10000`)).body
    expect(await ask(new URL(callback).pathname)).toHaveProperty('pr')
    expect(await ask(`/lnurlp/lnurl/${id}/cb`)).toMatchObject({ reason: expect.stringContaining('The minimum') })
  })

  test('an offer is valid only for its query: the price of one switch does not pay for another', async () => {
    const world = await openWorld({ dialect, builtIns: [BITCOINSWITCH] })
    onTestFinished(() => world.close())
    const owner = await world.openWallet()
    await activateExtension(world, owner, 'bitcoinswitch')
    const body = {
      title: 'Machine',
      require_device: false,
      switches: [
        { pin: 3, amount: 10, duration: 20 },
        { pin: 4, amount: 100, duration: 20 },
      ],
    }
    const { id } = (await world.call('POST', '/bitcoinswitch/api/v1/', { key: owner.adminKey, body })).body
    const { callback } = (await world.call('GET', `/bitcoinswitch/lnurl/${id}?pin=3`)).body
    const { pathname } = new URL(callback)
    const ask = async (pin: number) => (await world.call('GET', `${pathname}?pin=${pin}&amount=10000`)).body
    expect(await ask(3)).toHaveProperty('pr')
    expect(await ask(4)).toMatchObject({ status: 'ERROR', reason: 'The amount must be 100000 millisatoshis.' })
  })
})
