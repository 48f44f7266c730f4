import { LOCAL } from '../catalogue/catalogue.ts'
import type { SystemDeps } from '../installing/bring-package.ts'
import type { AskedPermission } from '../packages/risk-of.ts'
import { compareVersions, isCompatible } from '../packages/version-bounds.ts'
import { countActive, listAccountExtensions } from '../stores/account-store.ts'
import { listRowBytes } from '../stores/extension-data-store.ts'
import type { AdminExtension, ExtensionRelease } from './extension-schemas.ts'
import { listIds, toPermission, toRow } from './list-extensions.ts'

/** Everything, removed and rejected entries included, by id (rule X4). */
export async function listForAdmin(deps: SystemDeps, userId: string): Promise<AdminExtension[]> {
  await deps.catalogue.refresh()
  const gone = deps.present.instances().map(({ extId }) => extId)
  const ids = [...new Set([...listIds(deps), ...gone, ...deps.catalogue.now().rejected.map(({ id }) => id)])]
  const tell = await openTelling(deps, userId)
  return ids.toSorted().map(tell)
}

export async function findForAdmin(deps: SystemDeps, userId: string, extId: string): Promise<AdminExtension> {
  return (await openTelling(deps, userId))(extId)
}

async function openTelling(deps: SystemDeps, userId: string): Promise<(extId: string) => AdminExtension> {
  const { db, present, catalogue } = deps
  const own = new Map((await listAccountExtensions(db, userId)).map((one) => [one.extId, one]))
  const active = new Map(await countActive(db))
  const bytes = new Map(await listRowBytes(db))
  const instances = new Map(present.instances().map((one) => [one.extId, one]))
  const { rejected, fetchedAt } = catalogue.now()
  return (extId) => {
    const stored = instances.get(extId)
    // A removed package keeps its row: decisions about it apply again after a new installation.
    const instance = stored?.present === true || present.isBuiltIn(extId) ? stored : undefined
    const { current, previous } = instance ?? {}
    const problem = present.find(extId)?.offReason || rejected.find(({ id }) => id === extId)?.reason
    return {
      ...toRow(deps, extId, own.get(extId)),
      hash: current?.hash ?? null,
      publisher: present.find(extId)?.installed?.entry.publisher ?? null,
      installed_at: instance?.installedAt ?? null,
      installed_by: instance?.installedBy ?? null,
      previous_version: previous?.version ?? null,
      accounts_active: active.get(extId) ?? 0,
      storage_bytes: (current?.sizeBytes ?? 0) + (previous?.sizeBytes ?? 0) + (bytes.get(extId) ?? 0),
      strikes: instance?.strikes ?? 0,
      rejected_reason: problem === undefined || problem === '' ? null : problem,
      catalogue_fetched_at: fetchedAt ?? null,
    }
  }
}

/** By id, then newest first. */
export async function listReleases(deps: SystemDeps, extId: string | undefined): Promise<ExtensionRelease[]> {
  await deps.catalogue.refresh()
  const wanted = (id: string): boolean => extId === undefined || id === extId
  const builtIn = deps.present.list().filter((one) => one.builtIn && wanted(one.id))
  const offered = deps.catalogue.now().releases.filter((one) => wanted(one.extId))
  return [
    ...builtIn.map(({ id, definition: { manifest } }) => ({
      ext_id: id,
      version: manifest.version,
      description: manifest.short_description,
      notes: null,
      permissions: manifest.permissions.map(toPermission),
      min_service_version: null,
      max_service_version: null,
      hash: null,
      source_repo: 'builtin',
      publisher: null,
      compatible: true,
      installed: true,
      revoked: false,
    })),
    ...offered.map(({ extId: id, version, hash, source, entry, revoked }) => ({
      ext_id: id,
      version,
      description: entry.short_description,
      notes: entry.notes ?? null,
      permissions: statedPermissions(source, entry.permissions),
      min_service_version: entry.min_service_version ?? null,
      max_service_version: entry.max_service_version ?? null,
      hash: hash ?? null,
      source_repo: source,
      publisher: entry.publisher ?? null,
      compatible: isCompatible(entry, deps.version),
      installed: isInUse(deps, id, version),
      revoked,
    })),
  ].toSorted((a, b) => (a.ext_id === b.ext_id ? compareVersions(b.version, a.version) : a.ext_id < b.ext_id ? -1 : 1))
}

/** A dropped archive has its own manifest, which states all of them; a catalogue need not. */
function statedPermissions(
  source: string,
  listed: readonly AskedPermission[] | undefined,
): ExtensionRelease['permissions'] {
  const stated = source === LOCAL ? (listed ?? []) : listed
  return stated?.map(toPermission) ?? null
}

const isInUse = ({ present }: SystemDeps, extId: string, version: string): boolean =>
  present.find(extId)?.installed?.package.version === version
