import { badRequest, forbidden, notFound, type ServiceError } from '@satchel/http/service-error'
import { unixSeconds } from '../../../base/clock.ts'
import { deactivateForAccount, installForAccount } from '../stores/account-commands.ts'
import { findAccountExtension } from '../stores/account-store.ts'
import { bringPackage, type SystemDeps } from './bring-package.ts'
import { type ExtensionCaller, requireMayBring } from './extension-caller.ts'
import type { KnownExtension } from './present-extensions.ts'
import { type Due, isPaid, type PaymentNeed, requirePaid } from './require-paid.ts'

export interface AddRequest {
  readonly extId: string
  readonly source: string | undefined
  readonly version: string | undefined
  readonly hash: string | undefined
  readonly paymentHash: string | undefined
  readonly acceptPermissions: boolean
}

/** Installs an extension for the caller, and activates it unless a payment is due. Returns whether anything changed. */
export async function addExtension(deps: SystemDeps, caller: ExtensionCaller, request: AddRequest): Promise<boolean> {
  const { extId } = request
  requireAllowed(deps, caller, extId)
  const brought = await bringIfMissing(deps, caller, request)
  const extension = requireOn(deps, extId)
  const due = dueOf(extension, caller)
  const active = due === undefined || (await isPaid(deps, needOf(caller, extId, due)))
  const changed = await deps.db.transact(installForAccount, { ...stepOf(deps, caller, extId), active })
  return brought || changed
}

/** Switches it on or off for the caller. Switching on also installs it; 402 when a payment is due. */
export async function toggleExtension(
  deps: SystemDeps,
  caller: ExtensionCaller,
  { extId, active, paymentHash }: { extId: string; active: boolean; paymentHash: string | undefined },
): Promise<void> {
  requireAllowed(deps, caller, extId)
  if (deps.present.find(extId) === undefined) throw notThere()
  const step = stepOf(deps, caller, extId)
  if (!active) return deps.db.transact(deactivateForAccount, step)
  const extension = requireOn(deps, extId)
  const account = await findAccountExtension(deps.db, caller.userId, extId)
  // An active extension stays active even if its price has changed.
  const due = account?.active === true ? undefined : dueOf(extension, caller)
  if (due !== undefined) await requirePaid(deps, { ...needOf(caller, extId, due), paymentHash })
  await deps.db.transact(installForAccount, { ...step, active: true })
}

/**
 * 403 for an extension that is disabled for all accounts, or for this caller, whether or not it is installed (rule
 * D13).
 */
function requireAllowed({ config, present }: SystemDeps, { isAdmin }: ExtensionCaller, extId: string): void {
  if (config.disabled.has(extId)) throw forbidden('This extension is disabled here.', { code: 'extension_disabled' })
  const adminOnly = config.adminOnly.has(extId) || present.find(extId)?.adminOnly === true
  if (adminOnly && !isAdmin) throw forbidden('Only administrators can use this extension.', { code: 'admin_required' })
}

function requireOn({ present }: SystemDeps, extId: string): KnownExtension {
  const extension = present.find(extId)
  if (extension === undefined) throw notThere()
  if (extension.available) return extension
  throw forbidden(`The extension is switched off. ${extension.offReason}`.trim(), { code: 'extension_off' })
}

/** A source named for a built-in is ignored (rule X4). */
async function bringIfMissing(deps: SystemDeps, caller: ExtensionCaller, request: AddRequest): Promise<boolean> {
  const { extId, version, hash, source } = request
  const there = deps.present.find(extId)
  if (there?.builtIn === true) return false
  const installed = there?.installed?.package
  if (installed === undefined || (version ?? installed.version) !== installed.version) {
    return bring(deps, caller, request)
  }
  await deps.catalogue.ready()
  if (source !== undefined && source !== installed.source && !deps.catalogue.now().sources.includes(source)) {
    throw notFound('There is no such source of extensions.', { code: 'extension_source_unknown' })
  }
  if (hash === undefined || hash.toLowerCase() === installed.hash) return false
  throw badRequest('The installed package has another digest than the one you expect.')
}

async function bring(deps: SystemDeps, caller: ExtensionCaller, request: AddRequest): Promise<boolean> {
  const { extId } = request
  await deps.catalogue.ready()
  const offered = deps.catalogue.now().releasesOf(extId).length > 0
  // Accounts can only install what a catalogue offers.
  if (!caller.isAdmin && !offered) throw notThere()
  requireMayBring(caller)
  await deps.catalogue.refresh()
  const { userId, actor } = caller
  return bringPackage(deps, { ...request, userId, actor })
}

/** The operator's price replaces the publisher's; administrators do not pay the operator. */
export function dueOf({ instance, installed }: KnownExtension, { isAdmin }: { isAdmin: boolean }): Due | undefined {
  const price = instance?.price
  if (price !== undefined) return isAdmin ? undefined : { to: 'operator', price }
  const fee = installed?.entry.pay_to_enable
  return fee === undefined ? undefined : { to: 'publisher', fee }
}

const needOf = ({ userId, actor }: ExtensionCaller, extId: string, due: Due): PaymentNeed => ({
  extId,
  kind: 'enable',
  userId,
  actor,
  due,
})

const stepOf = ({ clock }: SystemDeps, { userId, actor }: ExtensionCaller, extId: string) => ({
  userId,
  extId,
  actor,
  at: unixSeconds(clock),
})

export const notThere = (): ServiceError => notFound('There is no such extension.', { code: 'extension_not_found' })
