import type { Command } from '../db/database.ts'
import { acknowledgeAlarm } from './acknowledge-alarm.ts'
import { adjustBalance } from './adjust-balance.ts'
import { changeSettings } from './change-settings.ts'
import { forgetHistory } from './forget-history.ts'
import { forgetOrderNotes } from './forget-order-notes.ts'
import { keepLeftover } from './keep-leftovers.ts'
import { mendBalance, mendReserve, mendTallies } from './mend-commands.ts'
import { noteBackup } from './note-backup.ts'
import { noteRestore } from './note-restore.ts'
import { resealSecrets } from './reseal-secrets.ts'
import { setHalt } from './set-halt.ts'

export const ADMIN_COMMANDS: readonly Command<never, unknown>[] = [
  acknowledgeAlarm,
  adjustBalance,
  changeSettings,
  forgetHistory,
  forgetOrderNotes,
  keepLeftover,
  mendBalance,
  mendReserve,
  mendTallies,
  noteBackup,
  noteRestore,
  resealSecrets,
  setHalt,
]
