import { parseJson } from '@satchel/json/parse-json'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readOrigin } from './origin/sign-manifest.ts'

/** The files that a backup may contain; no others are unpacked. */
export const ARCHIVE_NAMES = [
  'database.sqlite',
  'database.dump',
  'simulated-node.journal',
  'extensions.tar',
  'auth-secret-key',
  'key-encryption-key',
] as const

export type ArchiveName = (typeof ARCHIVE_NAMES)[number]

const textOrNull = Type.Union([Type.String(), Type.Null()])

const MANIFEST = Type.Object({
  format: Type.Literal(1),
  version: Type.String(),
  database: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  /** ISO 8601. */
  created_at: Type.String(),
  // Archives of older versions lack these, and the origin.
  installation: Type.Optional(Type.Object({ public_url: Type.String(), node: textOrNull, since: textOrNull })),
  super_users: Type.Optional(Type.Array(Type.String())),
  files: Type.Array(
    Type.Object({
      name: Type.Enum([...ARCHIVE_NAMES]),
      size: Type.Integer(),
      sha256: Type.String(),
    }),
  ),
  origin: Type.Optional(Type.Object({ key: Type.String(), signature: Type.String() })),
})

/** The last entry: the version that made the archive, a digest of every other entry, and the signer. */
export type Manifest = Static<typeof MANIFEST>

export interface ReadManifest {
  readonly manifest: Manifest
  /** The key whose signature is right; undefined: it is unsigned. */
  readonly signer: string | undefined
}

/** `hashes`: SHA-256 of every entry that was unpacked beside the manifest. Throws unless both name the same files. */
export function readManifest(text: string, hashes: ReadonlyMap<string, string>): ReadManifest {
  const manifest: unknown = parseJson(text)
  if ((manifest as { format?: unknown } | null)?.format !== 1) throw new Error('it was made by a newer program')
  if (!Value.Check(MANIFEST, manifest)) throw new Error('its manifest is damaged')
  for (const { name, sha256 } of manifest.files) {
    if (hashes.get(name) !== sha256) throw new Error(`${name} is damaged`)
  }
  const unnamed = [...hashes.keys()].find((name) => !manifest.files.some((file) => file.name === name))
  if (unnamed !== undefined) throw new Error(`its manifest does not name ${unnamed}`)
  const database = manifest.database === 'sqlite' ? 'database.sqlite' : 'database.dump'
  if (!hashes.has(database)) throw new Error(`${database} is missing`)
  return { manifest, signer: readOrigin(manifest) }
}
