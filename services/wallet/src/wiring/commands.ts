import { ACCOUNT_COMMANDS } from '../accounts/account-commands.ts'
import { ADMIN_COMMANDS } from '../admin/admin-commands.ts'
import { commandTable } from '../db/database.ts'
import { EXTENSION_HOST_COMMANDS } from '../extensions/host/host-commands.ts'
import { EXTENSION_SYSTEM_COMMANDS } from '../extensions/system/extension-system-commands.ts'
import { FUNDING_COMMANDS } from '../funding/funding-commands.ts'
import { IMPORT_COMMANDS } from '../import-lnbits/writing/import-command.ts'
import { HALT_COMMANDS } from '../ledger/halt.ts'
import { NOTIFICATION_COMMANDS } from '../notifications/notification-commands.ts'
import { PAYMENT_COMMANDS } from '../payments/payment-commands.ts'
import { RATE_COMMANDS } from '../rates/record-rates.ts'
import { QUEUE_COMMANDS } from '../throttle/leased-queue.ts'
import { THROTTLE_COMMANDS } from '../throttle/throttle-commands.ts'
import { SHORT_LINK_COMMANDS } from '../tinyurl/short-link-commands.ts'
import { WALLET_COMMANDS } from '../wallets/wallet-commands.ts'

/** Every change this service can make to its database; the SQLite writer loads this module in its own thread. */
export const commands = commandTable([
  ...ACCOUNT_COMMANDS,
  ...ADMIN_COMMANDS,
  ...EXTENSION_HOST_COMMANDS,
  ...EXTENSION_SYSTEM_COMMANDS,
  ...FUNDING_COMMANDS,
  ...HALT_COMMANDS,
  ...IMPORT_COMMANDS,
  ...NOTIFICATION_COMMANDS,
  ...PAYMENT_COMMANDS,
  ...QUEUE_COMMANDS,
  ...RATE_COMMANDS,
  ...SHORT_LINK_COMMANDS,
  ...THROTTLE_COMMANDS,
  ...WALLET_COMMANDS,
])
