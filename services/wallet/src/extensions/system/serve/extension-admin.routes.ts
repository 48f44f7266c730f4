import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf, userIdOf } from '../../../access/access-rules.ts'
import type { SystemDeps } from '../installing/bring-package.ts'
import { governExtension } from '../installing/govern-extension.ts'
import { AdminExtension, ExtensionRelease, PAYMENT_DUE } from './extension-schemas.ts'
import { AcceptPermissions, ArchiveHash, PaymentHash } from './extension-system.routes.ts'
import { findForAdmin, listForAdmin, listReleases } from './list-for-admin.ts'

/** Extensions of the installation: for the super user (rules W21, X4). */
export function extensionAdminRoutes(app: HttpApp, deps: SystemDeps): void {
  for (const [url, where] of PLACES) {
    app.get(url, { config: { access: 'super-user' }, schema: named(LIST, where) }, (request) =>
      listForAdmin(deps, userIdOf(request)),
    )
    app.post(url, { config: { access: 'super-user' }, schema: named(GOVERN, where) }, (request) =>
      govern(deps, request),
    )
  }
  app.get('/admin/api/v1/extensions/releases', { config: { access: 'super-user' }, schema: RELEASES }, (request) =>
    listReleases(deps, request.query.ext_id?.toLowerCase()),
  )
}

async function govern(deps: SystemDeps, request: FastifyRequest<{ Body: Static<typeof GOVERN.body> }>) {
  const { body } = request
  const extId = (body.extension ?? body.ext_id)?.toLowerCase()
  if (extId === undefined) throw missing()
  const price = body.pay_to_enable
  await governExtension(deps, {
    extId,
    actor: actorOf(request),
    active: body.active,
    adminOnly: body.admin_only,
    price: price && { amountSat: price.amount, walletId: price.wallet_id, description: price.description ?? '' },
    rollback: body.rollback === true,
    remove: body.remove === true,
    upgradeTo: body.upgrade_to,
    hash: body.hash,
    paymentHash: body.payment_hash,
    acceptPermissions: body.accept_permissions === true,
  })
  return findForAdmin(deps, userIdOf(request), extId)
}

/** The same for both paths; the second word makes the operation's name. */
const PLACES = [
  ['/admin/api/v1/extensions', ''],
  ['/api/v1/admin/extensions', 'OfServer'],
] as const

const named = <S extends { readonly operationId: string }>(schema: S, where: string): S => ({
  ...schema,
  operationId: `${schema.operationId}${where}`,
})

const missing = () => invalid({ type: 'missing', loc: ['body', 'extension'], msg: 'Field required', input: {} })

const LIST = {
  operationId: 'listExtensionsForAdmin',
  tags: ['admin'],
  summary: 'List all extensions of the installation',
  description:
    'By id, after querying the catalogues; the last good copy of one that does not answer. Also rejected ones, with the reason.',
  response: { 200: Type.Array(schemaRef(AdminExtension), { description: 'All extensions.' }) },
} as const

const RELEASES = {
  operationId: 'listExtensionReleases',
  tags: ['admin'],
  summary: 'List the versions that can be installed',
  description:
    'By id, newest first, after querying the catalogues. Install one by `POST /api/v1/extension` with `version`.',
  querystring: Type.Object({
    ext_id: Type.Optional(Type.String({ maxLength: 64, description: 'Only versions of this extension.' })),
  }),
  response: { 200: Type.Array(schemaRef(ExtensionRelease), { description: 'All versions.' }) },
} as const

const WHICH = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 64, description, examples: ['lnurlp'] }))

const GOVERN = {
  operationId: 'governExtension',
  tags: ['admin'],
  summary: 'Enable, restrict, price, upgrade, roll back or remove an extension',
  description:
    'For all accounts; omitted fields keep their values. The paths of a disabled extension are 404. A rollback returns to the previous version, and a second one to the newer again: versions only add fields, so both work on the same rows. Packages can be removed, built-ins cannot; 400 while payments of the extension are in flight; the data of accounts stays. 402: the upgrade has a price.',
  body: Type.Object(
    {
      extension: WHICH('Id of the extension.'),
      ext_id: WHICH('Same as `extension`.'),
      active: Type.Optional(Type.Boolean({ description: 'False: disables it for all accounts. True: enables it.' })),
      admin_only: Type.Optional(Type.Boolean({ description: 'True: only administrators can use it.' })),
      rollback: Type.Optional(Type.Boolean({ description: 'True: returns to the previous version.' })),
      upgrade_to: Type.Optional(
        Type.String({ maxLength: 64, description: 'Version to upgrade to, one that is offered.' }),
      ),
      remove: Type.Optional(Type.Boolean({ description: 'True: removes it from this server.' })),
      pay_to_enable: Type.Optional(
        Type.Union(
          [
            Type.Object({
              amount: Type.Integer({
                minimum: 1,
                maximum: 100_000_000,
                description: 'Price, satoshis, once per account.',
              }),
              wallet_id: Type.String({
                minLength: 1,
                maxLength: 64,
                'x-lower-case': true,
                description: 'Id of the wallet of this server that is paid.',
              }),
              description: Type.Optional(
                Type.String({
                  maxLength: 200,
                  pattern: '^[^\\u0000\\ud800-\\udfff]*$',
                  description: 'Purpose of the payment.',
                }),
              ),
            }),
            Type.Null(),
          ],
          {
            description:
              'Your own price instead of that of the publisher; administrators pay none. null: that of the publisher.',
          },
        ),
      ),
      hash: Type.Optional(ArchiveHash),
      payment_hash: Type.Optional(PaymentHash),
      accept_permissions: Type.Optional(AcceptPermissions),
    },
    { examples: [{ extension: 'lnurlp', active: false }] },
  ),
  response: { 200: schemaRef(AdminExtension, 'The extension after the change.'), 402: PAYMENT_DUE },
} as const
