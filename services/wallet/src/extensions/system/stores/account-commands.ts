import { badRequest, notFound } from '@satchel/http/service-error'
import { defineCommand } from '../../../db/database.ts'
import { refusingDuplicates } from '../../../db/unique-violation.ts'
import { type Actor, noteInAuditLog } from '../../../events/audit-log.ts'
import { hearFromNow } from '../../host/stores/hearing-items.ts'
import { raiseSubscriptionVersion } from '../../host/stores/subscription-version.ts'
import { watchSockets } from '../../host/stores/watch-sockets.ts'
import { deleteAccountExtension, insertAccountExtension, setActive } from './account-store.ts'
import { deleteKeptRows, hasOpenIntents, type KeptRow, listKeptRows } from './extension-data-store.ts'
import { type ExtensionPayment, insertAsked, setPaid } from './extension-payment-store.ts'

export interface AccountStep {
  readonly userId: string
  readonly extId: string
  readonly actor: Actor
  readonly at: number
}

/** Installs it for the account, and activates it when `active`. Returns whether anything changed. */
export const installForAccount = defineCommand({
  name: 'install-extension-for-account',
  run: async (tx, { userId, extId, active, actor, at }: AccountStep & { active: boolean }): Promise<boolean> => {
    const note = (action: string) =>
      tx.run(noteInAuditLog({ actor, action, subject: userId, detail: { extension: extId }, at }))
    const installed = (await tx.run(insertAccountExtension(userId, extId, active, at))) > 0
    const activated = active && (installed || (await tx.run(setActive(userId, extId, true))) > 0)
    if (installed) await note('extension-added')
    if (activated) {
      await note('extension-activated')
      await tx.run(hearFromNow(userId, extId))
      await tx.run(raiseSubscriptionVersion(extId))
    }
    return installed || activated
  },
})

export const deactivateForAccount = defineCommand({
  name: 'deactivate-extension-for-account',
  run: async (tx, { userId, extId, actor, at }: AccountStep): Promise<void> => {
    if ((await tx.run(setActive(userId, extId, false))) === 0) return
    await tx.run(raiseSubscriptionVersion(extId))
    await tx.run(watchSockets(extId, at))
    const detail = { extension: extId }
    await tx.run(noteInAuditLog({ actor, action: 'extension-deactivated', subject: userId, detail, at }))
  },
})

export interface Uninstall extends AccountStep {
  /** Delete its rows of the account, too; undefined = keep them. `exportOf`: return only the rows of this wallet. */
  readonly purge: { readonly exportOf: string | undefined } | undefined
}

/** Returns deleted rows, if `purge` is set. */
export const uninstallForAccount = defineCommand({
  name: 'uninstall-extension-for-account',
  run: async (tx, { userId, extId, purge, actor, at }: Uninstall): Promise<readonly KeptRow[]> => {
    if (purge !== undefined && (await hasOpenIntents(tx, extId, userId))) {
      throw badRequest('Payments of the extension are in flight; retry when they have ended.', {
        code: 'extension_has_payments',
      })
    }
    const removed = await tx.run(deleteAccountExtension(userId, extId))
    if (removed === 0 && purge === undefined)
      throw notFound('The extension is not installed.', { code: 'extension_not_found' })
    await tx.run(raiseSubscriptionVersion(extId))
    await tx.run(watchSockets(extId, at))
    const detail = { extension: extId, purged: purge !== undefined }
    await tx.run(noteInAuditLog({ actor, action: 'extension-removed', subject: userId, detail, at }))
    if (purge === undefined) return []
    const kept = await listKeptRows(tx, { userId, extId, walletId: purge.exportOf })
    for (const change of deleteKeptRows(userId, extId)) await tx.run(change)
    return kept
  },
})

/** Stores the invoice before it can be paid. */
export const askForPayment = defineCommand({
  name: 'ask-for-extension-payment',
  run: (tx, asked: ExtensionPayment) =>
    refusingDuplicates(
      () => tx.run(insertAsked(asked)),
      () => badRequest('The payee has given out an invoice twice; try again.', { code: 'payee_unreliable' }),
    ),
})

export const noteExtensionPaid = defineCommand({
  name: 'note-extension-paid',
  run: async (
    tx,
    { asked, preimage, actor, at }: { asked: ExtensionPayment; preimage: string; actor: Actor; at: number },
  ) => {
    if ((await tx.run(setPaid(asked.paymentHash, preimage, at))) === 0) return
    const detail = {
      extension: asked.extId,
      purpose: asked.kind,
      amount_sat: asked.amountSat,
      payment_hash: asked.paymentHash,
    }
    await tx.run(noteInAuditLog({ actor, action: 'extension-paid', subject: asked.userId, detail, at }))
  },
})
