import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { PackageManifest } from './package-schema.ts'

/** The definition of a package for the host of extensions, from its manifest. */
export type StatedPackage = Pick<AnyExtension, 'manifest' | 'resource' | 'noun' | 'owner' | 'filters'>

/** Like a built-in, without code. */
export function definePackage(manifest: PackageManifest): StatedPackage {
  const { id, name, version, short_description, icon, permissions = [], noun, owner, filters, resource = {} } = manifest
  return {
    manifest: {
      id,
      name,
      version,
      short_description,
      ...(icon !== undefined && { icon }),
      api_version: 1,
      permissions,
    },
    resource,
    ...(noun !== undefined && { noun }),
    ...(owner !== undefined && { owner }),
    ...(filters !== undefined && { filters }),
  }
}

export const runtimeOf = ({ runtime }: PackageManifest): 'declarative' | 'js' => runtime?.kind ?? 'declarative'
