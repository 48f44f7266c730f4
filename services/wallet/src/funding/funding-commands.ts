import type { Command } from '../db/database.ts'
import { forgetOrder, noteOrder } from './order-notes.ts'
import { adoptSource } from './source-store.ts'

/** Data that the service stores for its nodes. */
export const FUNDING_COMMANDS: readonly Command<never, unknown>[] = [adoptSource, forgetOrder, noteOrder]
