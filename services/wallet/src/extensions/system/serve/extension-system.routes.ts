import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { boundWalletOf } from '../../../access/bound-wallet.ts'
import { isByAclToken } from '../../../access/principal.ts'
import { unixSeconds } from '../../../base/clock.ts'
import { EXTENSION_ID } from '../../../config/extensions.ts'
import type { SystemDeps } from '../installing/bring-package.ts'
import { type ExtensionCaller, toCaller } from '../installing/extension-caller.ts'
import { addExtension, notThere, toggleExtension } from '../installing/use-extension.ts'
import { uninstallForAccount } from '../stores/account-commands.ts'
import { AskedLanguage } from './description-schemas.ts'
import { ExtensionBody, ExtensionRelease, PAYMENT_DUE } from './extension-schemas.ts'
import { findExtensionRow, listExtensions } from './list-extensions.ts'
import { listReleases } from './list-for-admin.ts'

/** Extensions of an account (rules W21, X4). */
export function extensionSystemRoutes(app: HttpApp, deps: SystemDeps): void {
  const callerOf = (request: FastifyRequest): Promise<ExtensionCaller> => {
    const { principal, ip: address } = request
    if (principal === undefined) throw new Error('the route has no rule that finds out who asks')
    if (principal.via === 'token')
      return toCaller(deps.db, { userId: principal.userId, keyOf: boundWalletOf(principal), address })
    return toCaller(deps.db, { userId: principal.wallet.userId, keyOf: principal.wallet.id, address })
  }
  app.get('/api/v1/extension', { config: { access: 'invoice-key' }, schema: LIST }, async (request) =>
    listExtensions(deps, await callerOf(request), request.query.language),
  )
  const add = async (request: FastifyRequest<{ Body: Static<typeof ADD.body> }>, reply: FastifyReply) => {
    const { ext_id: id, source_repo: source, version, hash, payment_hash: paymentHash } = request.body
    const caller = await callerOf(request)
    const extId = id.toLowerCase()
    if (!EXTENSION_ID.test(extId)) throw malformedId(id)
    const acceptPermissions = request.body.accept_permissions === true
    const changed = await addExtension(deps, caller, { extId, source, version, hash, paymentHash, acceptPermissions })
    reply.code(changed ? 201 : 200)
    return findExtensionRow(deps, caller, extId)
  }
  app.post('/api/v1/extension', { config: { access: 'admin-key-or-user' }, schema: ADD }, add)
  app.post('/api/v1/admin/extensions/install', { config: { access: 'super-user' }, schema: ADD_OF_ADMIN }, add)
  const seen = async (request: FastifyRequest<{ Params: Static<typeof WHICH> }>) => {
    const extId = request.params.ext_id.toLowerCase()
    const row = (await listExtensions(deps, await callerOf(request))).find(({ id }) => id === extId)
    if (row === undefined) throw notThere()
    return row
  }
  app.get('/api/v1/extension/:ext_id/details', { config: { access: 'invoice-key' }, schema: DETAILS }, seen)
  app.get(
    '/api/v1/extension/:ext_id/releases',
    { config: { access: 'invoice-key' }, schema: RELEASES },
    async (request) => listReleases(deps, (await seen(request)).id),
  )
  app.put('/api/v1/extension/:ext_id', { config: { access: 'admin-key-or-user' }, schema: TOGGLE }, async (request) => {
    const caller = await callerOf(request)
    const extId = request.params.ext_id.toLowerCase()
    const { active, payment_hash: paymentHash } = request.body
    await toggleExtension(deps, caller, { extId, active, paymentHash })
    return findExtensionRow(deps, caller, extId)
  })
  app.delete(
    '/api/v1/extension/:ext_id',
    { config: { access: 'admin-key-or-user' }, schema: REMOVE },
    async (request) => {
      const { userId, keyOf, actor } = await callerOf(request)
      const extId = request.params.ext_id.toLowerCase()
      if (!EXTENSION_ID.test(extId)) throw notThere()
      // A key gets the rows of its own wallet; an ACL token, which gets no keys, none.
      const exportOf = isByAclToken(request.principal) ? NO_WALLET : keyOf
      const purge = request.query.purge ? { exportOf } : undefined
      const at = unixSeconds(deps.clock)
      const exported = await deps.db.transact(uninstallForAccount, { userId, extId, purge, actor, at })
      return { detail: 'Extension uninstalled', ...(request.query.purge && { export: [...exported] }) }
    },
  )
}

/** No wallet has this id. */
const NO_WALLET = 'none'

const malformedId = (input: string) =>
  invalid({
    type: 'value_error',
    loc: ['body', 'ext_id'],
    msg: 'Should be 2 to 32 lower-case letters, digits and underscores, and begin with a letter',
    input,
  })

const WALLET_ID = {
  wallet_id: Type.Optional(Type.String({ maxLength: 64, description: 'Ignored: extensions belong to the account.' })),
} as const

const WHICH = Type.Object({
  ext_id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the extension.', examples: ['lnurlp'] }),
})

export const PaymentHash = Type.String({
  pattern: '^[0-9a-fA-F]{64}$',
  description: 'Payment hash of the invoice in an earlier 402 answer, which you have paid.',
})

export const ArchiveHash = Type.String({
  pattern: '^[0-9a-fA-F]{64}$',
  description: 'Expected SHA-256 of the archive. Required only if its publisher states none.',
})

