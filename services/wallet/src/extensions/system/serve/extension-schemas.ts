import { ERROR_CODE_FIELDS } from '@satchel/http/error-body'
import { schemaRef } from '@satchel/http/schema-ref'
import { type Static, type TSchema, Type } from 'typebox'

const nullable = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const Price = Type.Object(
  {
    amount: Type.Integer({ description: 'Price, satoshis.' }),
    description: Type.String({ description: 'Purpose of the payment.' }),
    wallet: Type.String({ description: 'Host of the wallet that is paid; empty = this server.' }),
    wallet_id: Type.String({ description: 'Wallet on that host.' }),
  },
  { $id: 'ExtensionPrice', description: 'Price of an extension.' },
)

const PermissionBody = Type.Object(
  {
    id: Type.String({ description: 'Permission: `receive`, `spend`, `http`, …' }),
    reason: Type.String({ description: 'Reason for the permission, by its publisher.' }),
    to: Type.Optional(Type.String({ description: 'For `spend`: `own`, `listed` or `any` destination.' })),
    hosts: Type.Optional(Type.Array(Type.String(), { description: 'For `http`: hosts that it may call.' })),
  },
  { $id: 'ExtensionPermission', description: 'What an extension may do, and why.' },
)

const ROW = {
  id: Type.String({ description: 'Id; also the first segment of its paths.', examples: ['lnurlp'] }),
  ext_id: Type.String({ description: 'Same as `id`.' }),
  name: Type.String({ description: 'Display name.' }),
  short_description: Type.String({ description: 'One sentence about the extension.' }),
  icon: nullable(Type.String(), 'Name of an icon; the web app shows the icon of the category for an unknown name.'),
  category: nullable(
    Type.String(),
    'What it is for: `receive`, `pay`, `shop`, `connect`, `device`, `identity` or `automate`; null = its publisher does not say.',
  ),
  layout: nullable(
    Type.String(),
    'What its items do: `sell`, `get-paid` or `connect`; null = not installed on this server.',
  ),
  hue: nullable(Type.Integer(), 'Hue of its icon, OKLCH degrees; null = its publisher does not say.'),
  for_shops: Type.Boolean({ description: 'True: made for shops.' }),
  contributors: Type.Array(Type.String(), { description: 'Authors of the extension.' }),
  version: Type.String({ description: 'Installed version; if none, the newest that would run here.' }),
  latest_version: Type.String({ description: 'Newest version that is offered.' }),
  installed: Type.Boolean({ description: 'True: installed for this account.' }),
  active: Type.Boolean({ description: 'True: active for this account: its endpoints answer.' }),
  runs: Type.Boolean({
    description:
      'True: its code runs here. False if SERVICE_EXTENSION_CODE is off, and for packages that need another version.',
  }),
  available: Type.Boolean({ description: 'True: installed on this server and enabled.' }),
  compatible: Type.Boolean({ description: 'True: a version runs here.' }),
  admin_only: Type.Boolean({ description: 'True: only administrators can use it.' }),
  builtin: Type.Boolean({
    description: 'True: part of this service: free, available without a network, and updated with it.',
  }),
  source_repo: Type.String({
    description: '`builtin`, `official`, `local`, the URL of a manifest, or organisation/repository.',
  }),
  pay_to_install: nullable(schemaRef(Price), 'Price of the publisher for installing it on the server; null = free.'),
  pay_to_enable: nullable(schemaRef(Price), 'Price for each account that activates it; null = free.'),
  permissions: Type.Array(schemaRef(PermissionBody), {
    description: 'Permissions of the extension beyond storing its own rows.',
  }),
  risk: Type.Integer({ description: 'Risk by its permissions, from 1 (stores rows) to 5 (pays any destination).' }),
} as const

export const ExtensionBody = Type.Object(ROW, {
  $id: 'Extension',
  description: 'Extension, for this account.',
})
export type ExtensionBody = Static<typeof ExtensionBody>

export const AdminExtension = Type.Object(
  {
    ...ROW,
    hash: nullable(Type.String(), 'SHA-256 of the archive in use.'),
    publisher: nullable(Type.String(), 'The ed25519 key that signed the version in use, in hex; null = unsigned.'),
    installed_at: nullable(Type.Integer(), 'When this version was installed: Unix seconds.'),
    installed_by: nullable(Type.String(), 'Id of the user who did, or `environment`.'),
    previous_version: nullable(Type.String(), 'Version that `rollback` returns to.'),
    accounts_active: Type.Integer({ description: 'Number of accounts that use it.' }),
    storage_bytes: Type.Integer({ description: 'Bytes of its package and of all its data.' }),
    strikes: Type.Integer({ description: 'Number of recent stops for exceeding limits.' }),
    rejected_reason: nullable(Type.String(), 'Why it cannot be installed, or is off; null = nothing is wrong.'),
    catalogue_fetched_at: nullable(Type.Integer(), 'When the oldest catalogue in use was fetched: Unix seconds.'),
  },
  { $id: 'AdminExtension', description: 'Extension, for the super user.' },
)
export type AdminExtension = Static<typeof AdminExtension>

export const ExtensionRelease = Type.Object(
  {
    ext_id: Type.String({ description: 'Id of the extension.' }),
    version: Type.String({ description: 'Version.' }),
    description: Type.String({ description: 'Description by its publisher.' }),
    notes: nullable(Type.String(), 'Changes in this version, in the words of its publisher; null = not stated.'),
    permissions: nullable(
      Type.Array(schemaRef(PermissionBody)),
      'What it may do beyond keeping its own rows; null = its catalogue does not list them.',
    ),
    min_service_version: nullable(Type.String(), 'First version of this service that it supports; null = any.'),
    max_service_version: nullable(
      Type.String(),
      'First version of this service that it does not support; null = none.',
    ),
    hash: nullable(Type.String(), 'SHA-256 of its archive; null = not published.'),
    source_repo: Type.String({ description: 'Catalogue that offers it.' }),
    publisher: nullable(Type.String(), 'The ed25519 key that signed it, in hex; null = unsigned.'),
    compatible: Type.Boolean({ description: 'True: runs on this version of the service.' }),
    installed: Type.Boolean({ description: 'True: the version in use.' }),
    revoked: Type.Boolean({ description: 'True: revoked by its publisher; cannot be installed.' }),
  },
  { $id: 'ExtensionRelease', description: 'A version that can be installed.' },
)
export type ExtensionRelease = Static<typeof ExtensionRelease>

const PaymentDue = Type.Object(
  {
    detail: Type.String({ description: 'Amount due, as text.' }),
    ...ERROR_CODE_FIELDS,
    payment: Type.Object({
      amount: Type.Integer({ description: 'Amount, satoshis.' }),
      description: Type.String({ description: 'Purpose of the payment.' }),
      payment_request: Type.String({
        description: 'Invoice (BOLT 11): pay it from any wallet; this service does not.',
      }),
      payment_hash: Type.String({ description: 'Send it as `payment_hash` when you repeat the request.' }),
      expires_at: Type.Integer({ description: 'When the invoice expires, Unix seconds.' }),
    }),
  },
  { $id: 'PaymentDue', description: 'Payment required.' },
)

export const EXTENSION_COMPONENTS = [Price, PermissionBody, ExtensionBody, AdminExtension, ExtensionRelease, PaymentDue]

export const PAYMENT_DUE = schemaRef(
  PaymentDue,
  'Payment required: pay the invoice and repeat the request with its `payment_hash`.',
)
