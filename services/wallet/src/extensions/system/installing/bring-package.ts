import { hash } from 'node:crypto'
import type { Log } from '@satchel/http/log'
import { badRequest, type ServiceError } from '@satchel/http/service-error'
import { withQuery } from '@satchel/lnurl/with-query'
import { type Clock, unixSeconds } from '../../../base/clock.ts'
import type { ExtensionsConfig } from '../../../config/extensions.ts'
import type { Actor } from '../../../events/audit-log.ts'
import { type Catalogue, LOCAL } from '../catalogue/catalogue.ts'
import type { Release } from '../catalogue/catalogue-release.ts'
import { chooseRelease, type Wanted } from '../catalogue/choose-release.ts'
import { type FetchTrustedDeps, fetchTrusted } from '../catalogue/fetch-trusted.ts'
import type { PackageFiles } from '../packages/package-files.ts'
import type { PackageManifest } from '../packages/package-schema.ts'
import { type ArchiveFiles, MAX_ARCHIVE_BYTES, readArchive } from '../packages/read-archive.ts'
import { readPackage } from '../packages/read-package.ts'
import { newPermissions } from '../packages/risk-of.ts'
import { boundsText, isCompatible } from '../packages/version-bounds.ts'
import { installPackage, otherDigest } from '../stores/instance-commands.ts'
import { findPinnedHash, type StoredPackage } from '../stores/instance-store.ts'
import type { PresentExtensions } from './present-extensions.ts'
import { isPaid, type PayDeps, type PaymentNeed, requirePaid } from './require-paid.ts'
import { addedDefaults } from './upgrade-rules.ts'

/** The dependencies of the use cases of this folder. */
export interface SystemDeps extends PayDeps, FetchTrustedDeps {
  readonly present: PresentExtensions
  readonly catalogue: Catalogue
  readonly files: PackageFiles
  readonly config: ExtensionsConfig
  readonly clock: Clock
  readonly log: Log
  /** Version of the service. */
  readonly version: string
  /** One at a time per extension. */
  readonly inTurn: <T>(extId: string, work: () => Promise<T>) => Promise<T>
}

export interface BringRequest extends Wanted {
  readonly userId: string
  readonly actor: Actor
  /** The digest that the caller expects; required if the publisher states none. */
  readonly hash?: string | undefined
  readonly paymentHash?: string | undefined
  /** The caller accepts that an upgrade has more permissions than the version before. */
  readonly acceptPermissions: boolean
  /** No user can pay: an extension with a price is rejected. */
  readonly unattended?: boolean
}

/**
 * Installs a package or another version of it: chooses it from our catalogue, pays, downloads, checks the digest before
 * unpacking, validates, stores it on disk, and switches to it in one transaction. A failure before that leaves nothing
 * behind. Returns whether anything changed.
 */
export const bringPackage = (deps: SystemDeps, request: BringRequest): Promise<boolean> =>
  deps.inTurn(request.extId, () => bringInTurn(deps, request))

async function bringInTurn(deps: SystemDeps, request: BringRequest): Promise<boolean> {
  const release = chooseRelease(deps.catalogue.now(), request, deps.version)
  const { extId, version } = release
  const before = deps.present.find(extId)?.installed
  if (before?.package.version === version) {
    requireExpected(request.hash, before.package.hash)
    return false
  }
  requireDigest(release, request.hash)
  const pinned = await findPinnedHash(deps.db, extId, version)
  if (pinned !== undefined && release.hash !== undefined && pinned !== release.hash) throw otherDigest(version)
  const archive = await download(deps, release, await payFor(deps, release, request))
  const digest = hash('sha256', archive, 'hex')
  if (digest !== (release.hash ?? request.hash?.toLowerCase()))
    throw refused(`its digest is ${digest}, not the expected one`)
  const files = await readArchive(archive)
  const manifest = readPackage(files)
  requireAsListed(release, manifest, deps.version)
  if (manifest.runtime?.kind === 'js' && !deps.config.runsCode)
    throw refused('it has code, and SERVICE_EXTENSION_CODE is false')
  if (before !== undefined) {
    requireSamePublisher(before.entry.publisher, release.entry.publisher)
    requireConsent(before.manifest, manifest, request.acceptPermissions)
  }
  const defaults = before === undefined ? {} : addedDefaults(before.manifest, manifest)
  const stored = toStored(release, digest, files, unixSeconds(deps.clock))
  await switchTo(deps, request, { files, stored, instead: before?.package.hash, defaults })
  return true
}

