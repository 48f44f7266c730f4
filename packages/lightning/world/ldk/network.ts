import * as ldk from 'lightningdevkit'
import { createChain, fundingTransaction } from './chain.ts'
import { type NodeNews, readNews } from './read-news.ts'
import { type StartedNode, startNode, type Who } from './start-node.ts'
import { createWires } from './wires.ts'

export interface InvoiceAsk {
  readonly amountMsat: bigint | undefined
  readonly description: string
  readonly descriptionHash: string | undefined
  readonly expirySeconds: number
  readonly paymentHash: string
}

export interface PayAsk {
  readonly bolt11: string
  /** Only if the invoice has no amount. */
  readonly amountMsat: bigint | undefined
  readonly feeLimitMsat: bigint | undefined
  /** 32 bytes in hex, new for each attempt. */
  readonly paymentId: string
}

/** Every call runs until nothing moves any more in the whole network. */
export interface LdkNetwork {
  nodeKey(who: Who): string
  /** What `nodeKey` is the public half of. */
  nodeSecret(who: Who): string
  /** The amount that this node could send without fees. */
  spendableMsat(who: Who): bigint
  writeInvoice(who: Who, ask: InvoiceAsk): string
  /** The reason why nothing was sent; undefined = it is in flight, or over. */
  pay(who: Who, ask: PayAsk): string | undefined
  claim(who: Who, preimage: string): void
  giveBack(who: Who, paymentHash: string): void
  /** The fee that the forwarding node charges from now on for a payment from us; all nodes know it. */
  setFee(feeMsat: number): void
  mineTo(height: number): void
  /** The events since the last call. */
  takeNews(): readonly NodeNews[]
}

const CHANNEL_SAT = 16_000_000n
const MAX_ATTEMPTS = 3
/** Steps without an event may take a round each. */
const QUIET_ROUNDS = 2

/** Three LDK nodes in a row, a channel with half on each side between neighbours, all of it in memory. */
export function openNetwork(): LdkNetwork {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const [ours, router, theirs] = [startNode(1, nowSeconds), startNode(2, nowSeconds), startNode(3, nowSeconds)]
  const nodes: Readonly<Record<Who, StartedNode>> = { ours, router, theirs }
  const wires = createWires()
  const chain = createChain([ours, router, theirs])
  let news: NodeNews[] = []

  const run = (): void => {
    for (let quiet = 0; quiet < QUIET_ROUNDS; quiet += 1) {
      for (const [who, node] of Object.entries(nodes)) {
        node.manager.process_pending_htlc_forwards()
        const found = readNews(who as Who, node)
        node.peers.process_events()
        news.push(...found.news)
        if (found.count > 0) quiet = -1
      }
      if (wires.deliver()) quiet = -1
    }
  }
  const takeOne = <Kind extends NodeNews['is']>(kind: Kind): NodeNews & { is: Kind } => {
    const found = news.find((one): one is NodeNews & { is: Kind } => one.is === kind)
    if (found === undefined) throw new Error(`the LDK nodes do not come to ${kind}`)
    news = news.filter((one) => one !== found)
    return found
  }
  const openChannel = (from: StartedNode, to: StartedNode, mark: number): void => {
    wires.connect(from, to)
    run()
    ok(from.manager.create_channel(to.nodeKey, CHANNEL_SAT, (CHANNEL_SAT / 2n) * 1000n, BigInt(mark), null, null))
    run()
    const { channelId, outputScript } = takeOne('funding-wanted')
    const funding = fundingTransaction(CHANNEL_SAT, outputScript, mark)
    ok(from.manager.funding_transaction_generated(channelId, to.nodeKey, funding))
    run()
    chain.confirm(funding)
    run()
  }
  openChannel(ours, router, 1)
  openChannel(router, theirs, 2)
  if (router.manager.list_usable_channels().length !== 2) throw new Error('the LDK nodes have no usable channels')
  const toTheirs = router.manager.list_channels_with_counterparty(theirs.nodeKey).map((one) => one.get_channel_id())

  const thenRun =
    <Given extends unknown[], Answer>(act: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      const answer = act(...given)
      run()
      return answer
    }
  return {
    nodeKey: (who) => Buffer.from(nodes[who].nodeKey).toString('hex'),
    nodeSecret: (who) => Buffer.from(nodes[who].nodeSecret).toString('hex'),
    spendableMsat: (who) =>
      nodes[who].manager.list_channels().reduce((sum, channel) => sum + channel.get_outbound_capacity_msat(), 0n),
    writeInvoice: (who, ask) => writeInvoice(nodes[who], ask),
    pay: thenRun((who: Who, ask: PayAsk) => pay(nodes[who], ask)),
    claim: thenRun((who: Who, preimage: string) => nodes[who].manager.claim_funds(fromHex(preimage))),
    giveBack: thenRun((who: Who, hash: string) => nodes[who].manager.fail_htlc_backwards(fromHex(hash))),
    setFee: thenRun((feeMsat: number) => {
      ok(router.manager.update_partial_channel_config(theirs.nodeKey, toTheirs, feeOf(feeMsat)))
    }),
    mineTo: thenRun((height: number) => chain.reach(height)),
    takeNews: () => news.splice(0),
  }
}

