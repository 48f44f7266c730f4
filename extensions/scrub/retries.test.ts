import type { ServerResponse } from 'node:http'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { openWorld, type World } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { SCRUB } from './scrub.ts'

/** A wallet that has received 100 sat, which could not be forwarded to the target. */
async function openWaiting(world: World, target: string) {
  const [wallet, payer] = [await world.openWallet(100), await world.openWallet(1000)]
  await activateExtension(world, wallet, 'scrub')
  const made = await world.call('POST', '/scrub/api/v1/?verify=false', {
    key: wallet.adminKey,
    body: { description: 'All', payoraddress: target },
  })
  expect(made.status).toBe(201)
  await world.send(payer, (await world.invoice(wallet, 100)).payment_request)
  const forwarded = async () =>
    (await world.call('GET', `/scrub/api/v1/${made.body.id}`, { key: wallet.adminKey })).body.forwarded_total as number
  return { forwarded }
}

test.each(LOGIC_DIALECTS)(
  'retries to targets that never answer delay no retry of another account, on %s',
  async (dialect) => {
    const world = await openWorld({ dialect, builtIns: [SCRUB] })
    onTestFinished(() => world.close())
    const held: ServerResponse[] = []
    let isSilent = false
    const silent = await openHttpServer((_request, response) => {
      if (isSilent) held.push(response)
      else response.writeHead(500).end()
    })
    const service = await openLnurlService(world)
    service.refusal = 'Closed'
    for (let count = 0; count < 12; count += 1) await openWaiting(world, `all@127.0.0.1:${silent.port}`)
    const { forwarded } = await openWaiting(world, `all@${service.host}`)
    await world.tick()
    isSilent = true
    service.refusal = undefined
    world.advance(60)
    await world.service.start()
    await expect.poll(() => held.length).toBe(12)
    // None of them has been given up.
    await expect.poll(forwarded, { timeout: 5000 }).toBe(100)
    expect(held.every((response) => !response.destroyed)).toBe(true)
    for (const response of held) response.writeHead(500).end()
    isSilent = false
  },
)
