import type { Log } from '@satchel/http/log'
import { parseJson } from '@satchel/json/parse-json'
import type { Outbound } from '@satchel/outbound/outbound'
import semver from 'semver'
import type { Clock } from '../../base/clock.ts'
import { within } from '../../base/within.ts'

export interface NewestReleaseDeps {
  /** `SERVICE_RELEASE_URL`; undefined = nothing is asked. */
  readonly releaseUrl: string | undefined
  readonly version: string
  readonly outbound: Pick<Outbound, 'request'>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

export interface NewestRelease {
  /** False: nothing is asked. */
  readonly isAsked: boolean
  /** Unix seconds of the last answer; null = none yet. */
  readonly checkedAt: number | null
  /** Null = none is known that is newer than the running version. */
  readonly newer: string | null
}

const DAY_MS = 86_400_000
const TIMEOUT_MS = 10_000
/** The page does not wait longer: it shows the answer the next time. */
const WAIT_MS = 1000

/**
 * Asks for the newest release when an operator looks, at most once a day, whether or not there is an answer. Only if
 * the operator has named an address.
 */
export function createNewestRelease(deps: NewestReleaseDeps): () => Promise<NewestRelease> {
  const { releaseUrl, clock, version } = deps
  let askedAt = Number.NEGATIVE_INFINITY
  let checkedAt: number | null = null
  let newest: string | undefined
  const ask = async (url: string): Promise<void> => {
    const found = await askForVersion(deps, url)
    if (found === undefined) return
    newest = found
    checkedAt = Math.floor(clock() / 1000)
  }
  return async () => {
    if (releaseUrl !== undefined && clock() - askedAt >= DAY_MS) {
      askedAt = clock()
      await within(WAIT_MS, ask(releaseUrl))
    }
    const isNewer = newest !== undefined && semver.gt(newest, version)
    return { isAsked: releaseUrl !== undefined, checkedAt, newer: isNewer ? (newest ?? null) : null }
  }
}

async function askForVersion({ outbound, log }: NewestReleaseDeps, url: string): Promise<string | undefined> {
  const headers = { accept: 'application/json' }
  const answer = await outbound.request({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS })
  const found = answer.kind === 'answered' && answer.status === 200 ? versionIn(answer.body) : undefined
  if (found === undefined) {
    const reason = answer.kind === 'answered' ? `status ${answer.status}, or no version in it` : answer.message
    log.warn({ reason }, 'SERVICE_RELEASE_URL does not say which release is the newest')
  }
  return found
}

/** `{"version": "0.24.0"}`, or `{"tag_name": "v0.24.0"}` as code hosts answer. */
function versionIn(body: Buffer): string | undefined {
  try {
    const { version, tag_name: tag } = parseJson(body.toString('utf8')) as Record<string, unknown>
    return semver.valid(typeof version === 'string' ? version : typeof tag === 'string' ? tag : '') ?? undefined
  } catch {
    return undefined
  }
}
