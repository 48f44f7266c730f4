import { createHmac } from 'node:crypto'
import { publicKey } from '@satchel/bolt11/secp256k1'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import type { Ask } from '../journal/node-calls.ts'
import { NODE_NETWORK } from '../journal/node-network.ts'
import type { NodeState } from '../journal/node-state.ts'

/** The invoice of a create call: the same call gives the same text. */
export function signOwnInvoice(keys: NodeState['keys'], ask: Ask<'create'>): string {
  const { hash, amountMsat, memo, descriptionHash, createdAt, expirySeconds } = ask
  return writeInvoice(
    {
      network: NODE_NETWORK,
      amountMsat: amountMsat === undefined ? undefined : BigInt(amountMsat),
      paymentHash: hash,
      paymentSecret: ownPaymentSecret(keys, hash),
      description: descriptionHash === undefined ? memo : undefined,
      descriptionHash,
      timestamp: createdAt,
      expirySeconds,
    },
    present(keys).own,
  )
}

/** Derived, so that an invoice of ours is distinguished from a copy without storing it. */
export const ownPaymentSecret = (keys: NodeState['keys'], hash: string): string =>
  createHmac('sha256', present(keys).own).update(hash).digest('hex')

/** The public key in hex, as invoices name their payee. */
export const nodeKeyOf = (privateKey: Uint8Array): string => Buffer.from(publicKey(privateKey)).toString('hex')

export const ownNodeKey = (keys: NodeState['keys']): string => nodeKeyOf(present(keys).own)

export function present(keys: NodeState['keys']): NonNullable<NodeState['keys']> {
  if (keys === undefined) throw new Error('The journal has no keys.')
  return keys
}
