import { ACL_COMMANDS } from './accounts/acls/acl-commands.ts'
import { noteLogin } from './accounts/let-in.ts'
import { LINKED_LOGIN_COMMANDS } from './accounts/linked-login-commands.ts'
import { changePassword, changeProfile, endTokens } from './accounts/profile-commands.ts'
import { SHARE_COMMANDS } from './accounts/sharing/share-commands.ts'
import { createUser, ensureSuperUser, installSuperUser } from './accounts/user-commands.ts'
import { noteVerifiedEmail } from './accounts/verified-email/verified-email-store.ts'
import { SECOND_FACTOR_COMMANDS } from './accounts/second-factor/second-factor-commands.ts'
import { ADMIN_COMMANDS } from './admin/admin-commands.ts'
import { deleteUserForGood } from './admin/delete-user.ts'
import { changeUser } from './admin/users-commands.ts'
import { type Command, commandTable } from './db/database.ts'
import { commitExtensionRun } from './extensions/host/commit-run.ts'
import { INTENT_COMMANDS } from './extensions/host/intent-commands.ts'
import { ANSWER_COMMANDS } from './extensions/host/kept-answer-store.ts'
import { JOB_COMMANDS } from './extensions/host/job-store.ts'
import { pushRelayEvent } from './extensions/host/nostr/own-relay.ts'
import { SPEND_COMMANDS } from './extensions/host/spend-grant-store.ts'
import { EXTENSION_SYSTEM_COMMANDS } from './extensions/system/extension-system-commands.ts'
import { adoptSource } from './funding/source-store.ts'
import { resumePayments, stopPayments } from './ledger/halt.ts'
import { MAIL_COMMANDS } from './notifications/mail/mail-commands.ts'
import { WEBHOOK_COMMANDS } from './notifications/webhook-commands.ts'
import { forgetOrder, noteOrder } from './funding/order-notes.ts'
import { adoptHistory } from './payments/adopt-history.ts'
import { closeWalletForGood } from './payments/close-wallet.ts'
import { rememberBeginning } from './payments/compare-balances.ts'
import { moveSentCursor, reportDifferences } from './payments/compare-sent-payments.ts'
import { endComparison } from './payments/compare-with-node.ts'
import { noteFiatValues } from './payments/value-payments.ts'
import { noteRates } from './rates/record-rates.ts'
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
  moveReceiptCursor,
  storeInvoice,
} from './payments/invoice-commands.ts'
import { markHeld } from './payments/mark-held.ts'
import { noteHandOver } from './payments/note-hand-over.ts'
import { forgetOldSpending } from './payments/spend-limits.ts'
import {
  bookDivergence,
  dispatchSend,
  endLooks,
  failOutgoing,
  openSend,
  postponeLook,
  settleOutgoing,
} from './payments/send-commands.ts'
import { STUCK_COMMANDS } from './payments/stuck/stuck-commands.ts'
import { addRequests } from './throttle/request-count-commands.ts'
import { noteFailedTry, noteSuccessfulTry } from './throttle/throttle-commands.ts'
import { createShortLink, forgetShortLink } from './tinyurl/short-link-commands.ts'
import { openFirstWallet, openWallet, renameWallet, resetKeys, rotateWebhookSecret } from './wallets/wallet-commands.ts'

const ALL: readonly Command<never, unknown>[] = [
  abortInternal,
  addRequests,
  adoptHistory,
  adoptSource,
  beginInternal,
  bookDivergence,
  changePassword,
  changeProfile,
  changeUser,
  closeIsDone,
  closeWalletForGood,
  commitExtensionRun,
  createShortLink,
  createUser,
  creditReceipt,
  decideHold,
  deleteUserForGood,
  dispatchSend,
  endComparison,
  endHold,
  endLooks,
  endTokens,
  ensureSuperUser,
  expireInvoices,
  failOutgoing,
  forgetOldKeys,
  forgetOrder,
  forgetShortLink,
  forgetOldSpending,
  holdInternal,
  installSuperUser,
  markHeld,
  moveReceiptCursor,
  moveSentCursor,
  noteAnswer,
  noteFiatValues,
  noteFailedTry,
  noteHandOver,
  noteLogin,
  noteOrder,
  noteSuccessfulTry,
  noteVerifiedEmail,
  noteRates,
  openFirstWallet,
  openSend,
  openWallet,
  postponeLook,
  renameWallet,
  rememberBeginning,
  reportBadPreimage,
  reportDifferences,
  resetKeys,
  resumePayments,
  rotateWebhookSecret,
  settleInternal,
  settleOutgoing,
  stopPayments,
  storeInvoice,
  ...ACL_COMMANDS,
  ...ANSWER_COMMANDS,
  ...INTENT_COMMANDS,
  ...JOB_COMMANDS,
  pushRelayEvent,
  ...SPEND_COMMANDS,
  ...EXTENSION_SYSTEM_COMMANDS,
  ...ADMIN_COMMANDS,
  ...SECOND_FACTOR_COMMANDS,
  ...LINKED_LOGIN_COMMANDS,
  ...MAIL_COMMANDS,
  ...SHARE_COMMANDS,
  ...STUCK_COMMANDS,
  ...WEBHOOK_COMMANDS,
]

/** Every change this service can make to its database; the SQLite writer loads this module in its own thread. */
export const commands = commandTable(ALL)
