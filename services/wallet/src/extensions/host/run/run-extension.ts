import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import { badRequest, type ServiceError, unavailable } from '@satchel/http/service-error'
import { type CommandSignal, isSignal } from '../../../db/command-signal.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { commitExtensionRun } from '../stores/commit-run.ts'
import { RUN_CONFLICT, VALUE_TAKEN } from '../stores/run-signals.ts'
import type { Keep } from './answer-once.ts'
import { asServiceError } from './as-service-error.ts'
import { createAskNeighbour } from './ask-neighbour.ts'
import type { ItemCounts } from './item-counts.ts'
import type { MinuteQuota } from './minute-quota.ts'
import { openRun, type Run } from './open-run.ts'
import type { AnyCtx } from './run-parts.ts'
import type { Trigger } from './trigger.ts'

export interface RunOptions<T = unknown> {
  readonly trigger: Trigger
  /** The job of this run, ended by its commit, so that it takes effect once. */
  readonly job?: number | undefined
  /** For a request with an `Idempotency-Key`: its answer is committed with it. */
  readonly keep?: Keep<T> | undefined
}

/** Runs a handler and commits its changes; retries on conflicts. Throws `ServiceError` when the handler rejects. */
export type RunExtension = <T>(
  extension: AnyExtension,
  options: RunOptions<T>,
  handle: (ctx: AnyCtx, run: Run) => Promise<T>,
) => Promise<T>

const TRIES = 12
/** From the third try on, runs of an extension for one account in this process wait for one another. */
const FREE_TRIES = 2

export function createRunExtension(
  deps: ExtensionDeps,
  {
    quota,
    counts,
    onCommitted,
  }: { readonly quota: MinuteQuota; readonly counts: ItemCounts; readonly onCommitted: () => void },
): RunExtension {
  const queues = new Map<string, Promise<unknown>>()
  const inTurn = <T>(queue: string, work: () => Promise<T>): Promise<T> => {
    const before = queues.get(queue) ?? Promise.resolve()
    const mine = before.then(work, work)
    const last = mine.then(ignore, ignore)
    queues.set(queue, last)
    void last.then(() => queues.get(queue) === last && queues.delete(queue))
    return mine
  }
  const runExtension: RunExtension = async (extension, { trigger, job, keep }, handle) => {
    const ofRequest = countedOnce(quota)
    let account = 'userId' in trigger ? trigger.userId : ''
    const once = async () => {
      const run = openRun(deps, extension, { trigger, quota: ofRequest, ask })
      const result = await handle(run.ctx, run)
      if (trigger.by === 'visitor' && trigger.isPreview === true) return result
      account = run.rows.ownerOf(undefined) ?? account
      const commit = await run.commit(job, keep?.(result))
      if (commit !== undefined) {
        await deps.db.transact(commitExtensionRun, commit)
        onCommitted()
      }
      for (const count of run.counts) counts.add(count)
      return result
    }
    for (let tried = 1; ; tried += 1) {
      try {
        return tried <= FREE_TRIES ? await once() : await inTurn(`${extension.manifest.id} ${account}`, once)
      } catch (error) {
        if (!isBeaten(error)) throw asServiceError(error)
        if (tried >= TRIES) throw explain(extension, error)
      }
    }
  }
  const ask = createAskNeighbour(deps, runExtension)
  return runExtension
}

const ignore = (): void => undefined

/** A handler that runs again after a conflict is still one request. */
function countedOnce(quota: MinuteQuota): MinuteQuota {
  const taken = new Set<string>()
  return {
    ...quota,
    take(name, most, why) {
      if (taken.has(name)) return
      quota.take(name, most, why)
      taken.add(name)
    },
  }
}

const isBeaten = (error: unknown): error is CommandSignal =>
  isSignal(error, RUN_CONFLICT) || isSignal(error, VALUE_TAKEN)

/** Another row has the value, or too many requests changed the same row. */
function explain(extension: AnyExtension, { signal, about: [kind = '', field = ''] }: CommandSignal): ServiceError {
  if (signal === RUN_CONFLICT) return unavailable('Too many concurrent changes; retry.', { code: 'too_many_changes' })
  const shape = (kind === 'items' ? extension.resource : extension.tables?.[kind]) as Shape | undefined
  return badRequest(shape?.[field]?.taken ?? `body.${field}: already in use.`)
}
