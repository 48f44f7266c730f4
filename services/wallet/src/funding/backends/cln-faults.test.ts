import { openClnPeer } from '@satchel/lightning/world/peers/cln/cln-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('cln', async () => {
  const peer = await openClnPeer()
  return {
    env: peer.env,
    node: peer.node,
    server: peer.server,
    payCall: 'POST /v1/xpay',
    invoiceCall: 'POST /v1/invoice',
    muteStream: peer.mute,
    repeatReceipt: peer.repeatReceipt,
    limitsFees: true,
    close: peer.close,
  }
})
