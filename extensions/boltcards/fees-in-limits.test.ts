import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/world/extensions/activate-extension.ts'
import { codeText, driveFossa } from '../../services/wallet/world/extensions/drive-fossa.ts'
import { openHub } from '../../services/wallet/world/extensions/open-hub.ts'
import { claimTap, newUid, scanCard } from '../../services/wallet/world/extensions/software-card.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/world/open-world.ts'
import { DIALECTS } from '../../services/wallet/world/test-database.ts'
import { FOSSA } from '../fossa/fossa.ts'
import { LNDHUB } from '../lndhub/lndhub.ts'
import { TPOS } from '../tpos/tpos.ts'
import { BOLTCARDS } from './boltcards.ts'

/** Routing costs what the payer allows, up to 20 sat: the payee chooses a route through its own node. */
describe.each(DIALECTS)('a daily limit, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    const env = { SERVICE_FEE_RESERVE_MIN_MSAT: '20000', SERVICE_FIXED_RATES: '{"USD":50000}' }
    world = await openWorld({ dialect, builtIns: [BOLTCARDS, LNDHUB, TPOS, FOSSA], env })
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

  const PAYS: Readonly<Record<string, (limit: number) => Promise<(bolt11: string) => Promise<unknown>>>> = {
    async 'a card'(limit) {
      const body = { card_name: 'Card', uid: newUid(), tx_limit: limit, daily_limit: limit }
      const { k1 } = await scanCard(world, await create('boltcards', body), 1)
      return (bolt11) => claimTap(world, k1, bolt11)
    },
    async 'a LndHub login'(limit) {
      const hub = openHub(world, owner)
      const { token } = await hub.open({ daily_limit: limit })
      return (invoice) => hub.call('POST', 'payinvoice', token, { invoice })
    },
    async 'a cash-out of a till'(limit) {
      const till = await create('tpos', { name: 'Bar', currency: 'sat', withdraw_limit: limit, withdraw_between: 0 })
      const path = `/tpos/api/v1/${till.id}/charges`
      const charge = (await world.call('POST', path, { key: owner.adminKey, body: { amount: limit } })).body
      const { callback, k1 } = (await world.call('GET', new URL(decodeLnurl(charge.lnurl)).pathname)).body
      return (bolt11) => withdraw(callback, k1, bolt11)
    },
    async 'an offline ATM'(limit) {
      const fossa = driveFossa(
        () => world,
        () => owner,
      )
      const { id, device } = await fossa.make({ daily_limit: limit })
      const { callback, k1 } = await fossa.scan(id, codeText(device.authenticated(limit / 20)))
      return (bolt11) => withdraw(callback, k1, bolt11)
    },
  }

  test.each(Object.keys(PAYS))('of %s includes what routing costs', async (name) => {
    const limit = 40
    const pay = await PAYS[name]?.(limit)
    const before = await world.balanceMsat(owner)
    const { bolt11, hash } = await world.foreignInvoice(limit * 1000)
    await world.node.steer('POST /script', { match: { hash }, pay: [{ do: 'needs_fee', fee_msat: 20_000 }] })
    await pay?.(bolt11)
    await world.tick()
    expect(before - (await world.balanceMsat(owner))).toBeLessThanOrEqual(limit * 1000)
  })
})
