import type { Log } from '@satchel/http/log'
import type { RateLimit } from '@satchel/http/limits/rate-limit'
import { createMemoryRateLimitStore } from '@satchel/http/limits/rate-limit-memory'
import { createSharedRateLimitStore, type SharedCounts } from '@satchel/http/limits/rate-limit-shared'
import type { RateLimitStore } from '@satchel/http/limits/rate-limit-store'
import type { Database } from '../db/database.ts'
import { createDatabaseCounts } from './database-counts.ts'
import { createRedisCounts } from './redis-counts.ts'

export interface RateLimitDeps {
  readonly db: Database
  readonly redisUrl: string | undefined
  readonly log: Log
}

/** The limit with the place where its counts belong: shared wherever there may be another process. */
export function openRateLimit(
  limit: RateLimit | undefined,
  deps: RateLimitDeps,
): (RateLimit & { readonly store: RateLimitStore }) | undefined {
  if (limit === undefined) return undefined
  const counts = openCounts(deps)
  const store =
    counts === undefined
      ? createMemoryRateLimitStore(limit)
      : createSharedRateLimitStore({ ...limit, counts, log: deps.log })
  return { ...limit, store }
}

function openCounts({ db, redisUrl }: RateLimitDeps): SharedCounts | undefined {
  if (redisUrl !== undefined) return createRedisCounts(redisUrl)
  return db.dialect === 'postgres' ? createDatabaseCounts(db) : undefined
}