export const AcceptPermissions = Type.Boolean({
  description: 'True: allows the new version more permissions; otherwise such an upgrade is 400.',
})

const ROW = schemaRef(ExtensionBody, 'The extension for this account after the change.')

const LIST = {
  operationId: 'listExtensions',
  tags: ['extensions'],
  summary: 'List all extensions, with those of your account',
  description:
    'Extensions on this server, or available for it: active ones first, then installed ones, then the rest, each part by name. A key shows those of the account that owns its wallet. Ids of `SERVICE_DISABLED_EXTENSIONS` are omitted, and for non-administrators those of `SERVICE_ADMIN_EXTENSIONS`.',
  querystring: Type.Object({ ...WALLET_ID, language: Type.Optional(AskedLanguage) }),
  response: { 200: Type.Array(schemaRef(ExtensionBody), { description: 'All extensions.' }) },
} as const

const ADD = {
  operationId: 'installExtension',
  tags: ['extensions'],
  summary: 'Install an extension',
  description:
    'For your account, and active immediately unless `pay_to_enable` is due. 201 if this changed anything, 200 if not. If it is not on this server yet, it is installed there first, which needs an access token of an administrator: the archive is downloaded from the URL in the copy of the catalogue on the server, compared with its SHA-256 and checked; 400 has the reason of a rejection, and nothing is stored. With another `version` than the one in use, an administrator upgrades it for all accounts. 402: pay the invoice, then repeat the request.',
  body: Type.Object(
    {
      ext_id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the extension.', examples: ['lnurlp'] }),
      source_repo: Type.Optional(
        Type.String({
          maxLength: 2048,
          description:
            '`builtin`, `official`, `local` (an archive in the extensions folder), the URL of a configured manifest, or organisation/repository as listed in a manifest; absent = built-ins, then the catalogues in their order. 404 for any other, but ignored for built-ins.',
          examples: ['builtin'],
        }),
      ),
      version: Type.Optional(
        Type.String({ maxLength: 64, description: 'Version; absent = the newest that runs here.' }),
      ),
      hash: Type.Optional(ArchiveHash),
      payment_hash: Type.Optional(PaymentHash),
      accept_permissions: Type.Optional(AcceptPermissions),
    },
    { examples: [{ ext_id: 'lnurlp', source_repo: 'builtin' }] },
  ),
  response: { 200: ROW, 201: ROW, 402: PAYMENT_DUE },
} as const

const ADD_OF_ADMIN = { ...ADD, operationId: 'installExtensionOfServer', tags: ['admin'] } as const

const DETAILS = {
  operationId: 'getExtension',
  tags: ['extensions'],
  summary: 'Read an extension',
  description: 'As in the list of all extensions.',
  params: WHICH,
  querystring: Type.Object(WALLET_ID),
  response: { 200: ROW },
} as const

const RELEASES = {
  operationId: 'listReleasesOfExtension',
  tags: ['extensions'],
  summary: 'List the versions of an extension',
  description: 'Newest first, after querying the catalogues.',
  params: WHICH,
  querystring: Type.Object(WALLET_ID),
  response: { 200: Type.Array(schemaRef(ExtensionRelease), { description: 'All versions.' }) },
} as const

const TOGGLE = {
  operationId: 'toggleExtension',
  tags: ['extensions'],
  summary: 'Activate or deactivate an extension',
  description:
    'For your account; repeating changes nothing. Activating also installs it if it is on this server. The endpoints of an inactive extension are 403; its committed payments are still paid. An extension that was paid for can be deactivated and activated again for free. 404 if it is not on this server, 403 if it is disabled or for administrators only, 402 if `pay_to_enable` is due.',
  params: WHICH,
  body: Type.Object(
    {
      active: Type.Boolean({ description: 'True: activate. False: deactivate.' }),
      payment_hash: Type.Optional(PaymentHash),
    },
    { examples: [{ active: true }] },
  ),
  response: { 200: ROW, 402: PAYMENT_DUE },
} as const

const KeptRowBody = Type.Object({
  kind: Type.String({ description: '`items`, or a table of the extension.' }),
  id: Type.String(),
  wallet: Type.String({ description: 'Id of its wallet.' }),
  data: Type.Unknown({ description: 'Row as stored: secrets stay sealed or hashed.' }),
  created_at: Type.Integer({ description: 'Time of creation, Unix seconds.' }),
  updated_at: Type.Integer({ description: 'Time of the last change, Unix seconds.' }),
})

const REMOVE = {
  operationId: 'uninstallExtension',
  tags: ['extensions'],
  summary: 'Uninstall an extension',
  description:
    'For your account: other accounts and the server keep it. Its data for you stays for a later install. With `purge=true` the data in all your wallets is deleted, too: the answer contains it once more, as far as the credential may read it (an access token: all; a key: that of its wallet; an ACL token: none). 400 while payments of the extension are in flight; the history of payments stays.',
  params: WHICH,
  querystring: Type.Object({
    purge: Type.Boolean({ default: false, description: 'True: deletes its data for you. Cannot be undone.' }),
  }),
  response: {
    200: Type.Object(
      {
        detail: Type.String({ description: 'Confirmation, as text.', examples: ['Extension uninstalled'] }),
        export: Type.Optional(Type.Array(KeptRowBody, { description: 'Deleted rows.' })),
      },
      { description: 'Uninstalled.' },
    ),
  },
} as const
