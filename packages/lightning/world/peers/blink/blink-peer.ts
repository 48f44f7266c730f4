import { copyAll } from '../../peer-parts/copy-records.ts'
import type { FaultyHttpNode } from '../../peer-parts/faulty-node.ts'
import { createPeerNode } from '../../peer-parts/peer-node.ts'
import { openPeerServer, type PeerCall } from '../../peer-parts/peer-server.ts'
import { openPeerSocket, type PeerTalk } from '../../peer-parts/peer-socket.ts'
import { type BlinkLedger, openBlinkLedger } from './blink-ledger.ts'
import { type BlinkInfo, blinkRoot } from './blink-root.ts'
import { executeGraphql, readGraphqlRequest } from './graphql-peer.ts'

export interface BlinkPeer extends FaultyHttpNode {
  readonly token: string
  readonly ledger: BlinkLedger
  /** Its report about itself: another network, a key with fewer permissions, an account without a bitcoin wallet. */
  appearAs(info: Partial<BlinkInfo>): void
  subscriptions(): number
}

/** Blink as it is: GraphQL with errors at status 200, satoshis, a ledger where one payment is several movements. */
export async function openBlinkPeer(): Promise<BlinkPeer> {
  const node = createPeerNode()
  const ledger = openBlinkLedger(node)
  const info: BlinkInfo = {
    network: 'regtest',
    scopes: ['READ', 'RECEIVE', 'WRITE'],
    currencies: ['USD', 'BTC'],
    username: 'dave',
    walletId: 'bitcoin-wallet',
    waitMs: 45_000,
  }
  const token = 'blink_full-access'
  const server = await openPeerServer(
    async (call, reply) => {
      if (call.headers['x-api-key'] !== token) return reply.send(401, { error: { code: 401, status: 'Unauthorized' } })
      const root = blinkRoot({ node, ledger, info, gone: reply.gone })
      const [status, body] = await executeGraphql(readGraphqlRequest(call.text), root)
      reply.send(status, body)
    },
    undefined,
    nameOf,
  )
  let subscriptions = 0
  const talk = talkWith(token, () => {
    subscriptions += 1
  })
  const socket = openPeerSocket(server, '/graphql', () => true, talk)
  const tell = (paymentHash: string): void => {
    const update = { transaction: { direction: 'RECEIVE', initiationVia: { paymentHash } } }
    socket.tell({ id: 'updates', type: 'next', payload: { data: { myUpdates: { update } } } })
  }
  node.news.on('invoice', ({ paymentHash, state }) => {
    if (state === 'settled') tell(paymentHash)
  })
  return {
    env: {
      SERVICE_FUNDING_SOURCE: 'blink',
      SERVICE_NETWORK: 'regtest',
      SERVICE_ALLOW_UNCAPPED_FEES: 'true',
      SERVICE_FEE_RESERVE_MIN_MSAT: '2000',
      BLINK_API_ENDPOINT: `${server.url}/graphql`,
      BLINK_WS_ENDPOINT: `${server.url.replace('http', 'ws')}/graphql`,
      BLINK_TOKEN: token,
    },
    node,
    server,
    token,
    ledger,
    payCall: 'POST /graphql PayInvoice',
    invoiceCall: 'POST /graphql CreateInvoice',
    limitsFees: false,
    wholeSats: true,
    muteStream: socket.mute,
    repeatReceipt: tell,
    appearAs: (changed) => void Object.assign(info, changed),
    subscriptions: () => subscriptions,
    copy: copyAll(node.copy, ledger.copy),
    close: server.close,
  }
}

const nameOf = ({ method, path, text }: PeerCall): string =>
  `${method} ${path} ${/"operationName":"(\w+)"/.exec(text)?.[1] ?? ''}`

/** graphql-transport-ws. A price comes first, whatever the subscription. */
const talkWith = (token: string, onSubscribed: () => void): PeerTalk => ({
  protocol: 'graphql-transport-ws',
  answer(text) {
    const message = JSON.parse(text) as { type: string; id?: string; payload?: Record<string, string> }
    switch (message.type) {
      case 'connection_init':
        if (message.payload?.['X-API-KEY'] !== token) return 'hang-up'
        return { messages: [{ type: 'connection_ack' }, { type: 'ping' }], listens: false }
      case 'subscribe':
        if (!message.payload?.['query']?.includes('subscription Updates')) return 'hang-up'
        onSubscribed()
        return {
          messages: [{ id: message.id, type: 'next', payload: { data: { myUpdates: { update: {} } } } }],
          listens: true,
        }
      default:
        return { messages: [], listens: false }
    }
  },
})
