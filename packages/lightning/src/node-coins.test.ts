import { expect, test } from 'vitest'
import { request } from '../world/contract/contract-world.ts'
import { openOn } from '../world/own-process/open-watched.ts'
import { openLndPeer } from '../world/peers/lnd/lnd-peer.ts'
import type { PartPlace } from '../world/peers/lnd/lnd-peer-channels.ts'

test.each<PartPlace>(['closing', 'first-stage'])(
  'LND without coins is reported while its last channel is being closed and a payment in it is %s',
  async (place) => {
    const { source, mood, node, troubles } = await openOn(openLndPeer)
    mood.rights = [...mood.rights, 'onchain:read']
    mood.activeChannels = 0
    const { bolt11, paymentHash } = await source.createInvoice(request())
    await node.outside.payOurInvoice(bolt11)
    await source.info?.()
    expect(troubles()).toEqual([])
    mood.parts.set(paymentHash, place)
    await source.info?.()
    expect(troubles()).toEqual(['no_coins'])
    mood.parts.set(paymentHash, 'claimed')
    await source.info?.()
    expect(troubles()).toEqual([])
  },
)
