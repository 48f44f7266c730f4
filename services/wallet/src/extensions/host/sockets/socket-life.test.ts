import type { AddressInfo } from 'node:net'
import { defineExtension } from '@satchel/extension-sdk/extension'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openTestSocket } from '../../../../test/world/open-test-socket.ts'
import { openWorld } from '../../../../test/world/open-world.ts'

test('an extension is notified when a connection opens and ends, with the same id, and not of rejected ones', async () => {
  const notified: string[] = []
  const LAMP = defineExtension({
    manifest: {
      id: 'lamp',
      name: 'Lamp',
      version: '1.0.0',
      short_description: 'Shines while a visitor watches.',
      api_version: 1,
      permissions: [{ id: 'ws', reason: 'hears who looks' }],
    },
    resource: { name: { type: 'text', max: 20, doc: 'Its name.' } },
    sockets: {
      '/ws/:id': {
        open: async ({ params }) => (params.id === 'shut' ? null : 'lamp'),
        heartbeat: async ({ id, request }) => void notified.push(`alive ${request.params.id} ${id}`),
        close: async ({ id, request }) => void notified.push(`closed ${request.params.id} ${id}`),
        message: async () => 'heard',
      },
    },
  })
  const world = await openWorld({ dialect: 'sqlite', builtIns: [LAMP] })
  onTestFinished(() => world.close())
  await activateExtension(world, await world.openWallet(), 'lamp')
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const path = `ws://127.0.0.1:${port}/lamp/ws`
  await expect(openTestSocket(`${path}/shut`)).rejects.toThrow('403')
  const one = await openTestSocket(`${path}/a`)
  const other = await openTestSocket(`${path}/b`)
  await expect.poll(() => notified).toHaveLength(2)
  one.socket.close()
  await expect.poll(() => notified).toHaveLength(3)
  const [first = '', second = '', third = ''] = notified.map((each) => each.split(' ').slice(0, 2).join(' '))
  expect([first, second].toSorted()).toEqual(['alive a', 'alive b'])
  expect(third).toBe('closed a')
  const names = notified.map((each) => each.split(' ')[2])
  expect(new Set(names).size).toBe(2)
  other.socket.close()
  await expect.poll(() => notified).toHaveLength(4)
})
