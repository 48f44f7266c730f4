import type { SharedCounts } from '@satchel/http/limits/rate-limit-shared'
import type { Database } from '../db/database.ts'
import { addRequests } from './request-count-commands.ts'

/** The processes share one PostgreSQL database anyway: one small transaction a second, for any number of clients. */
export const createDatabaseCounts = (db: Database): SharedCounts => ({
  add: (added) => db.transact(addRequests, { added }),
  close: async () => undefined,
})
