import { expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { SPLITPAYMENTS } from './splitpayments.ts'

const DAY_SECONDS = 86_400

test.each(LOGIC_DIALECTS)(
  'old payouts are deleted; totals, and payouts that are not finished, stay, on %s',
  async (dialect) => {
    const world = await openWorld({ dialect, builtIns: [SPLITPAYMENTS] })
    const [payer, wallet] = [await world.openWallet(10_000), await world.openWallet()]
    await activateExtension(world, wallet, 'splitpayments')
    const ask = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await world.call(method, `/splitpayments/api/v1/${path}`, { key: wallet.adminKey, body })).body
    const token = await tokenOf(world, wallet)
    const splitTo = async (): Promise<{ id: string; key: string }> => {
      const target = (await world.call('POST', '/api/v1/wallet', { token, body: {} })).body
      return { id: (await ask('POST', '', { target: target.id, percent: 10 })).id, key: target.adminkey }
    }
    const [near, gone] = [await splitTo(), await splitTo()]
    expect((await world.call('DELETE', '/api/v1/wallet', { key: gone.key })).status).toBe(200)
    await world.send(payer, (await world.invoice(wallet, 1000)).payment_request)
    await world.tick()
    expect(await ask('GET', `${near.id}/jobs`)).toMatchObject([{ state: 'sent', sats: 100 }])
    expect(await ask('GET', `${gone.id}/jobs`)).toMatchObject([{ state: 'waiting', sats: 100 }])
    world.advance(90 * DAY_SECONDS)
    await world.tick()
    expect(await ask('GET', `${near.id}/jobs`)).toHaveLength(1)
    world.advance(DAY_SECONDS)
    await world.tick()
    expect(await ask('GET', `${near.id}/jobs`)).toEqual([])
    expect(await ask('GET', near.id)).toMatchObject({ forwarded_total: 100, held_total: 0, open_jobs: 0 })
    expect(await ask('GET', `${gone.id}/jobs`)).toMatchObject([{ state: 'held' }])
    expect(await ask('GET', gone.id)).toMatchObject({ forwarded_total: 0, held_total: 100, open_jobs: 1 })
    expect(await world.violations()).toEqual([])
    await world.close()
  },
)