function writeInvoice({ manager }: StartedNode, ask: InvoiceAsk): string {
  const made = manager.create_bolt11_invoice(
    ask.amountMsat === undefined
      ? ldk.Option_u64Z.constructor_none()
      : ldk.Option_u64Z.constructor_some(ask.amountMsat),
    ask.descriptionHash === undefined
      ? ldk.Bolt11InvoiceDescription.constructor_direct(describe(ask.description))
      : ldk.Bolt11InvoiceDescription.constructor_hash(ldk.Sha256.constructor_from_bytes(fromHex(ask.descriptionHash))),
    ldk.Option_u32Z.constructor_some(ask.expirySeconds),
    ldk.Option_u16Z.constructor_none(),
    ldk.Option_ThirtyTwoBytesZ.constructor_some(fromHex(ask.paymentHash)),
  )
  if (!(made instanceof ldk.Result_Bolt11InvoiceSignOrCreationErrorZ_OK)) throw new Error('LDK makes no such invoice')
  return made.res.to_str()
}

function describe(text: string): ldk.Description {
  const made = ldk.Description.constructor_new(text)
  if (!(made instanceof ldk.Result_DescriptionCreationErrorZ_OK)) throw new Error('LDK takes no such description')
  return made.res
}

function pay({ manager }: StartedNode, { bolt11, amountMsat, feeLimitMsat, paymentId }: PayAsk): string | undefined {
  const read = ldk.Bolt11Invoice.constructor_from_str(bolt11)
  if (!(read instanceof ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK)) return 'LDK does not read the invoice'
  const made =
    amountMsat === undefined
      ? ldk.UtilMethods.constructor_payment_parameters_from_invoice(read.res)
      : ldk.UtilMethods.constructor_payment_parameters_from_variable_amount_invoice(read.res, amountMsat)
  if (!(made instanceof ldk.Result_C3Tuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZNoneZ_OK)) {
    return 'LDK cannot tell what to pay'
  }
  const [hash, fields, route] = [made.res.get_a(), made.res.get_b(), made.res.get_c()]
  route.set_max_total_routing_fee_msat(
    feeLimitMsat === undefined ? ldk.Option_u64Z.constructor_none() : ldk.Option_u64Z.constructor_some(feeLimitMsat),
  )
  const tries = ldk.Retry.constructor_attempts(MAX_ATTEMPTS)
  const sent = manager.send_payment(hash, fields, fromHex(paymentId), route, tries)
  if (sent instanceof ldk.Result_NoneRetryableSendFailureZ_Err) return ldk.RetryableSendFailure[sent.err]
  return undefined
}

const feeOf = (feeMsat: number): ldk.ChannelConfigUpdate =>
  ldk.ChannelConfigUpdate.constructor_new(
    ldk.Option_u32Z.constructor_some(0),
    ldk.Option_u32Z.constructor_some(feeMsat),
    ldk.Option_u16Z.constructor_none(),
    ldk.Option_MaxDustHTLCExposureZ.constructor_none(),
    ldk.Option_u64Z.constructor_none(),
  )

function ok(result: { is_ok(): boolean }): void {
  if (!result.is_ok()) throw new Error('an LDK node rejects a call')
}

const fromHex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))
