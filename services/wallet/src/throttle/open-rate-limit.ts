import type { RateLimit } from '@satchel/http/limits/rate-limit'
import { createMemoryRateLimitStore } from '@satchel/http/limits/rate-limit-memory'
import { createSharedRateLimitStore } from '@satchel/http/limits/rate-limit-shared'
import type { RateLimitStore } from '@satchel/http/limits/rate-limit-store'
import type { Log } from '@satchel/http/log'
import type { Database } from '../db/database.ts'
import { addRequests } from './request-count-commands.ts'

/** The rate limit with its store: processes that share one PostgreSQL share it with one small transaction a second. */
export function openRateLimit(
  limit: RateLimit | undefined,
  { db, log }: { readonly db: Database; readonly log: Log },
): (RateLimit & { readonly store: RateLimitStore }) | undefined {
  if (limit === undefined) return undefined
  const store =
    db.dialect === 'postgres'
      ? createSharedRateLimitStore({ ...limit, addCounts: (added) => db.transact(addRequests, { added }), log })
      : createMemoryRateLimitStore(limit)
  return { ...limit, store }
}
