import { createUser, ensureSuperUser } from './accounts/user-commands.ts'
import { adjustBalance } from './admin/adjust-balance.ts'
import { type Command, commandTable } from './db/database.ts'
import { resumePayments, stopPayments } from './ledger/halt.ts'
import { WEBHOOK_COMMANDS } from './notifications/webhook-commands.ts'
import { closeWalletForGood } from './payments/close-wallet.ts'
import { rememberBeginning } from './payments/compare-with-node.ts'
import { reportBadPreimage } from './payments/conclude-send.ts'
import { forgetOldKeys, noteAnswer } from './payments/idempotency.ts'
import {
  abortInternal,
  beginInternal,
  closeIsDone,
  holdInternal,
  settleInternal,
} from './payments/internal-commands.ts'
import {
  creditReceipt,
  decideHold,
  endHold,
  expireInvoices,
  markHeld,
  moveReceiptCursor,
  storeInvoice,
} from './payments/invoice-commands.ts'
import {
  bookDivergence,
  dispatchSend,
  endLooks,
  failOutgoing,
  openSend,
  postponeLook,
  reportLongPending,
  settleOutgoing,
} from './payments/send-commands.ts'
import { openFirstWallet, openWallet, renameWallet, resetKeys, rotateWebhookSecret } from './wallets/wallet-commands.ts'

const ALL: readonly Command<never, unknown>[] = [
  abortInternal,
  adjustBalance,
  beginInternal,
  bookDivergence,
  closeIsDone,
  closeWalletForGood,
  createUser,
  creditReceipt,
  decideHold,
  dispatchSend,
  endHold,
  endLooks,
  ensureSuperUser,
  expireInvoices,
  failOutgoing,
  forgetOldKeys,
  holdInternal,
  markHeld,
  moveReceiptCursor,
  noteAnswer,
  openFirstWallet,
  openSend,
  openWallet,
  postponeLook,
  renameWallet,
  rememberBeginning,
  reportBadPreimage,
  reportLongPending,
  resetKeys,
  resumePayments,
  rotateWebhookSecret,
  settleInternal,
  settleOutgoing,
  stopPayments,
  storeInvoice,
  ...WEBHOOK_COMMANDS,
]

/** Every change this service can make to its database; the SQLite writer loads this module in its own thread. */
export const commands = commandTable(ALL)
