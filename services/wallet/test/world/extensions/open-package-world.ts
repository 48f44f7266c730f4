import { expect } from 'vitest'
import { activateExtension } from './activate-extension.ts'
import { type ArchivePart, buildPackage, packageManifest } from './build-archive.ts'
import { openExtensionWorld } from './open-extension-world.ts'

export const PACKAGE_RESOURCE = {
  title: { type: 'text', max: 100, doc: 'What it says.', show: 'public' },
  seen: { type: 'text', max: 2000, doc: 'What the code has left.', by: 'server', optional: true },
}
export const permission = (id: string, more: object = {}) => ({ id, reason: 'It needs it.', ...more })
export const route = (access: string, more: object = {}) => ({ access, summary: 'A route', ...more })

/** A service with one package whose code is `source`: the body of its definition. */
export async function openPackageWorld(
  source: string,
  code: object,
  {
    dialect = 'sqlite',
    permissions = [] as object[],
    env = {},
    parts = [] as ArchivePart[],
  }: {
    dialect?: 'sqlite' | 'postgres'
    permissions?: object[]
    env?: Record<string, string>
    /** Files beside its code. */
    parts?: ArchivePart[]
  } = {},
) {
  const opened = await openExtensionWorld(dialect, { env })
  const { world, publisher, wallet, install } = opened
  const manifest = packageManifest('shop', '1.0.0', {
    runtime: { kind: 'js', entry: 'main.js' },
    resource: PACKAGE_RESOURCE,
    permissions,
    code: { hooks: [], ...code },
  })
  const content = `export default { ${source} }`
  publisher.publishArchive('shop', '1.0.0', await buildPackage(manifest, [{ name: 'main.js', content }, ...parts]))
  const installed = await install('shop')
  if (installed.status === 201 && env['SERVICE_EXTENSION_CODE'] === undefined)
    await activateExtension(world, wallet, 'shop')
  const key = wallet.adminKey
  const make = async (title = 'First'): Promise<string> => {
    const made = await world.call('POST', '/shop/api/v1/', { key, body: { title } })
    expect(made).toMatchObject({ status: 201 })
    return made.body.id
  }
  return { ...opened, installed, key, make }
}
