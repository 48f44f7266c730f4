import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { codeText, driveFossa } from '../../services/wallet/test/world/extensions/drive-fossa.ts'
import { openHub } from '../../services/wallet/test/world/extensions/open-hub.ts'
import { claimTap, newUid, scanCard } from '../../services/wallet/test/world/extensions/software-card.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { FOSSA } from '../fossa/fossa.ts'
import { LNDHUB } from '../lndhub/lndhub.ts'
import { LNURLP } from '../lnurlp/lnurlp.ts'
import { TPOS } from '../tpos/tpos.ts'
import { BOLTCARDS } from './boltcards.ts'

/** Routing costs what the payer allows, up to 20 sat: the payee chooses a route through its own node. */
describe.each(LOGIC_DIALECTS)('a daily limit, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    const env = { SERVICE_FEE_RESERVE_MIN_MSAT: '20000', SERVICE_FIXED_RATES: '{"USD":50000}' }
    world = await openWorld({ dialect, builtIns: [BOLTCARDS, LNDHUB, TPOS, FOSSA, LNURLP], env })
    owner = await world.openWallet(1_000_000)
    for (const id of ['boltcards', 'lndhub', 'tpos', 'fossa']) await activateExtension(world, owner, id)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const create = async (ext: string, body: object) =>
    (await world.call('POST', `/${ext}/api/v1/`, { key: owner.adminKey, body })).body
  const withdraw = (callback: string, k1: string, bolt11: string) =>
    world.call('GET', `${new URL(callback).pathname}?k1=${k1}&pr=${bolt11}`)

  /** Pays invoices of so many satoshis, any number of times within the limit. */
  const PAYS: Readonly<Record<string, (limit: number, sat?: number) => Promise<(bolt11: string) => Promise<unknown>>>> =
    {
      async 'a card'(limit) {
        const body = { card_name: 'Card', uid: newUid(), tx_limit: limit, daily_limit: limit }
        const card = await create('boltcards', body)
        let taps = 0
        return async (bolt11) => claimTap(world, (await scanCard(world, card, (taps += 1))).k1, bolt11)
      },
      async 'a LndHub login'(limit) {
        const hub = openHub(world, owner)
        const { token } = await hub.open({ daily_limit: limit })
        return (invoice) => hub.call('POST', 'payinvoice', token, { invoice })
      },
      async 'a cash-out of a till'(limit, amount = limit) {
        const till = await create('tpos', { name: 'Bar', currency: 'sat', withdraw_limit: limit, withdraw_between: 0 })
        const path = `/tpos/api/v1/${till.id}/charges`
        return async (bolt11) => {
          const charge = (await world.call('POST', path, { key: owner.adminKey, body: { amount } })).body
          const { callback, k1 } = (await world.call('GET', new URL(decodeLnurl(charge.lnurl)).pathname)).body
          return withdraw(callback, k1, bolt11)
        }
      },
      async 'an offline ATM'(limit, sat = limit) {
        const fossa = driveFossa(
          () => world,
          () => owner,
        )
        const { id, device } = await fossa.make({ daily_limit: limit })
        return async (bolt11) => {
          const { callback, k1 } = await fossa.scan(id, codeText(device.authenticated(sat / 20)))
          return withdraw(callback, k1, bolt11)
        }
      },
      async 'an offline ATM, to an address'(limit, sat = limit) {
        const fossa = driveFossa(
          () => world,
          () => owner,
        )
        const { id, device } = await fossa.make({ daily_limit: limit })
        return (address) =>
          world.call('POST', `/fossa/public/${id}/claims`, {
            body: { p: codeText(device.authenticated(sat / 20)), address },
          })
      },
    }
  const BY_INVOICE = Object.keys(PAYS).filter((name) => !name.endsWith('address'))

  test.each(BY_INVOICE)('the limit of %s includes routing fees', async (name) => {
    const limit = 40
    const pay = await PAYS[name]?.(limit)
    const before = await world.balanceMsat(owner)
    const { bolt11, hash } = await world.foreignInvoice(limit * 1000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: [{ do: 'needs_fee', fee_msat: 20_000 }] })
    await pay?.(bolt11)
    await world.tick()
    expect(before - (await world.balanceMsat(owner))).toBeLessThanOrEqual(limit * 1000)
  })

  test.each(Object.keys(PAYS))('the limit of %s reserves no fee for payees of this service', async (name) => {
    const payee = await world.openWallet()
    await activateExtension(world, payee, 'lnurlp')
    const link = { description: 'Choir', min: 1, max: 1000 }
    const made = await world.call('POST', '/lnurlp/api/v1/', { key: payee.adminKey, body: link })
    // The reserve for other payees is 20 sat: if it counted, the first payment would use up the limit.
    const pay = await PAYS[name]?.(40, 20)
    const before = await world.balanceMsat(owner)
    for (const write of [(text: string) => text, (text: string) => `LIGHTNING:${text.toUpperCase()}`]) {
      const to = name.endsWith('address') ? made.body.lnurl : (await world.invoice(payee, 20)).payment_request
      await pay?.(write(to))
    }
    await world.tick()
    expect(await world.balanceMsat(payee)).toBe(40_000)
    expect(before - (await world.balanceMsat(owner))).toBe(40_000)
  })
})
