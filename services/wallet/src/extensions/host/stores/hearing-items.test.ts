import { defineExtension } from '@satchel/extension-sdk/extension'
import { expect, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openWorld } from '../../../../test/world/open-world.ts'
import { DIALECTS } from '../../../../test/world/test-database.ts'
import { writeDirectly } from '../../../../test/world/write-directly.ts'

/** Counts the receipts of its wallet. */
const EAR = defineExtension({
  manifest: {
    id: 'ear',
    name: 'Ear',
    version: '1.0.0',
    short_description: 'Counts payments.',
    api_version: 1,
    permissions: [{ id: 'incoming.read', reason: 'counts' }],
  },
  resource: {
    enabled: { type: 'bool', doc: 'Whether it counts.', default: true },
    heard: { type: 'int', doc: 'How many payments it was notified of.', by: 'server', default: 0 },
  },
  isListening: ({ enabled }) => enabled,
  async onPaymentSettled({ wallet }, ctx) {
    for (const item of await ctx.items.find({ wallet })) await ctx.items.update(item.id, { heard: item.heard + 1 })
  },
})

test.each(DIALECTS)(
  'an item that was never enabled gets no payments; one that was gets them until it is deleted, on %s',
  async (dialect) => {
    const world = await openWorld({ dialect, builtIns: [EAR] })
    const owner = await world.openWallet(0)
    const payer = await world.openWallet(1000)
    await activateExtension(world, owner, 'ear')
    const jobs = () =>
      world.db.list(`SELECT seq FROM extension_jobs WHERE kind = 'settled'`, [], (row: { seq: bigint }) => row.seq)
    const receive = async (): Promise<number> => {
      const before = (await jobs()).length
      await world.send(payer, (await world.invoice(owner, 10)).payment_request)
      await world.tick()
      return (await jobs()).length - before
    }
    const ask = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) =>
      world.call(method, `/ear/api/v1/${path}`, { key: owner.adminKey, body })
    const { id } = (await world.call('POST', '/ear/api/v1/', { key: owner.adminKey, body: { enabled: false } })).body
    expect(await receive()).toBe(0)
    await ask('PUT', id, { enabled: true })
    // Items read before are read again after a start: they are still from before.
    await world.restart()
    expect(await receive()).toBe(1)
    await ask('PUT', id, { enabled: false })
    expect(await receive()).toBe(1)
    expect((await ask('GET', id)).body.heard).toBe(2)
    const toggle = (active: boolean) =>
      world.call('PUT', '/api/v1/extension/ear', { key: owner.adminKey, body: { active } })
    await toggle(false)
    expect(await receive()).toBe(0)
    await toggle(true)
    await world.restart()
    expect(await receive()).toBe(1)
    // As before items had their start: found again at the next start.
    await writeDirectly(world, `DELETE FROM extension_keys WHERE ext_id = 'ear'`)
    expect(await receive()).toBe(0)
    await world.restart()
    expect(await receive()).toBe(0)
    await writeDirectly(world, `UPDATE cursors SET value = (SELECT max(id) FROM events) WHERE name = 'extensions'`)
    await writeDirectly(world, `DELETE FROM cursors WHERE name = 'extension-hearers ear'`)
    await world.restart()
    expect(await receive()).toBe(1)
    await ask('DELETE', id)
    expect(await receive()).toBe(0)
    expect(await world.violations()).toEqual([])
    await world.close()
  },
)
