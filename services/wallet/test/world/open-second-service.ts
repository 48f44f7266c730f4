import { SILENT_LOG } from '@satchel/http/log'
import { createWalletService, type WalletService } from '../../src/wiring/app.ts'
import { configOf } from './open-key-change.ts'
import type { TestDatabase } from './test-database.ts'

/** The whole service with the real clock, on a database that another service may have open. The caller stops it. */
export const openSecondService = (
  place: Pick<TestDatabase, 'folder' | 'url'>,
  env: Readonly<Record<string, string>> = {},
): Promise<WalletService> =>
  createWalletService({
    config: configOf(place, env),
    log: SILENT_LOG,
    clock: Date.now,
    processMetrics: false,
    builtIns: [],
  })