/**
 * Stores the files, then switches in one transaction; afterwards only this version and the previous one stay on disk.
 */
async function switchTo(
  { db, files: disk, present, clock }: SystemDeps,
  { extId, actor }: BringRequest,
  next: {
    readonly files: ArchiveFiles
    readonly stored: StoredPackage
    readonly instead: string | undefined
    readonly defaults: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { files, stored, instead, defaults } = next
  await disk.store(extId, stored.hash, files)
  try {
    await db.transact(installPackage, { extId, package: stored, instead, defaults, actor, at: unixSeconds(clock) })
  } finally {
    await present.reload()
    const { current, previous } = present.instances().find((one) => one.extId === extId) ?? {}
    await disk.removeOthers(
      extId,
      [current, previous].flatMap((one) => (one === undefined ? [] : [one.hash])),
    )
  }
}

function requireDigest({ hash: published, computed }: Release, expected: string | undefined): void {
  if (!computed && published !== undefined) return requireExpected(expected, published)
  if (expected !== undefined) return requireExpected(expected, published ?? expected.toLowerCase())
  const digest = published === undefined ? '' : `; at the moment it is ${published}`
  throw refused(`its publisher states no digest: check the archive and send its SHA-256 as hash${digest}`)
}

function requireExpected(expected: string | undefined, digest: string): void {
  if (expected === undefined || expected.toLowerCase() === digest) return
  throw refused('its digest is not the one you expect')
}

/** The hash of the payment that goes with the request for the archive; undefined = it costs nothing. */
async function payFor(deps: SystemDeps, { extId, entry }: Release, request: BringRequest): Promise<string | undefined> {
  if (entry.payment_hash !== undefined) return entry.payment_hash
  const fee = entry.pay_to_install
  if (fee === undefined) return undefined
  const { userId, actor, paymentHash } = request
  const need: PaymentNeed = { extId, kind: 'install', userId, actor, due: { to: 'publisher', fee }, paymentHash }
  if (request.unattended === true && !(await isPaid(deps, need))) throw refused('it has a price')
  return requirePaid(deps, need)
}

async function download(deps: SystemDeps, release: Release, paymentHash: string | undefined): Promise<Buffer> {
  const { source, archive, version } = release
  if (source === LOCAL) return deps.files.readDropped(archive)
  try {
    const url = paymentHash === undefined ? archive : withQuery(archive, { payment_hash: paymentHash, version })
    return await fetchTrusted(deps, url, MAX_ARCHIVE_BYTES)
  } catch (error) {
    throw refused(`it cannot be fetched: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

/** Checks that the package matches the catalogue, so that an administrator gets the one they agreed to. */
function requireAsListed({ extId, version, entry }: Release, manifest: PackageManifest, service: string): void {
  if (manifest.id !== extId || manifest.version !== version) {
    throw refused(`inside it is ${manifest.id} ${manifest.version}, and not what the catalogue says`)
  }
  if (!isCompatible(manifest, service)) {
    throw refused(`it needs another version of this service: ${boundsText(manifest)}`)
  }
  const hidden = entry.permissions === undefined ? [] : newPermissions(entry.permissions, manifest.permissions ?? [])
  if (hidden.length > 0) throw refused(`it asks for more than the catalogue says: ${hidden.join(', ')}`)
}

/** An attacker who controls a catalogue does not control the keys of its publishers. */
function requireSamePublisher(before: string | undefined, now: string | undefined): void {
  if (before === undefined || before === now) return
  const signed = now === undefined ? 'unsigned' : `signed by the key ${now}`
  throw refused(
    `it is ${signed}, and the version before is signed by ${before}: if you trust the new one, remove the old one first`,
  )
}

function requireConsent(before: PackageManifest, now: PackageManifest, accepted: boolean): void {
  const added = newPermissions(before.permissions ?? [], now.permissions ?? [])
  if (added.length === 0 || accepted) return
  throw refused(`it asks for more than the version before (${added.join(', ')}): repeat with accept_permissions`)
}

const toStored = (release: Release, digest: string, files: ArchiveFiles, at: number): StoredPackage => ({
  hash: digest,
  version: release.version,
  source: release.source,
  manifest: (files.get('manifest.json') ?? Buffer.alloc(0)).toString('utf8'),
  entry: JSON.stringify(release.entry),
  sizeBytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
  installedAt: at,
})

const refused = (why: string): ServiceError => badRequest(`The package is not installed: ${why.replace(/\.$/, '')}.`)
