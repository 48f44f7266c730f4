import { badRequest } from '@satchel/http/service-error'
import { unixSeconds } from '../../../base/clock.ts'
import type { Actor } from '../../../events/audit-log.ts'
import { isCompatible } from '../packages/version-bounds.ts'
import { changeInstance, removePackage, rollBackPackage } from '../stores/instance-commands.ts'
import type { OwnPrice } from '../stores/instance-store.ts'
import { bringPackage, type SystemDeps } from './bring-package.ts'
import { notThere } from './use-extension.ts'

/** The super user's decisions for all accounts; omitted fields are unchanged. */
export interface Governing {
  readonly extId: string
  readonly actor: Actor
  readonly active?: boolean | undefined
  readonly adminOnly?: boolean | undefined
  readonly price?: OwnPrice | null | undefined
  readonly rollback: boolean
  readonly remove: boolean
  readonly upgradeTo?: string | undefined
  readonly hash?: string | undefined
  readonly paymentHash?: string | undefined
  readonly acceptPermissions: boolean
}

export async function governExtension(deps: SystemDeps, request: Governing): Promise<void> {
  const { extId, rollback, remove, upgradeTo } = request
  const extension = deps.present.find(extId)
  if (extension === undefined) throw notThere()
  if ([rollback, remove, upgradeTo !== undefined].filter(Boolean).length > 1) {
    throw badRequest('Upgrade, roll back or remove: one at a time.')
  }
  if (extension.builtIn && (rollback || remove || upgradeTo !== undefined)) {
    throw badRequest(
      'A built-in extension has the version of the service: it cannot be upgraded, rolled back or removed.',
    )
  }
  if (remove) return removeForAll(deps, request)
  if (rollback) await rollBack(deps, request)
  if (upgradeTo !== undefined) {
    await deps.catalogue.refresh()
    await bringPackage(deps, { ...request, userId: request.actor.id, version: upgradeTo })
  }
  await change(deps, request, extension.builtIn)
}

async function change(deps: SystemDeps, request: Governing, builtIn: boolean): Promise<void> {
  const { extId, actor, active: available, adminOnly, price } = request
  if (available === true && isRevoked(deps, extId))
    throw badRequest('Its publisher has revoked this version.', { code: 'extension_revoked' })
  if (available === undefined && adminOnly === undefined && price === undefined) return
  const at = unixSeconds(deps.clock)
  await deps.db.transact(changeInstance, { extId, builtIn, available, adminOnly, price, actor, at })
  await deps.present.reload()
}

const removeForAll = (deps: SystemDeps, { extId, actor }: Governing): Promise<void> =>
  deps.inTurn(extId, async () => {
    await deps.db.transact(removePackage, { extId, actor, at: unixSeconds(deps.clock) })
    await deps.present.reload()
    await deps.files.removeOthers(extId, [])
  })

const rollBack = (deps: SystemDeps, { extId, actor }: Governing): Promise<void> =>
  deps.inTurn(extId, async () => {
    const previous = deps.present.find(extId)?.instance?.previous
    if (previous !== undefined && deps.catalogue.now().isRevoked({ extId, ...previous })) {
      throw badRequest('Its publisher has revoked the version before.', { code: 'extension_revoked' })
    }
    const bounds = JSON.parse(previous?.manifest ?? '{}') as Parameters<typeof isCompatible>[0]
    if (!isCompatible(bounds, deps.version))
      throw badRequest('The version before needs another version of this service.')
    await deps.db.transact(rollBackPackage, { extId, actor, at: unixSeconds(deps.clock) })
    await deps.present.reload()
  })

const isRevoked = ({ present, catalogue }: SystemDeps, extId: string): boolean => {
  const installed = present.find(extId)?.installed?.package
  return installed !== undefined && catalogue.now().isRevoked({ extId, ...installed })
}
