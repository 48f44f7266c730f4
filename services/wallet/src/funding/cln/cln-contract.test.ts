import { type ClnPeerOptions, openClnPeer } from '../../../world/funding/cln-peer.ts'
import { openClnAt } from '../../../world/funding/use-cln-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'

const openContract = (options: ClnPeerOptions) => async () => {
  const peer = await openClnPeer(options)
  const source = await openClnAt(peer.env)
  const close = async (): Promise<void> => {
    await source.close()
    await peer.close()
  }
  return { source, outside: peer.node.outside, close }
}

fundingSourceContract('cln', openContract({}))
fundingSourceContract('cln, an older node without plugins', openContract({ without: ['xpay', 'holdinvoice'] }))
