import { defineExtension } from '@satchel/extension-sdk/extension'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openWorld } from '../../../../test/world/open-world.ts'
import { DIALECTS } from '../../../../test/world/test-database.ts'

/** Counts its wallet's payments; without `payments.read` it may not know. */
const payCounter = (id: string, mayRead: boolean) =>
  defineExtension({
    manifest: {
      id,
      name: 'Pay counter',
      version: '1.0.0',
      short_description: 'Counts payments.',
      api_version: 1,
      permissions: [
        { id: 'incoming.read', reason: 'counts' },
        ...(mayRead ? [{ id: 'payments.read', reason: 'counts' } as const] : []),
      ],
    },
    resource: {
      enabled: { type: 'bool', doc: 'Whether it counts.', default: true },
      sent: { type: 'int', doc: 'Millisatoshis with fees.', by: 'server', default: 0 },
    },
    isListening: ({ enabled }) => enabled,
    async onPaymentSent({ wallet, direction, status, msat, feeMsat }, ctx) {
      expect([direction, status]).toEqual(['out', 'success'])
      for (const item of await ctx.items.find({ wallet })) {
        await ctx.items.update(item.id, { sent: item.sent + msat + feeMsat })
      }
    },
  })

const [COUNTER, BLIND] = [payCounter('counter', true), payCounter('blind', false)]

test.each(DIALECTS)(
  'a sent payment is reported once to items that listen, and to no extension that may not read payments, on %s',
  async (dialect) => {
    const world = await openWorld({ dialect, builtIns: [COUNTER, BLIND] })
    onTestFinished(() => world.close())
    const [owner, other] = [await world.openWallet(1000), await world.openWallet(1000)]
    const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      world.call(method, path, { key: owner.adminKey, body })
    const make = async (ext: string, enabled: boolean) => {
      await activateExtension(world, owner, ext)
      return `/${ext}/api/v1/${(await ask('POST', `/${ext}/api/v1/`, { enabled })).body.id}`
    }
    const [counter, blind] = [await make('counter', false), await make('blind', true)]
    const jobs = async () =>
      (await world.db.list(`SELECT ext_id FROM extension_jobs WHERE kind = 'sent'`, [], (row) => row)).length
    const pay = async (payer = owner): Promise<number> => {
      const before = await jobs()
      expect((await world.send(payer, (await world.foreignInvoice(1000)).bolt11)).status).toBe(201)
      await world.tick()
      return (await jobs()) - before
    }
    expect(await pay()).toBe(0)
    await ask('PUT', counter, { enabled: true })
    expect(await pay()).toBe(1)
    expect(await pay(other)).toBe(0)
    const use = (active: boolean) => ask('PUT', '/api/v1/extension/counter', { active })
    await use(false)
    expect(await pay()).toBe(0)
    await use(true)
    await world.restart()
    expect(await pay()).toBe(1)
    await world.restart()
    await world.tick()
    const spent = 1_000_000 - (await world.balanceMsat(owner))
    expect((await ask('GET', counter)).body.sent).toBe(spent / 2)
    expect((await ask('GET', blind)).body.sent).toBe(0)
    expect(await world.violations()).toEqual([])
  },
)
