import semver from 'semver'

/** Versions of the service that a release is for (rule X8). */
export interface VersionBounds {
  /** Inclusive. */
  readonly min_service_version?: string | undefined
  /** Exclusive. */
  readonly max_service_version?: string | undefined
}

/** Strict: `1.2.3`, with or without what semver allows after it; nothing else is a version (rule D13). */
export const isVersion = (text: string): boolean => text.length <= 64 && semver.valid(text) === text.split('+')[0]

export const compareVersions = (a: string, b: string): number => semver.compare(a, b)

/** A missing bound is open; a pre-release that runs counts as its release. */
export function isCompatible(bounds: VersionBounds, service: string): boolean {
  const running = semver.coerce(service)?.version ?? service
  const { min_service_version: min, max_service_version: max } = bounds
  return (min === undefined || semver.gte(running, min)) && (max === undefined || semver.lt(running, max))
}

export function boundsText({ min_service_version: min, max_service_version: max }: VersionBounds): string {
  return [...(min === undefined ? [] : [`from ${min}`]), ...(max === undefined ? [] : [`before ${max}`])].join(', ')
}

export const satisfiesRange = (version: string, range: string): boolean =>
  semver.satisfies(version, range, { includePrerelease: true })

export const isRange = (text: string): boolean => text.length <= 128 && semver.validRange(text) !== null
