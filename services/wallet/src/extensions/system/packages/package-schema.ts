import { LISTED_NUMBER_KINDS, NUMBER_KINDS, TEXT_KINDS } from '@satchel/extension-sdk/owner/field-kinds'
import { OWNER_LAYOUTS } from '@satchel/extension-sdk/owner/owner'
import type { Translations } from '@satchel/extension-sdk/text'
import { LANGUAGES } from '@satchel/page/languages'
import { type Static, type TSchema, Type } from 'typebox'
import { PackageCode } from './code-schema.ts'

const text = (maxLength: number, minLength = 0) =>
  Type.String({ maxLength, minLength, pattern: '^[^\\u0000\\ud800-\\udfff]*$' })

/** A price that a publisher asks (rule W15). */
export const Fee = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  description: text(500),
  wallet: text(2048, 1),
  wallet_id: Type.String({ pattern: '^[A-Za-z0-9._~-]{1,128}$' }),
})
export type Fee = Static<typeof Fee>

const Hosts = Type.Array(text(253, 1), { maxItems: 50, minItems: 1 })
/** Permissions without parameters. */
const PlainId = Type.Union([
  Type.Literal('receive'),
  Type.Literal('incoming.read'),
  Type.Literal('payments.read'),
  Type.Literal('page'),
  Type.Literal('frames'),
  Type.Literal('ws'),
  Type.Literal('mail'),
  Type.Literal('schedule'),
  Type.Literal('nostr'),
])

/** What packages may ask for; all other permissions are for built-ins, or unknown. */
const PackagePermission = Type.Union([
  Type.Object({ id: PlainId, reason: text(500) }),
  Type.Object({
    id: Type.Literal('spend'),
    reason: text(500),
    to: Type.Union([Type.Literal('own'), Type.Literal('listed'), Type.Literal('any')]),
  }),
  Type.Object({ id: Type.Literal('http'), reason: text(500), hosts: Hosts }),
])

export const isKnownPermission = (id: string): boolean =>
  PlainId.anyOf.some((plain) => plain.const === id) || id === 'spend' || id === 'http'

export const Permissions = Type.Array(PackagePermission, { maxItems: 20 })
const Version = Type.String({ maxLength: 64 })

const ABOUT = {
  id: Type.String({ maxLength: 128 }),
  name: text(100, 1),
  version: Version,
  short_description: text(500),
  icon: Type.Optional(text(100)),
  min_service_version: Type.Optional(Version),
  max_service_version: Type.Optional(Version),
  /** Changes in this version. */
  notes: Type.Optional(text(2000)),
} as const

/** The publisher's ed25519 key, and its signature. */
const SIGNED = {
  publisher: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  signature: Type.Optional(Type.String({ pattern: '^[0-9a-f]{128}$' })),
} as const

/** One release in a catalogue; other fields are ignored. */
export const CatalogueEntry = Type.Object({
  ...ABOUT,
  archive: text(2048, 1),
  hash: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }),
  contributors: Type.Optional(Type.Array(text(100), { maxItems: 100 })),
  payment_hash: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' })),
  pay_to_install: Type.Optional(Fee),
  pay_to_enable: Type.Optional(Fee),
  permissions: Type.Optional(Permissions),
  ...SIGNED,
})
export type CatalogueEntry = Static<typeof CatalogueEntry>

export const RepositoryEntry = Type.Object({
  id: Type.String({ maxLength: 128 }),
  organisation: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,99}$' }),
  repository: Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$' }),
})
export type RepositoryEntry = Static<typeof RepositoryEntry>

export const Revocation = Type.Union([
  Type.String({ pattern: '^[0-9a-fA-F]{64}$' }),
  Type.Object({ id: Type.String({ maxLength: 128 }), range: Type.String({ maxLength: 128 }), ...SIGNED }),
  Type.Object({ hash: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }), ...SIGNED }),
])
export type Revocation = Static<typeof Revocation>

const whole = Type.Optional(Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }))
const decimal = Type.Optional(Type.Number({ minimum: -1e15, maximum: 1e15 }))

const kinds = (names: readonly string[]): TSchema => Type.Union(names.map((name) => Type.Literal(name)))

