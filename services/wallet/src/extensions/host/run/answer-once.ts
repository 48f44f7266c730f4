import type { Shape } from '@satchel/extension-sdk/shape'
import { walletOf } from '../../../access/access-rules.ts'
import { unixSeconds } from '../../../base/clock.ts'
import { isSignal } from '../../../db/command-signal.ts'
import {
  findClaimedKey,
  type IdempotencyClaim,
  stillInProgress,
  toClaim,
} from '../../../payments/states/idempotency.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { ANSWERED_BEFORE, beginAnswer, type KeptAnswer, releaseAnswer } from '../stores/kept-answer-store.ts'

type HttpRequest = Parameters<typeof walletOf>[0]

/** Converts a run's result to the answer that its commit stores. */
export type Keep<T> = (result: T) => KeptAnswer

/** An answer, and its stored form. */
export interface Answered<T> {
  readonly value: T
  /** Undefined without a key. */
  readonly stored: string | undefined
  /** Set if an earlier request had the effect: its start, Unix seconds. */
  readonly since: number | undefined
}

/** Longer than a handler takes until its commit: an older request has ended without effect. */
const IN_FLIGHT_SECONDS = 60

/**
 * The claim of the caller's `Idempotency-Key`; undefined without one. Both spellings of a path are one route. `shape`: the
 * fields of the body; the fingerprint of a short password would give it away.
 */
export function claimOfRequest(
  { clock, vault }: ExtensionDeps,
  request: HttpRequest,
  shape: Shape = {},
): IdempotencyClaim | undefined {
  const key = request.headers['idempotency-key']
  const { method } = request.routeOptions
  // Packages share routes of the app, which have the package's own path as a parameter.
  const { '*': url = request.routeOptions.url ?? '' } = (request.params ?? {}) as Readonly<Record<string, string>>
  const { 'api-key': _key, wallet_id: _wallet, ...query } = (request.query ?? {}) as Record<string, unknown>
  return toClaim(
    {
      scope: `${walletOf(request).id} ${String(method)} ${url.replace(/\/$/, '')}`,
      key: typeof key === 'string' ? key : undefined,
      body: { params: request.params, query, body: withMarks(vault, shape, request.body) },
    },
    unixSeconds(clock),
  )
}

function withMarks(vault: ExtensionDeps['vault'], shape: Shape, body: unknown): unknown {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>
  const names = Object.keys(shape).filter((name) => shape[name]?.atRest === 'password' && name in given)
  return names.length === 0
    ? body
    : { ...given, ...Object.fromEntries(names.map((name) => [name, vault.mark(String(given[name]))])) }
}

/**
 * One effect and one answer for each key: `work` hands `keep` to its run, which stores the answer with everything else
 * it changes. A repeat has that answer; 409 while the first is in flight. A rejected request does not use up the key.
 */
export async function answerOnce<T>(
  deps: ExtensionDeps,
  claim: IdempotencyClaim | undefined,
  work: (keep: Keep<T> | undefined) => Promise<T>,
): Promise<Answered<T>> {
  if (claim === undefined) return { value: await work(undefined), stored: undefined, since: undefined }
  const before = await findAnswered<T>(deps, claim)
  if (before !== undefined) return before
  if (!(await deps.db.transact(beginAnswer, { claim, staleAt: claim.at - IN_FLIGHT_SECONDS }))) {
    return requireAnswered(deps, claim)
  }
  const keeping = createKeeping(deps, claim)
  try {
    const value = await work(keeping.keep)
    return { value, stored: keeping.stored(), since: undefined }
  } catch (error) {
    if (isSignal(error, ANSWERED_BEFORE)) return requireAnswered(deps, claim)
    // If this fails, too, the key expires in a minute.
    await deps.db
      .transact(releaseAnswer, claim)
      .catch((again: unknown) => deps.log.warn({ err: again }, 'an Idempotency-Key could not be released'))
    throw error
  }
}

/** Stores the final answer of a request whose first answer was pending; of several, the first counts. */
export async function concludeOnce<T>(
  deps: ExtensionDeps,
  claim: IdempotencyClaim | undefined,
  { stored }: Answered<T>,
  work: (keep: Keep<T> | undefined) => Promise<T>,
): Promise<T> {
  if (claim === undefined) return work(undefined)
  try {
    return await work(createKeeping(deps, claim, stored).keep)
  } catch (error) {
    if (!isSignal(error, ANSWERED_BEFORE)) throw error
    return (await requireAnswered<T>(deps, claim)).value
  }
}

function createKeeping({ vault }: ExtensionDeps, claim: IdempotencyClaim, instead?: string) {
  let stored: string | undefined
  return {
    /** A handler may run again: the last answer counts. */
    stored: () => stored,
    keep: (result: unknown): KeptAnswer => {
      stored = vault.seal(JSON.stringify(result))
      return { claim, answer: stored, instead }
    },
  }
}

/** Undefined: no request has begun, or it has died. */
async function findAnswered<T>(
  { db, vault }: ExtensionDeps,
  claim: IdempotencyClaim,
): Promise<Answered<T> | undefined> {
  const found = await findClaimedKey(db, claim)
  if (found === undefined) return undefined
  const { answer, createdAt } = found
  if (answer !== undefined) return { value: JSON.parse(vault.open(answer)) as T, stored: answer, since: createdAt }
  if (claim.at < createdAt + IN_FLIGHT_SECONDS) throw stillInProgress()
  return undefined
}

async function requireAnswered<T>(deps: ExtensionDeps, claim: IdempotencyClaim): Promise<Answered<T>> {
  const answered = await findAnswered<T>(deps, claim)
  if (answered === undefined) throw stillInProgress()
  return answered
}
