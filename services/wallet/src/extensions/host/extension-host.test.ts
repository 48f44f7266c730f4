import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JarWorld, openJarWorld } from '../../../test/world/extensions/open-jar-world.ts'
import { openTestSocket, type TestSocket } from '../../../test/world/open-test-socket.ts'
import type { World, WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

describe.each(LOGIC_DIALECTS)('scheduled jobs and pushed messages of extensions, on %s', (dialect) => {
  let jar: JarWorld
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    jar = await openJarWorld(dialect)
    ;({ world, owner } = jar)
  })
  afterAll(() => jar.close())
  const make: JarWorld['make'] = (...args) => jar.make(...args)
  const see: JarWorld['see'] = (...args) => jar.see(...args)
  const fill: JarWorld['fill'] = (id) => jar.fill(id)

  test('an hourly job runs once for every hour that is due, and once for many missed ones', async () => {
    const { id = '' } = await make()
    world.advance(3600)
    await world.tick()
    await world.tick()
    expect(await see(id)).toMatchObject({ hours: 1 })
    world.advance(5 * 3600)
    await world.tick()
    expect(await see(id)).toMatchObject({ hours: 2 })
  })

  describe('live connections', () => {
    const connect = async (path: string): Promise<TestSocket> => {
      if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = world.app.server.address() as AddressInfo
      return openTestSocket(`ws://127.0.0.1:${port}${path}`)
    }

    test('a listener gets each message on its channel once, and those it missed', async () => {
      const { id = '' } = await make({ price: 3 })
      const { id: other } = await make()
      const first = await connect(`/jar/ws/${id}`)
      const deaf = await connect(`/jar/ws/${other}`)
      await world.send(owner, await fill(id))
      await world.tick()
      await expect.poll(() => first.messages).toMatchObject([{ filled: 3 }])
      first.socket.close()
      await world.send(owner, await fill(id))
      await world.tick()
      const again = await connect(`/jar/ws/${id}?last_id=${String(first.messages[0]?.['event_id'])}`)
      await expect.poll(() => again.messages).toMatchObject([{ filled: 3 }])
      expect(again.messages[0]?.['event_id']).toBeGreaterThan(Number(first.messages[0]?.['event_id']))
      again.say('hello')
      await expect.poll(() => again.messages[1]).toEqual({ heard: 'hello' })
      expect(deaf.messages).toEqual([])
    })

    test('a channel that the extension rejects is 403, and a plain request 400', async () => {
      await expect(connect('/jar/ws/nothing')).rejects.toThrow('403')
      const { id } = await make()
      expect((await world.call('GET', `/jar/ws/${id}`)).status).toBe(400)
    })
  })
})
