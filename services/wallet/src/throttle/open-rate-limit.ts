import type { Log } from '@satchel/http/log'
import type { RateLimit } from '@satchel/http/limits/rate-limit'
import { createMemoryRateLimitStore } from '@satchel/http/limits/rate-limit-memory'
import { createSharedRateLimitStore, type SharedCounts } from '@satchel/http/limits/rate-limit-shared'
import type { RateLimitStore } from '@satchel/http/limits/rate-limit-store'
import type { Database } from '../db/database.ts'
import { createDatabaseCounts } from './database-counts.ts'

export interface RateLimitDeps {
  readonly db: Database
  readonly redisUrl: string | undefined
  readonly log: Log
}

/** The rate limit with its store: shared wherever there may be another process. */
export async function openRateLimit(
  limit: RateLimit | undefined,
  deps: RateLimitDeps,
): Promise<(RateLimit & { readonly store: RateLimitStore }) | undefined> {
  if (limit === undefined) return undefined
  const counts = await openCounts(deps)
  const store =
    counts === undefined
      ? createMemoryRateLimitStore(limit)
      : createSharedRateLimitStore({ ...limit, counts, log: deps.log })
  return { ...limit, store }
}

async function openCounts({ db, redisUrl }: RateLimitDeps): Promise<SharedCounts | undefined> {
  // The client of Redis is loaded only where there is one.
  if (redisUrl !== undefined) return (await import('./redis-counts.ts')).createRedisCounts(redisUrl)
  return db.dialect === 'postgres' ? createDatabaseCounts(db) : undefined
}