const SCALARS: readonly TSchema[] = [
  Type.Object(
    {
      scalar: Type.Literal('text'),
      max: Type.Integer({ minimum: 1, maximum: 4096 }),
      pattern: Type.Optional(Type.String({ maxLength: 200 })),
      oneOf: Type.Optional(Type.Array(text(200), { minItems: 1, maxItems: 100 })),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { scalar: Type.Literal('int'), as: Type.Optional(kinds(LISTED_NUMBER_KINDS)), min: whole, max: whole },
    { additionalProperties: false },
  ),
]

const BASE = {
  doc: text(1000, 1),
  label: Type.Optional(text(100, 1)),
  group: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' })),
  advanced: Type.Optional(Type.Boolean()),
  example: Type.Optional(text(200)),
  optional: Type.Optional(Type.Boolean()),
  by: Type.Optional(Type.Union([Type.Literal('client'), Type.Literal('server')])),
  fixed: Type.Optional(Type.Boolean()),
  show: Type.Optional(
    Type.Union([Type.Literal('owner'), Type.Literal('admin'), Type.Literal('once'), Type.Literal('public')]),
  ),
  unique: Type.Optional(Type.Union([Type.Literal('wallet'), Type.Literal('instance')])),
  taken: Type.Optional(text(200)),
  index: Type.Optional(Type.Boolean()),
  atRest: Type.Optional(Type.Union([Type.Literal('sealed'), Type.Literal('hashed')])),
} as const

const field = (own: Record<string, TSchema>): TSchema =>
  Type.Object({ ...BASE, ...own }, { additionalProperties: false })

/** A field in the form of the SDK (rule S605), by its `type`. */
export const FIELDS: Readonly<Record<string, TSchema>> = {
  text: field({
    type: Type.Literal('text'),
    max: Type.Integer({ minimum: 1, maximum: 65_536 }),
    min: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_536 })),
    pattern: Type.Optional(Type.String({ maxLength: 200 })),
    lowerCase: Type.Optional(Type.Boolean()),
    oneOf: Type.Optional(Type.Array(text(200), { minItems: 1, maxItems: 100 })),
    as: Type.Optional(kinds(TEXT_KINDS)),
    default: Type.Optional(text(65_536)),
  }),
  time: field({
    type: Type.Literal('time'),
    isEnd: Type.Optional(Type.Boolean()),
    default: Type.Optional(text(5)),
  }),
  ...named(['url', 'currency', 'date', 'target', 'walletRef'], (type) =>
    field({ type, default: Type.Optional(text(2048)) }),
  ),
  int: field({
    type: Type.Literal('int'),
    min: whole,
    max: whole,
    as: Type.Optional(kinds(NUMBER_KINDS)),
    default: whole,
  }),
  ...named(['sat', 'msat'], (type) => field({ type, min: whole, max: whole, default: whole })),
  ...named(['money', 'percent'], (type) => field({ type, min: decimal, max: decimal, default: decimal })),
  bool: field({ type: Type.Literal('bool'), default: Type.Optional(Type.Boolean()) }),
  json: field({
    type: Type.Literal('json'),
    maxBytes: Type.Integer({ minimum: 2, maximum: 65_536 }),
    default: Type.Optional(Type.Null()),
  }),
  list: field({
    type: Type.Literal('list'),
    // A list of plain values, or of fields, which are checked one by one.
    of: Type.Union([...SCALARS, Type.Record(Type.String(), Type.Object({ type: Type.String() }))]),
    maxItems: Type.Integer({ minimum: 1, maximum: 1000 }),
    minItems: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  }),
}

function named(names: readonly string[], make: (type: TSchema) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(names.map((name) => [name, make(kinds([name]))]))
}

const Texts = Type.Optional(
  Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9_.-]{0,127}$' }), text(500), { maxProperties: 500 }),
)

const OwnerTexts = Type.Unsafe<Translations>(
  Type.Object(Object.fromEntries(Object.keys(LANGUAGES).map((language) => [language, Texts])), {
    additionalProperties: false,
  }),
)

/** Of a field. */
const Name = Type.String({ maxLength: 64 })

/** What the web app shows to owners (decision 0047): a package names no paths, because it has none of its own. */
const Owner = Type.Object(
  {
    category: Type.Optional(
      Type.Union([
        Type.Literal('receive'),
        Type.Literal('pay'),
        Type.Literal('shop'),
        Type.Literal('connect'),
        Type.Literal('device'),
        Type.Literal('identity'),
        Type.Literal('automate'),
      ]),
    ),
    layout: Type.Optional(Type.Union(OWNER_LAYOUTS.map((layout) => Type.Literal(layout)))),
    forShops: Type.Optional(Type.Boolean()),
    hue: Type.Optional(Type.Integer({ minimum: 0, maximum: 359 })),
    state: Type.Optional(Name),
    figures: Type.Optional(Type.Array(Name, { maxItems: 6 })),
    meters: Type.Optional(
      Type.Array(Type.Object({ used: Name, limit: Name, list: Type.Optional(Name) }, { additionalProperties: false }), {
        maxItems: 6,
      }),
    ),
    entries: Type.Optional(Type.String({ maxLength: 200 })),
    columns: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 10 })),
    texts: Type.Optional(OwnerTexts),
  },
  { additionalProperties: false },
)

/** `manifest.json` at the root of an archive. */
export const PackageManifest = Type.Object({
  ...ABOUT,
  api_version: Type.Optional(Type.Literal(1)),
  runtime: Type.Optional(
    Type.Object({
      kind: Type.Union([Type.Literal('declarative'), Type.Literal('js')]),
      entry: Type.Optional(text(200)),
      memory_mb: Type.Optional(Type.Number({ minimum: 1, maximum: 64 })),
    }),
  ),
  contributors: Type.Optional(Type.Array(text(100), { maxItems: 100 })),
  permissions: Type.Optional(Permissions),
  noun: Type.Optional(text(64, 1)),
  owner: Type.Optional(Owner),
  filters: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  resource: Type.Optional(Type.Record(Type.String(), Type.Object({ type: Type.String({ maxLength: 32 }) }))),
  /** The content of the code, for a package with `runtime.kind` "js". */
  code: Type.Optional(PackageCode),
})
export type PackageManifest = Static<typeof PackageManifest>
