import type { PeerInvoice, PeerNode } from '../../peer-parts/peer-node.ts'

/**
 * `in-channel`: the other side has not answered. `first-stage`, `second-stage`: its channel is being closed by force. `claimed`,
 * `timed-out`: that is over.
 */
export type PartPlace =
  | 'in-channel'
  | 'closing'
  | 'first-stage'
  | 'second-stage'
  | 'claimed'
  | 'timed-out'
  | 'gone-before'

export const EXPIRY_HEIGHT = 1144

/** Each invoice is paid over a channel of its own. */
export const channelOf = (paymentHash: string): string => String(BigInt(`0x${paymentHash.slice(0, 15)}`))

/** `GET /v1/channels`, `/closed` and `/pending`, as far as holds need them. */
export function listChannels(node: PeerNode, places: ReadonlyMap<string, PartPlace>, list: string): object {
  const invoices = [...node.invoices.values()].filter(({ receivedMsat }) => receivedMsat > 0n)
  const at = (...wanted: readonly (PartPlace | undefined)[]): PeerInvoice[] =>
    invoices.filter(({ paymentHash }) => wanted.includes(places.get(paymentHash)))
  switch (list) {
    case 'channels':
      return {
        channels: at(undefined, 'in-channel').map((invoice) => toOpen(invoice, places.get(invoice.paymentHash))),
      }
    case 'closed':
      return {
        channels: at('claimed', 'timed-out', 'gone-before').map((each) => toClosed(each, places.get(each.paymentHash))),
      }
    default:
      return {
        waiting_close_channels: at('closing').map(() => ({ channel: { channel_point: 'aa:0' } })),
        pending_force_closing_channels: at('first-stage', 'second-stage').map((invoice) => ({
          channel: { channel_point: 'bb:0' },
          pending_htlcs: [
            {
              incoming: true,
              amount: String(invoice.receivedMsat / 1000n),
              stage: places.get(invoice.paymentHash) === 'second-stage' ? 2 : 1,
            },
          ],
        })),
      }
  }
}

function toOpen({ paymentHash, state }: PeerInvoice, place: PartPlace | undefined): object {
  const isPending = state === 'held' || place === 'in-channel'
  const hash = Buffer.from(paymentHash, 'hex').toString('base64')
  return {
    chan_id: channelOf(paymentHash),
    pending_htlcs: isPending ? [{ incoming: true, hash_lock: hash, expiration_height: EXPIRY_HEIGHT }] : [],
  }
}

function toClosed({ paymentHash, receivedMsat }: PeerInvoice, place: PartPlace | undefined): object {
  const outcome = place === 'claimed' ? 'CLAIMED' : 'TIMEOUT'
  const amount = String(receivedMsat / 1000n)
  return {
    chan_id: channelOf(paymentHash),
    close_type: 'LOCAL_FORCE_CLOSE',
    resolutions: place === 'gone-before' ? [] : [{ resolution_type: 'INCOMING_HTLC', outcome, amount_sat: amount }],
  }
}
