import type { SourceKind } from '@satchel/lightning/all-backends'
import type { StoredSource } from '../../funding/source-store.ts'
import { type Settings, SOURCES } from './read-settings.ts'

/** The node of LNbits, as one of ours. */
export interface LnbitsNode {
  /** LNbits's name of the node. */
  readonly name: string
  /** Undefined: Satchel cannot use such a node. */
  readonly kind: SourceKind | undefined
  readonly sourceId: number
  /** Payments in flight and open invoices can be asked about there. */
  readonly isConnected: boolean
}

export interface OwnNodes {
  /** In the order of first use. */
  readonly stored: readonly Pick<StoredSource, 'id' | 'kind'>[]
  readonly current: SourceKind
  /** The node before, which is still asked. */
  readonly former: SourceKind | undefined
}

/**
 * Without a node, or without its name in the database, it counts as the one in use. Nodes that were never used have the
 * next numbers: the former one before that in use, as in a service that starts.
 */
export function findNode({ source, fake }: Pick<Settings, 'source' | 'fake'>, own: OwnNodes): LnbitsNode {
  const { stored, current, former } = own
  const known = SOURCES[source]
  const kind = fake || source === '' ? current : known
  const idOf = (wanted: string): number | undefined => stored.findLast((one) => one.kind === wanted)?.id
  const next = stored.length + 1
  const afterFormer = former !== undefined && idOf(former) === undefined ? next + 1 : next
  const node = { name: source, kind }
  if (kind === current) return { ...node, sourceId: idOf(current) ?? afterFormer, isConnected: true }
  return { ...node, sourceId: idOf(kind ?? source) ?? next, isConnected: kind !== undefined && kind === former }
}
