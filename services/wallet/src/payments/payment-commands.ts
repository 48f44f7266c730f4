import type { Command } from '../db/database.ts'
import { changeContact, createContact, importContacts, removeContact } from './contacts/contact-commands.ts'
import { notePayment } from './contacts/note-commands.ts'
import { adoptNodeHistory, rememberWitness } from './history/node-history.ts'
import { moveReceiptCursor } from './history/receipt-cursor-store.ts'
import { moveSentCursor } from './history/sent-cursor-store.ts'
import { forgetOldSpending } from './limits/spend-limits.ts'
import { noteFiatValues } from './lists/value-payments.ts'
import { noteHandOver } from './lnurl/note-hand-over.ts'
import { awaitClaim, decideHold, endHold } from './receiving/hold-commands.ts'
import { creditReceipt, expireInvoices, storeInvoice } from './receiving/invoice-commands.ts'
import { markHeld } from './receiving/mark-held.ts'
import { withdrawUnpaid } from './receiving/withdraw-invoice.ts'
import { adoptHistory } from './reconciling/adopt-history.ts'
import { closeWalletForGood } from './reconciling/close-wallet.ts'
import { rememberBeginning } from './reconciling/compare-balances.ts'
import { reportDifferences } from './reconciling/compare-sent-payments.ts'
import { endComparison } from './reconciling/compare-with-node.ts'
import { haltForPlayMoney } from './reconciling/play-money.ts'
import { reportBadPreimage } from './sending/conclude-send.ts'
import {
  abortInternal,
  beginInternal,
  closeIsDone,
  holdInternal,
  payInsideAtOnce,
  settleInternal,
} from './sending/internal-commands.ts'
import {
  bookDivergence,
  dispatchSend,
  endPolls,
  failOutgoing,
  openSend,
  postponePoll,
  reportVanished,
  sendAgain,
  settleOutgoing,
} from './sending/send-commands.ts'
import { forgetOldKeys, noteAnswer } from './states/idempotency.ts'
import { STUCK_COMMANDS } from './stuck/stuck-commands.ts'

/** Every change to payments. */
export const PAYMENT_COMMANDS: readonly Command<never, unknown>[] = [
  abortInternal,
  adoptHistory,
  adoptNodeHistory,
  awaitClaim,
  beginInternal,
  bookDivergence,
  changeContact,
  closeIsDone,
  closeWalletForGood,
  createContact,
  creditReceipt,
  decideHold,
  dispatchSend,
  endComparison,
  endHold,
  endPolls,
  expireInvoices,
  failOutgoing,
  forgetOldKeys,
  forgetOldSpending,
  haltForPlayMoney,
  holdInternal,
  importContacts,
  markHeld,
  moveReceiptCursor,
  moveSentCursor,
  noteAnswer,
  noteFiatValues,
  noteHandOver,
  notePayment,
  openSend,
  payInsideAtOnce,
  postponePoll,
  rememberBeginning,
  rememberWitness,
  removeContact,
  reportBadPreimage,
  reportDifferences,
  reportVanished,
  sendAgain,
  settleInternal,
  settleOutgoing,
  storeInvoice,
  withdrawUnpaid,
  ...STUCK_COMMANDS,
]
