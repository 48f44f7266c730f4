import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateExtension } from '../../test/world/extensions/activate-extension.ts'
import { FOSSA_RATES } from '../../test/world/extensions/drive-fossa.ts'
import { eventBody } from '../../test/world/extensions/open-box-office.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { BUILT_INS } from './built-ins.ts'

let world: World
let owner: WorldWallet
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS, env: FOSSA_RATES })
  owner = await world.openWallet(1000)
  for (const id of ['tpos', 'scrub', 'splitpayments', 'scheduler', 'nostrnip5', 'events', 'fossa'])
    await activateExtension(world, owner, id)
})
afterAll(() => world.close())

const make = (extId: string, body: object) => world.call('POST', `/${extId}/api/v1/`, { key: owner.adminKey, body })

/** Where money is sent to later: what owners save, and what visitors give. */
const SAVES: Readonly<Record<string, (target: string) => ReturnType<typeof make>>> = {
  'the forward address of a till': (target) => make('tpos', { name: 'Bar', currency: 'sat', forward_address: target }),
  'a scrub': (target) => make('scrub', { description: 'All', payoraddress: target }),
  'a split': (target) => make('splitpayments', { target, percent: 10 }),
  'a scheduled payment': (target) =>
    make('scheduler', { name: 'Rent', cron: '0 0 1 * *', action: 'pay', target, amount: 10, monthly_cap: 20 }),
  'the bonus of a promotion': (target) =>
    make('nostrnip5', {
      domain: 'names.example',
      currency: 'sat',
      cost: 10,
      max_years: 1,
      promotions: [{ code: 'a', referer_bonus_percent: 10, selected_referer: target }],
    }),
  'the refund of a ticket': async (target) => {
    const event = (await make('events', eventBody())).body
    const body = { name: 'Ada', email: 'ada@x.example', refund_address: target }
    return world.call('POST', `/events/public/${event.id}/tickets`, { body })
  },
  'a code of an offline ATM': async (address) => {
    const { body } = await make('fossa', { title: 'Kiosk', currency: 'usd', daily_limit: 1000 })
    return world.call('POST', `/fossa/public/${body.id}/claims`, { body: { p: 'x', address } })
  },
}

test.each(Object.keys(SAVES))('%s is rejected when it is saved, unless it can be a payee', async (name) => {
  for (const target of ['x@', 'hello', '\u200b', 'https://', 'a@b.example and c@d.example', '17'.repeat(32)]) {
    const { status, body } = (await SAVES[name]?.(target)) ?? {}
    expect([target, status, body.errors?.length]).toEqual([target, 422, 1])
  }
})
