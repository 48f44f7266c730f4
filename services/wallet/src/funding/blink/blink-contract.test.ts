import { SILENT_LOG } from '@satchel/http/log'
import { until } from '../../../world/drive-sends.ts'
import { openBlinkPeer } from '../../../world/funding/blink-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openBlink } from './blink.ts'

fundingSourceContract('Blink', async () => {
  const peer = await openBlinkPeer()
  const url = `${peer.server.url}/graphql`
  const config = { kind: 'blink', url, socketUrl: url, token: peer.token } as const
  const source = await openBlink(config, { network: 'bcrt', clock: Date.now, log: SILENT_LOG })
  return {
    source,
    outside: peer.node.outside,
    hosted: true,
    wholeSats: true,
    untilStreaming: () => until('the subscription is taken', async () => peer.subscriptions() > 0),
    async close() {
      await source.close()
      await peer.close()
    },
  }
})
