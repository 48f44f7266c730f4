import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Log } from '@satchel/http/log'
import type { ExtensionsConfig } from '../../../config/extensions.ts'
import type { Database } from '../../../db/database.ts'
import type { ExtensionSystem, FrameFiles, PresentExtension } from '../../extension-system.ts'
import { definePackage, runtimeOf } from '../packages/define-package.ts'
import type { PackageFiles } from '../packages/package-files.ts'
import type { CatalogueEntry, PackageManifest } from '../packages/package-schema.ts'
import { parsePackage } from '../packages/read-package.ts'
import { isCompatible } from '../packages/version-bounds.ts'
import { type Instance, listInstances, type StoredPackage } from '../stores/instance-store.ts'

/** A present extension, with all data for lists. */
export interface KnownExtension extends PresentExtension {
  readonly id: string
  readonly builtIn: boolean
  /** Whether it would run on this version of the service. */
  readonly compatible: boolean
  readonly disabled: boolean
  /** Whether its code runs here. */
  readonly runs: boolean
  /** Why it is not available, or ''. */
  readonly offReason: string
  readonly instance: Instance | undefined
  readonly installed:
    | { readonly package: StoredPackage; readonly manifest: PackageManifest; readonly entry: Partial<CatalogueEntry> }
    | undefined
}

export interface PresentExtensionsDeps {
  readonly db: Database
  readonly builtIns: readonly AnyExtension[]
  readonly config: ExtensionsConfig
  /** Version of the service. */
  readonly version: string
  readonly log: Log
  readonly files: Pick<PackageFiles, 'readFrame'>
  /** Makes a definition of a package whose code runs in the sandbox. */
  readonly withCode: (manifest: PackageManifest, hash: string) => AnyExtension
}

export interface PresentExtensions extends ExtensionSystem {
  find(extId: string): KnownExtension | undefined
  list(): readonly KnownExtension[]
  /** Decisions about all extensions, removed ones included. */
  instances(): readonly Instance[]
  isBuiltIn(extId: string): boolean
  /** Reads the changes of this process, or of another. */
  reload(): Promise<void>
  stop(): Promise<void>
}

/** Delay until another process's changes are read; commits in quick succession cost one read. */
const REREAD_AFTER_MS = 500

/** The built-ins and the installed packages, in memory: every request to an extension asks for one. */
export async function openPresentExtensions(deps: PresentExtensionsDeps): Promise<PresentExtensions> {
  const { db, log } = deps
  const builtIns = new Map(deps.builtIns.map((definition) => [definition.manifest.id, definition]))
  const listeners = new Set<() => void>()
  const packages = new Map<string, Package>()
  let instances: readonly Instance[] = []
  let known: ReadonlyMap<string, KnownExtension> = new Map()

  const read = async (): Promise<void> => {
    instances = await listInstances(db)
    const before = fingerprint(known)
    known = toKnown(deps, builtIns, instances, packages)
    if (fingerprint(known) !== before) for (const listener of listeners) listener()
  }
  let reading: Promise<void> = Promise.resolve()
  const reload = (): Promise<void> => {
    // In sequence, so that an older result never overwrites a newer one.
    reading = reading.catch(() => undefined).then(read)
    return reading
  }
  await reload()
  const stopFollowing = db.dialect === 'sqlite' ? () => undefined : followOtherProcesses(db, reload, log)
  return {
    find: (extId) => known.get(extId),
    list: () => [...known.values()],
    instances: () => instances,
    isBuiltIn: (extId) => builtIns.has(extId),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reload,
    async stop() {
      stopFollowing()
      await reading.catch(() => undefined)
    },
  }
}

function toKnown(
  deps: PresentExtensionsDeps,
  builtIns: ReadonlyMap<string, AnyExtension>,
  instances: readonly Instance[],
  packages: Map<string, Package>,
): ReadonlyMap<string, KnownExtension> {
  const known = new Map<string, KnownExtension>()
  const byId = new Map(instances.map((instance) => [instance.extId, instance]))
  for (const [id, definition] of builtIns) {
    known.set(id, {
      definition,
      runtime: 'built-in',
      builtIn: true,
      compatible: true,
      runs: true,
      installed: undefined,
      ...judge(deps, id, byId.get(id)),
    })
  }
  for (const instance of instances) {
    const { extId, present, current } = instance
    if (!present || current === undefined || builtIns.has(extId)) continue
    try {
      const opened = packages.get(current.hash) ?? openPackage(deps, current)
      packages.set(current.hash, opened)
      known.set(extId, toPackageExtension(deps, instance, current, opened))
    } catch (error) {
      deps.log.warn({ extension: extId, err: error }, 'an installed extension cannot be read; it is left out')
    }
  }
  return known
}

/** Read once: caches are keyed by the definition object. */
interface Package {
  readonly manifest: PackageManifest
  readonly definition: AnyExtension
  readonly frames: FrameFiles | undefined
}

function openPackage({ withCode, files }: PresentExtensionsDeps, { hash, manifest: text }: StoredPackage): Package {
  const manifest = parsePackage(text)
  const { id, code } = manifest
  const hasCode = runtimeOf(manifest) === 'js' && code !== undefined
  const names = new Set(code?.frames)
  return {
    manifest,
    definition: hasCode ? withCode(manifest, hash) : definePackage(manifest),
    frames: names.size === 0 ? undefined : { version: hash, names, read: (name) => files.readFrame(id, hash, name) },
  }
}

function toPackageExtension(
  deps: PresentExtensionsDeps,
  instance: Instance,
  installed: StoredPackage,
  { manifest, definition, frames }: Package,
): KnownExtension {
  const entry = JSON.parse(installed.entry) as Partial<CatalogueEntry>
  const compatible = isCompatible(manifest, deps.version) && isCompatible(entry, deps.version)
  const judged = judge(deps, instance.extId, instance)
  const unfit = runtimeOf(manifest) === 'js' ? codeUnfit(deps, manifest) : undefined
  return {
    definition,
    runtime: runtimeOf(manifest),
    builtIn: false,
    frames,
    installed: { package: installed, manifest, entry },
    compatible,
    runs: unfit === undefined,
    ...judged,
    available: judged.available && compatible && unfit === undefined,
    offReason: unfit ?? (compatible ? judged.offReason : 'It is not for this version of the service.'),
  }
}

/** Why its code does not run; undefined = it does. */
function codeUnfit({ config }: PresentExtensionsDeps, { code }: PackageManifest): string | undefined {
  if (!config.runsCode) return 'SERVICE_EXTENSION_CODE is false.'
  return code === undefined ? 'It was packed for an earlier version of the service: install a newer one.' : undefined
}

function judge({ config }: PresentExtensionsDeps, id: string, instance: Instance | undefined) {
  const disabled = config.disabled.has(id)
  return {
    id,
    instance,
    disabled,
    available: !disabled && instance?.available !== false,
    adminOnly: config.adminOnly.has(id) || instance?.adminOnly === true,
    offReason: disabled ? 'SERVICE_DISABLED_EXTENSIONS names it.' : (instance?.offReason ?? ''),
  }
}

/** The states that API clients can distinguish. */
const fingerprint = (known: ReadonlyMap<string, KnownExtension>): string =>
  [...known.values()]
    .map((one) => `${one.id} ${one.installed?.package.hash ?? ''} ${one.available} ${one.adminOnly}`)
    .join('\n')

function followOtherProcesses(db: Database, reload: () => Promise<void>, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined
  const unsubscribe = db.onCommit(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      reload().catch((error: unknown) => log.warn({ err: error }, 'the extensions could not be read again'))
    }, REREAD_AFTER_MS)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
