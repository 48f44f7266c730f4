import type { Command } from '../../db/database.ts'
import { acceptPayment } from './accept-node-payment.ts'
import { noteNodeAnswer } from './poll-payment.ts'
import { raiseAgeAlarms } from './raise-age-alarms.ts'
import { releasePayer, resolveInside, resolveInvoice, resolveSend } from './resolve-commands.ts'

export const STUCK_COMMANDS: readonly Command<never, unknown>[] = [
  acceptPayment,
  noteNodeAnswer,
  raiseAgeAlarms,
  releasePayer,
  resolveInside,
  resolveInvoice,
  resolveSend,
]
