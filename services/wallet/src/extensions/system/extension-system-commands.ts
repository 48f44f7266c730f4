import {
  askForPayment,
  deactivateForAccount,
  installForAccount,
  noteExtensionPaid,
  uninstallForAccount,
} from './stores/account-commands.ts'
import { changeInstance, installPackage, removePackage, rollBackPackage } from './stores/instance-commands.ts'

export const EXTENSION_SYSTEM_COMMANDS = [
  askForPayment,
  changeInstance,
  deactivateForAccount,
  installForAccount,
  installPackage,
  noteExtensionPaid,
  removePackage,
  rollBackPackage,
  uninstallForAccount,
]
