import { expect, test } from 'vitest'
import { openBlinkPeer } from '../../../world/funding/blink-peer.ts'
import { hostedService } from '../../../world/funding/hosted-service.ts'
import { openWorld } from '../../../world/open-world.ts'

hostedService('Blink', openBlinkPeer)

test('without leave to pay whatever the fee is, the service does not start', async () => {
  const peer = await openBlinkPeer()
  const env = { ...peer.env, SERVICE_ALLOW_UNCAPPED_FEES: 'false' }
  await expect(openWorld({ dialect: 'sqlite', env })).rejects.toThrow('SERVICE_ALLOW_UNCAPPED_FEES')
  await peer.close()
})
