import type { Command } from '../db/database.ts'
import { ACL_COMMANDS } from './acls/acl-commands.ts'
import { OAUTH_COMMANDS } from './acls/oauth-commands.ts'
import { LINKED_LOGIN_COMMANDS } from './linked-login-commands.ts'
import { changePreferences } from './preferences/preferences-store.ts'
import { SECOND_FACTOR_COMMANDS } from './second-factor/second-factor-commands.ts'
import { SHARE_COMMANDS } from './sharing/share-commands.ts'
import { noteLogin } from './users/let-in.ts'
import { changePassword, changeProfile, endTokens, rehashPassword, resetPassword } from './users/profile-commands.ts'
import { endSession, noteSessionProof, noteSessionUse, noteTokenProof, startSession } from './users/session-commands.ts'
import { ensureSuperUser } from './users/super-user-commands.ts'
import { createUser, installSuperUser } from './users/user-commands.ts'
import { noteVerifiedEmail } from './verified-email/verified-email-store.ts'

/** Every change to accounts. */
export const ACCOUNT_COMMANDS: readonly Command<never, unknown>[] = [
  changePassword,
  rehashPassword,
  changePreferences,
  changeProfile,
  createUser,
  endSession,
  endTokens,
  ensureSuperUser,
  installSuperUser,
  noteLogin,
  noteSessionProof,
  noteSessionUse,
  noteTokenProof,
  noteVerifiedEmail,
  resetPassword,
  startSession,
  ...ACL_COMMANDS,
  ...LINKED_LOGIN_COMMANDS,
  ...OAUTH_COMMANDS,
  ...SECOND_FACTOR_COMMANDS,
  ...SHARE_COMMANDS,
]
