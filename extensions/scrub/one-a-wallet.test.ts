import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { SCRUB } from './scrub.ts'

test('concurrent creations of other accounts do not repeat a creation', async () => {
  const world = await openWorld({ dialect: 'sqlite', builtIns: [SCRUB] })
  onTestFinished(() => world.close())
  const [busy, honest] = [await world.openWallet(), await world.openWallet()]
  for (const wallet of [busy, honest]) await activateExtension(world, wallet, 'scrub')
  const create = ({ adminKey: key }: WorldWallet, payoraddress: string, query = '') =>
    world.call('POST', `/scrub/api/v1/${query}`, { key, body: { description: 'All', payoraddress } })
  const target = await openHttpServer((_request, response) => {
    void create(busy, 'someone@elsewhere.example', '?verify=false').then(({ status }) => {
      expect([201, 422]).toContain(status)
      const callback = `http://127.0.0.1:${target.port}/callback`
      const metadata = '[["text/plain","All"]]'
      response.end(JSON.stringify({ tag: 'payRequest', callback, minSendable: 1000, maxSendable: 1000, metadata }))
    })
  })
  const created = await create(honest, `all@127.0.0.1:${target.port}`)
  expect([created.status, target.hits.length]).toEqual([201, 1])
})
