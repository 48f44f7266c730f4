import type { SeededDefect } from './seeded-defects.ts'

const ACCOUNTS = 'accounts/login/fresh-proof.test.ts'
const ITEMS = 'extensions/host/serve/fresh-proof-of-items.test.ts'
const TAKE_OVER = 'accounts/users/take-over.test.ts'

/** Each of them alone lets a stranger keep an account, or makes a stolen token or session permanent. */
export const SEEDED_PROOF_DEFECTS: readonly SeededDefect[] = [
  {
    name: 'an account that exists is promoted silently',
    edits: [
      {
        file: 'accounts/users/set-up-super-user.ts',
        find: 'existing !== undefined && !isSuperUser && !takeOver',
        replace: 'existing !== undefined && existing.user.id === "" && !takeOver',
      },
      {
        file: 'accounts/users/super-user-commands.ts',
        find: `if (existing.role !== 'super-user' && !input.takeOver) return 'not-super-user'\n`,
        replace: `if (existing.role !== 'super-user' && !input.takeOver) {\n    await tx.run(setRole(existing.id, 'super-user'))\n    await changePassword(tx, existing.id, input)\n    return 'kept'\n  }\n`,
      },
    ],
    caughtBy: { file: TAKE_OVER, test: 'the start stops' },
  },
  {
    name: 'a take-over leaves the log-ins of before',
    edits: [
      {
        file: 'accounts/users/super-user-commands.ts',
        find: `  await endAccess(tx, { event: 'account-promoted', userId: id })\n`,
        replace: `  await tx.run({ sql: 'DELETE FROM wallet_keys WHERE wallet_id IN (SELECT id FROM wallets WHERE user_id = $1)', params: [id] })\n`,
      },
    ],
    caughtBy: { file: TAKE_OVER, test: 'the only way in' },
  },
  {
    name: 'the right of a reset link is checked only when it is made',
    edits: [
      {
        file: 'accounts/users/account-link-store.ts',
        find: `user_id NOT IN (SELECT id FROM users WHERE role = 'super-user')`,
        replace: `user_id IS NOT NULL`,
      },
    ],
    caughtBy: { file: TAKE_OVER, test: 'does not work once its user has become a super user' },
  },
  {
    name: 'a Nostr key is linked by a token of any age',
    edits: [
      {
        file: 'accounts/login/nostr.routes.ts',
        find: `access: 'user', grantsAccess: true`,
        replace: `access: 'user', stepUp: true`,
      },
    ],
    caughtBy: { file: ACCOUNTS, test: 'a Nostr key is linked' },
  },
  {
    name: 'a spending guest is invited without a proof',
    edits: [
      {
        file: 'accounts/sharing/sharing.routes.ts',
        find: `access: 'admin-key', prepareBody: prepareInvitation, grantsAccess: true`,
        replace: `access: 'admin-key', prepareBody: prepareInvitation`,
      },
    ],
    caughtBy: { file: ACCOUNTS, test: 'a guest is invited' },
  },
  {
    name: 'an access list is widened without a proof',
    edits: [
      {
        file: 'accounts/acls/acl.routes.ts',
        find: 'config: { ...config, grantsAccess: true }',
        replace: 'config',
      },
    ],
    caughtBy: { file: ACCOUNTS, test: 'an access list is widened' },
  },
  {
    name: 'the webhook secret is read without a proof',
    edits: [
      {
        file: 'notifications/webhook.routes.ts',
        find: 'const secret = { ...config, grantsAccess: true } as const',
        replace: 'const secret = config',
      },
    ],
    caughtBy: { file: ACCOUNTS, test: 'the webhook secret is read' },
  },
  {
    name: 'the e-mail address is changed without a proof',
    edits: [
      {
        file: 'accounts/login/account.routes.ts',
        find: '  requireFreshProof(principal)\n',
        replace: '',
      },
    ],
    caughtBy: { file: ACCOUNTS, test: 'the e-mail address is changed' },
  },
  {
    name: 'items that spend are made without a proof',
    edits: [
      {
        file: 'extensions/host/serve/grants-access.ts',
        find: 'canSpend(extension) || ',
        replace: '',
      },
    ],
    caughtBy: { file: ITEMS, test: 'withdraw.*is created only after' },
  },
  {
    name: 'a secret that is shown once is shown without a proof',
    edits: [
      {
        file: 'extensions/host/serve/grants-access.ts',
        find: `canSpend(extension) || Object.values(extension.resource as Shape).some(({ show }) => show === 'once')`,
        replace: `canSpend(extension) && !Object.values(extension.resource as Shape).some(({ show }) => show === 'once')`,
      },
    ],
    caughtBy: { file: ITEMS, test: 'lndhub.*is created only after' },
  },
]
