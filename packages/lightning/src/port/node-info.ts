import type { Msat } from '@satchel/money/units'

/** A node's report besides its identity, for the operator only. Absent = not known. */
export interface NodeInfo {
  /** The name of the node, or of the wallet at its host. */
  readonly alias?: string | undefined
  /** The amount that its channels can receive now. */
  readonly canReceiveMsat?: Msat | undefined
  /** The newest block that it knows. */
  readonly height?: number | undefined
  /** Whether it has all blocks. */
  readonly synced?: boolean | undefined
  /** Whether it knows the channels of the network, too: without them it finds no route. */
  readonly graphSynced?: boolean | undefined
  /** Its on-chain balance; unknown if the credential does not permit the query. */
  readonly onChainMsat?: Msat | undefined
  /** How many channels it has; on LND those that are being closed included. */
  readonly channels?: number | undefined
}

const MAX_ALIAS = 100

/** A name that anyone may have chosen: one line, limited in length; empty = none. */
export function toAlias(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line === '' ? undefined : Array.from(line).slice(0, MAX_ALIAS).join('')
}

/** A height as nodes write it. */
export const toHeight = (height: unknown): number | undefined =>
  typeof height === 'number' && Number.isSafeInteger(height) && height >= 0 ? height : undefined
