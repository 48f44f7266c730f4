import { badRequest, notFound, type ServiceError } from '@satchel/http/service-error'
import { idProblem } from '../packages/extension-ids.ts'
import { boundsText, compareVersions, isCompatible } from '../packages/version-bounds.ts'
import type { CatalogueState, Release } from './catalogue-release.ts'

export interface Wanted {
  readonly extId: string
  /** As the caller names it; undefined = any. */
  readonly source?: string | undefined
  /** Undefined = the newest that runs here. */
  readonly version?: string | undefined
}

/** Chooses the wanted release; 404 if no source offers it, 400 if it may not be installed. */
export function chooseRelease(catalogue: CatalogueState, wanted: Wanted, service: string): Release {
  const { extId, source, version } = wanted
  if (source !== undefined && !catalogue.sources.includes(source)) {
    throw notFound('There is no such source of extensions.', { code: 'extension_source_unknown' })
  }
  const offered = catalogue.releasesOf(extId).filter((one) => source === undefined || one.source === source)
  const named = version === undefined ? offered : offered.filter((one) => one.version === version)
  if (named.length === 0) throw nothingOffered(catalogue, extId)
  const kept = named.filter(({ revoked }) => !revoked)
  if (kept.length === 0) throw badRequest('Its publisher has revoked it.', { code: 'extension_revoked' })
  const fitting = kept.filter(({ entry }) => isCompatible(entry, service))
  if (fitting.length === 0) {
    const [first] = kept
    throw badRequest(`It needs another version of this service: ${boundsText(first?.entry ?? {})}.`)
  }
  return newestOf(fitting)
}

/** The newest release; of equal versions the one of the first source. */
export const newestOf = (releases: readonly [Release, ...Release[]] | readonly Release[]): Release =>
  releases.reduce((best, one) => (compareVersions(one.version, best.version) > 0 ? one : best))

function nothingOffered(catalogue: CatalogueState, extId: string): ServiceError {
  const problem = catalogue.rejected.find(({ id }) => id.toLowerCase() === extId)?.reason ?? idProblem(extId)
  if (problem !== undefined) return badRequest(`It cannot be installed. ${problem}`)
  return notFound('There is no such extension.', { code: 'extension_not_found' })
}
