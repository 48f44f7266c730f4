import * as ldk from 'lightningdevkit'
import { BEGINNING } from './chain.ts'

/** Ours, the forwarding node, and the payees and payers. */
export type Who = 'ours' | 'router' | 'theirs'

/** One real LDK node. Keeps references to all its parts: LDK drops what JavaScript collects. */
export interface StartedNode {
  readonly nodeKey: Uint8Array
  readonly nodeSecret: Uint8Array
  readonly manager: ldk.ChannelManager
  readonly peers: ldk.PeerManager
  readonly monitor: ldk.ChainMonitor
  readonly parts: readonly unknown[]
}

/** `seed`: one byte that makes its keys. It keeps nothing over its end, and its parts do without a clock of their own. */
export function startNode(seed: number, nowSeconds: number): StartedNode {
  const logger = ldk.Logger.new_impl({ log: () => undefined })
  const fees = ldk.FeeEstimator.new_impl({ get_est_sat_per_1000_weight: () => 253 })
  // Broadcast transactions are confirmed by the code that opens the channels.
  const broadcaster = ldk.BroadcasterInterface.new_impl({ broadcast_transactions: () => undefined })
  const written = ldk.ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_Completed
  const persister = ldk.Persist.new_impl({
    persist_new_channel: () => written,
    update_persisted_channel: () => written,
    archive_persisted_channel: () => undefined,
  })
  const none = ldk.Option_FilterZ.constructor_none()
  const monitor = ldk.ChainMonitor.constructor_new(none, broadcaster, logger, fees, persister)
  const keys = ldk.KeysManager.constructor_new(new Uint8Array(32).fill(seed), BigInt(nowSeconds), seed)
  const graph = ldk.NetworkGraph.constructor_new(ldk.Network.LDKNetwork_Regtest, logger)
  const { router, parts } = openRouter(graph, logger, keys)
  const messageRouter = ldk.DefaultMessageRouter.constructor_new(graph, keys.as_EntropySource())
  const manager = ldk.ChannelManager.constructor_new(
    fees,
    monitor.as_Watch(),
    broadcaster,
    router.as_Router(),
    messageRouter.as_MessageRouter(),
    logger,
    keys.as_EntropySource(),
    keys.as_NodeSigner(),
    keys.as_SignerProvider(),
    settings(),
    ldk.ChainParameters.constructor_new(
      ldk.Network.LDKNetwork_Regtest,
      ldk.BestBlock.constructor_new(BEGINNING.hash, BEGINNING.height),
    ),
    nowSeconds,
  )
  const gossip = ldk.P2PGossipSync.constructor_new(graph, ldk.Option_UtxoLookupZ.constructor_none(), logger)
  const ignoring = ldk.IgnoringMessageHandler.constructor_new()
  const peers = ldk.PeerManager.constructor_new(
    manager.as_ChannelMessageHandler(),
    gossip.as_RoutingMessageHandler(),
    ignoring.as_OnionMessageHandler(),
    ignoring.as_CustomMessageHandler(),
    nowSeconds,
    keys.as_EntropySource().get_secure_random_bytes(),
    logger,
    keys.as_NodeSigner(),
  )
  const kept = [logger, fees, broadcaster, persister, keys, graph, messageRouter, router, gossip, ignoring, ...parts]
  const [nodeKey, nodeSecret] = [manager.get_our_node_id(), keys.get_node_secret_key()]
  return { nodeKey, nodeSecret, manager, peers, monitor, parts: kept }
}

function openRouter(graph: ldk.NetworkGraph, logger: ldk.Logger, keys: ldk.KeysManager) {
  const decay = ldk.ProbabilisticScoringDecayParameters.constructor_default()
  const scorer = ldk.ProbabilisticScorer.constructor_new(decay, graph, logger)
  const score = ldk.MultiThreadedLockableScore.constructor_new(scorer.as_Score())
  const prices = ldk.ProbabilisticScoringFeeParameters.constructor_default()
  const router = ldk.DefaultRouter.constructor_new(
    graph,
    logger,
    keys.as_EntropySource(),
    score.as_LockableScore(),
    prices,
  )
  return { router, parts: [scorer, score] }
}

/** Public channels, so that fees are gossip and not a private matter; free of charge until a test sets a fee. */
function settings(): ldk.UserConfig {
  const config = ldk.UserConfig.constructor_default()
  const handshake = config.get_channel_handshake_config()
  handshake.set_announce_for_forwarding(true)
  // Held payments of many tests may hang at the same time.
  handshake.set_max_inbound_htlc_value_in_flight_percent_of_channel(100)
  config.set_channel_handshake_config(handshake)
  const channel = config.get_channel_config()
  channel.set_forwarding_fee_base_msat(0)
  channel.set_forwarding_fee_proportional_millionths(0)
  config.set_channel_config(channel)
  return config
}
