import type { Command } from '../db/database.ts'
import { adjustBalance } from './adjust-balance.ts'
import { changeSettings } from './change-settings.ts'
import { noteBackup } from './note-backup.ts'
import { setHalt } from './set-halt.ts'

export const ADMIN_COMMANDS: readonly Command<never, unknown>[] = [adjustBalance, changeSettings, noteBackup, setHalt]
