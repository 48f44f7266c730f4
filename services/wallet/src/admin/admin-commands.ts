import type { Command } from '../db/database.ts'
import { claimBackup, concludeBackup } from './backup/backup-state-store.ts'
import { noteDownloadLink, useDownloadLink } from './backup/download-link-commands.ts'
import { noteBackup } from './backup/note-backup.ts'
import { noteRestore } from './backup/note-restore.ts'
import { adjustBalance } from './money/adjust-balance.ts'
import { mendBalance, mendReserve, mendTallies } from './money/mend-commands.ts'
import { removeFormerNode, removeStoredNode, storeNode } from './node/change-stored-node.ts'
import { changeSettings } from './settings/change-settings.ts'
import { insertPublicUrl } from './settings/record-public-url.ts'
import { resealSecrets } from './settings/reseal-secrets.ts'
import { acknowledgeAlarm } from './status/acknowledge-alarm.ts'
import { raiseExpiryAlarms } from './status/expiry-store.ts'
import { raiseNodeAlarms } from './status/node-alarm-store.ts'
import { setHalt } from './status/set-halt.ts'
import { handOutLink, revokeLink } from './users/account-link-commands.ts'
import { deleteUserForGood } from './users/delete-user.ts'
import { forgetHistory } from './users/forget-history.ts'
import { forgetOrderNotes } from './users/forget-order-notes.ts'
import { keepLeftover } from './users/keep-leftovers.ts'
import { changeUser, noteBalancesRead } from './users/users-commands.ts'

export const ADMIN_COMMANDS: readonly Command<never, unknown>[] = [
  acknowledgeAlarm,
  adjustBalance,
  changeSettings,
  changeUser,
  claimBackup,
  concludeBackup,
  deleteUserForGood,
  forgetHistory,
  forgetOrderNotes,
  handOutLink,
  insertPublicUrl,
  keepLeftover,
  mendBalance,
  mendReserve,
  mendTallies,
  noteBackup,
  noteBalancesRead,
  noteDownloadLink,
  noteRestore,
  raiseExpiryAlarms,
  raiseNodeAlarms,
  removeFormerNode,
  removeStoredNode,
  resealSecrets,
  revokeLink,
  setHalt,
  storeNode,
  useDownloadLink,
]
