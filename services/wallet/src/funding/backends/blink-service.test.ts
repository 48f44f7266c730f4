import { openBlinkPeer } from '@satchel/lightning/world/peers/blink/blink-peer'
import { expect, test } from 'vitest'
import { hostedService } from '../../../test/world/funding/hosted-service.ts'
import { openWorld } from '../../../test/world/open-world.ts'

hostedService('Blink', openBlinkPeer)

test('without permission to pay at any fee, the service does not start', async () => {
  const peer = await openBlinkPeer()
  const env = { ...peer.env, SERVICE_ALLOW_UNCAPPED_FEES: 'false' }
  await expect(openWorld({ dialect: 'sqlite', env })).rejects.toThrow('SERVICE_ALLOW_UNCAPPED_FEES')
  await peer.close()
})
