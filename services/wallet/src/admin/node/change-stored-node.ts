import { conflict, notFound, type ServiceError } from '@satchel/http/service-error'
import { defineGrant } from '../../access/shown-credential.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { listSources, type StoredSource } from '../../funding/source-store.ts'
import { countBySource } from '../../payments/lists/payments-by-source.ts'
import { deleteStoredNode, findStoredNode, putStoredNode } from './stored-node-store.ts'

export interface StoreNode {
  readonly kind: string
  readonly nodeKey: string
  readonly alias: string
  readonly formerKind: string | undefined
  readonly sealed: string
  /** Nodes that are still polled after the change, besides the new one. */
  readonly followed: readonly number[]
  /** The kind of a node that has not identified itself yet: all nodes of this kind count as followed. */
  readonly followedKind: string | undefined
  /** The operator accepts that payments at other nodes stay pending. */
  readonly mayLeave: boolean
  /** Another account at a host that does not identify accounts: no payment may be pending at that host. */
  readonly isNameless: boolean
  readonly actor: Actor
  readonly at: number
}

/** Stores a node for the next start, unless payments would be left that nothing follows (decisions 0021, 0067). */
export const storeNode = defineGrant({
  name: 'store-node',
  run: async (tx, given: StoreNode): Promise<void> => {
    const { kind, nodeKey, alias, formerKind, sealed, followed, followedKind, actor, at } = given
    await requireNoneLeft(tx, (source) => {
      const isNew = source.kind === kind && source.nodeKey === nodeKey
      if (isNew && given.isNameless) return false
      return isNew || followed.includes(source.id) || source.kind === followedKind || given.mayLeave
    })
    await tx.run(putStoredNode({ kind, nodeKey, alias, formerKind, sealed, storedBy: actor.id, storedAt: at }))
    const detail = { node_key: nodeKey, alias, ...(formerKind !== undefined && { former: formerKind }) }
    await tx.run(noteInAuditLog({ actor, action: 'node-stored', subject: kind, detail, at }))
  },
})

export interface RemoveNode {
  /** This process uses it: after the next start the simulated node is used, and no other node is polled. */
  readonly isInUse: boolean
  readonly actor: Actor
  readonly at: number
}

/** Removes the stored node: the next start uses the environment. */
export const removeStoredNode = defineCommand({
  name: 'remove-stored-node',
  run: async (tx, { isInUse, actor, at }: RemoveNode): Promise<void> => {
    const stored = await findStoredNode(tx)
    if (stored === undefined) throw notStored()
    if (isInUse) await requireNoneLeft(tx, ({ kind }) => kind === 'simulated')
    await tx.run(deleteStoredNode())
    await tx.run(noteInAuditLog({ actor, action: 'stored-node-removed', subject: stored.kind, at }))
  },
})

export interface RemoveFormer {
  /** The stored node when the change began. */
  readonly before: string
  readonly sealed: string
  readonly actor: Actor
  readonly at: number
}

/** From the next start on the former node is no longer polled. */
export const removeFormerNode = defineCommand({
  name: 'remove-former-node',
  run: async (tx, { before, sealed, actor, at }: RemoveFormer): Promise<void> => {
    const stored = await findStoredNode(tx)
    if (stored?.sealed !== before) throw conflict('The stored node has changed; read it again.')
    const isStored = ({ kind, nodeKey }: StoredSource) => kind === stored.kind && nodeKey === stored.nodeKey
    // A new node of the same kind is accepted only while the former one is configured.
    if (!(await listSources(tx)).some(isStored)) throw notInUse()
    await requireNoneLeft(tx, isStored)
    const { formerKind: _former, ...rest } = stored
    await tx.run(putStoredNode({ ...rest, formerKind: undefined, sealed, storedBy: actor.id, storedAt: at }))
    const subject = stored.formerKind ?? ''
    await tx.run(noteInAuditLog({ actor, action: 'former-node-removed', subject, at }))
  },
})

export const notStored = (): ServiceError => notFound('No node is stored.', { code: 'node_not_stored' })

const notInUse = (): ServiceError =>
  conflict('The stored node has not been used yet; restart the service first.', { code: 'node_not_in_use' })

/** Payments and invoices in flight at a node that is not followed would stay pending: 409 with the node and their number. */
async function requireNoneLeft(tx: Tx, isFollowed: (source: StoredSource) => boolean): Promise<void> {
  const sources = await listSources(tx)
  for (const { sourceId, outgoing, incoming } of await countBySource(tx)) {
    const source = sources.find(({ id }) => id === sourceId)
    if (source === undefined || isFollowed(source)) continue
    const { kind, nodeKey: node } = source
    const count = outgoing + incoming
    throw conflict(
      `${outgoing} payments and ${incoming} invoices are in flight at the ${kind} node ${node}`.trimEnd() +
        '; wait until they have ended',
      { code: 'node_has_payments', params: { count, kind } },
    )
  }
}
