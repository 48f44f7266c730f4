import * as ldk from 'lightningdevkit'
import type { StartedNode } from './start-node.ts'

/** Connections between nodes: bytes wait here until they are delivered. */
export interface Wires {
  connect(from: StartedNode, to: StartedNode): void
  /** False: nothing was waiting. */
  deliver(): boolean
}

/** LDK must not be given bytes while it is giving some away: they are carried over afterwards. */
export function createWires(): Wires {
  const waiting: { readonly to: () => void }[] = []
  let ends = 0n

  const openEnd = (arrive: (bytes: Uint8Array) => void): ldk.SocketDescriptor => {
    ends += 1n
    const id = ends
    return ldk.SocketDescriptor.new_impl({
      send_data(bytes) {
        const copy = Uint8Array.from(bytes)
        waiting.push({ to: () => arrive(copy) })
        return bytes.length
      },
      disconnect_socket() {
        throw new Error('an LDK node has hung up')
      },
      eq: (other) => other.hash() === id,
      hash: () => id,
    })
  }
  const connect = (from: StartedNode, to: StartedNode): void => {
    const near: ldk.SocketDescriptor = openEnd((bytes) => read(to, far, bytes))
    const far: ldk.SocketDescriptor = openEnd((bytes) => read(from, near, bytes))
    const nowhere = ldk.Option_SocketAddressZ.constructor_none()
    must(to.peers.new_inbound_connection(far, nowhere))
    const begun = from.peers.new_outbound_connection(to.nodeKey, near, nowhere)
    if (!(begun instanceof ldk.Result_CVec_u8ZPeerHandleErrorZ_OK)) throw new Error('LDK does not connect')
    near.send_data(begun.res, true)
  }
  return {
    connect,
    deliver() {
      const now = waiting.splice(0)
      for (const { to } of now) to()
      return now.length > 0
    },
  }
}

function read({ peers }: StartedNode, end: ldk.SocketDescriptor, bytes: Uint8Array): void {
  must(peers.read_event(end, bytes))
}

function must(result: { is_ok(): boolean }): void {
  if (!result.is_ok()) throw new Error('an LDK node does not take what another one sends')
}
