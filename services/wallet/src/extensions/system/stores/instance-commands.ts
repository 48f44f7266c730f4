import { badRequest, conflict, notFound, type ServiceError } from '@satchel/http/service-error'
import { defineCommand, type Tx } from '../../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../../events/audit-log.ts'
import { isWalletOpen } from '../../../wallets/wallet-store.ts'
import { deleteAllAccountsOf } from './account-store.ts'
import { hasOpenIntents, listItemsAfter, setItemData } from './extension-data-store.ts'
import {
  findInstance,
  findPinnedHash,
  insertInstance,
  insertPackage,
  type OwnPrice,
  type StoredPackage,
  setAbsent,
  setAdminOnly,
  setAvailable,
  setPackage,
  setPrice,
} from './instance-store.ts'

interface Step {
  readonly extId: string
  readonly actor: Actor
  readonly at: number
}

export interface InstallPackage extends Step {
  readonly package: StoredPackage
  /** The digest in use when the installation was decided; undefined = none. */
  readonly instead: string | undefined
  /** Values for the fields that this version adds. */
  readonly defaults: Readonly<Record<string, unknown>>
}

/** Switches to a package whose files are already on disk, and adds its new fields to rows in the same transaction. */
export const installPackage = defineCommand({
  name: 'install-package',
  run: async (tx, { extId, package: added, instead, defaults, actor, at }: InstallPackage): Promise<void> => {
    const pinned = await findPinnedHash(tx, extId, added.version)
    if (pinned !== undefined && pinned !== added.hash) throw otherDigest(added.version)
    await tx.run(insertInstance(extId, false))
    const instance = await findInstance(tx, extId)
    const now = instance?.present === true ? instance.current : undefined
    if (now?.hash === added.hash) return
    if (now?.hash !== instead) throw conflict('Another version was installed just now.', { code: 'extension_changed' })
    await tx.run(insertPackage(extId, added))
    await tx.run(setPackage(extId, { hash: added.hash, previousHash: now?.hash ?? null, by: actor.id, at }))
    await fillDefaults(tx, extId, defaults)
    const action = now === undefined ? 'extension-installed' : 'extension-upgraded'
    const detail = { version: added.version, hash: added.hash, source: added.source }
    await tx.run(noteInAuditLog({ actor, action, subject: extId, detail, at }))
  },
})

export const otherDigest = (version: string): ServiceError =>
  badRequest(`Version ${version} was installed here with another digest: it may have been tampered with.`)

const BATCH = 500

async function fillDefaults(tx: Tx, extId: string, defaults: Readonly<Record<string, unknown>>): Promise<void> {
  if (Object.keys(defaults).length === 0) return
  let after = 0n
  for (;;) {
    const rows = await listItemsAfter(tx, extId, after, BATCH)
    for (const { seq, data } of rows) {
      await tx.run(setItemData(seq, JSON.stringify({ ...defaults, ...(JSON.parse(data) as object) })))
      after = seq
    }
    if (rows.length < BATCH) return
  }
}

/** Switches between the current and the previous package: versions only add fields, so both work on the rows. */
export const rollBackPackage = defineCommand({
  name: 'roll-back-package',
  run: async (tx, { extId, actor, at }: Step): Promise<void> => {
    const { current, previous } = (await findInstance(tx, extId)) ?? {}
    if (current === undefined || previous === undefined) {
      throw badRequest('There is no earlier version to go back to.')
    }
    await tx.run(setPackage(extId, { hash: previous.hash, previousHash: current.hash, by: actor.id, at }))
    const detail = { from: current.version, to: previous.version }
    await tx.run(noteInAuditLog({ actor, action: 'extension-rolled-back', subject: extId, detail, at }))
  },
})

/** Removes it for all accounts. Their rows stay, and are found again after a new installation. */
export const removePackage = defineCommand({
  name: 'remove-package',
  run: async (tx, { extId, actor, at }: Step): Promise<void> => {
    if (await hasOpenIntents(tx, extId)) {
      throw badRequest('Payments of the extension are in flight; retry when they have ended.', {
        code: 'extension_has_payments',
      })
    }
    const instance = await findInstance(tx, extId)
    if ((await tx.run(setAbsent(extId))) === 0)
      throw notFound('The extension is not installed.', { code: 'extension_not_found' })
    await tx.run(deleteAllAccountsOf(extId))
    const detail = { version: instance?.current?.version ?? '' }
    await tx.run(noteInAuditLog({ actor, action: 'extension-uninstalled', subject: extId, detail, at }))
  },
})

export interface ChangeInstance extends Step {
  readonly builtIn: boolean
  readonly available?: boolean | undefined
  /** Why it is switched off by the service itself. */
  readonly offReason?: string | undefined
  readonly adminOnly?: boolean | undefined
  /** null: the publisher's price applies again. */
  readonly price?: OwnPrice | null | undefined
}

export const changeInstance = defineCommand({
  name: 'change-extension-instance',
  run: async (
    tx,
    { extId, builtIn, available, offReason = '', adminOnly, price, actor, at }: ChangeInstance,
  ): Promise<void> => {
    if (builtIn) await tx.run(insertInstance(extId, true))
    const instance = await findInstance(tx, extId)
    if (instance?.present !== true) throw notFound('The extension is not installed.', { code: 'extension_not_found' })
    const note = (action: string, detail = {}) => tx.run(noteInAuditLog({ actor, action, subject: extId, detail, at }))
    if (available !== undefined) {
      await tx.run(setAvailable(extId, available, offReason))
      const why = offReason === '' ? {} : { reason: offReason }
      if (available !== instance.available)
        await note(available ? 'extension-switched-on' : 'extension-switched-off', why)
    }
    if (adminOnly !== undefined && adminOnly !== instance.adminOnly) {
      await tx.run(setAdminOnly(extId, adminOnly))
      await note(adminOnly ? 'extension-restricted' : 'extension-opened')
    }
    if (price !== undefined) {
      if (price !== null && !(await isWalletOpen(tx, price.walletId))) {
        throw badRequest('body.pay_to_enable.wallet_id: not an open wallet.')
      }
      await tx.run(setPrice(extId, price ?? undefined))
      await note('extension-priced', { amount_sat: price?.amountSat ?? 0 })
    }
  },
})
