import {
  askForPayment,
  deactivateForAccount,
  installForAccount,
  noteExtensionPaid,
  uninstallForAccount,
} from './account-commands.ts'
import { changeInstance, installPackage, removePackage, rollBackPackage } from './instance-commands.ts'

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
