import { expect } from 'vitest'
import type { Dialect } from '../../src/db/database.ts'
import { activateExtension } from './activate-extension.ts'
import { buildPackage, packageManifest } from './build-archive.ts'
import { openExtensionWorld } from './open-extension-world.ts'

const RESOURCE = {
  title: { type: 'text', max: 100, doc: 'What it says.', show: 'public' },
  seen: { type: 'text', max: 2000, doc: 'What the code has left.', by: 'server', optional: true },
}

export const permission = (id: string, more: object = {}): object => ({ id, reason: 'It needs it.', ...more })

export const route = (access: string, more: object = {}): object => ({ access, summary: 'A route', ...more })

export interface CodeWorldOptions {
  readonly dialect?: Dialect
  readonly permissions?: readonly object[]
  readonly env?: Readonly<Record<string, string>>
}

/** A service with one package whose code is `source`: the body of its definition. `code`: what its manifest says of it. */
export async function openCodeWorld(source: string, code: object, options: CodeWorldOptions = {}) {
  const { dialect = 'sqlite', permissions = [], env = {} } = options
  const opened = await openExtensionWorld(dialect, { env })
  const { world, publisher, wallet, install } = opened
  const manifest = packageManifest('shop', '1.0.0', {
    runtime: { kind: 'js', entry: 'main.js' },
    resource: RESOURCE,
    permissions,
    code: { hooks: [], ...code },
  })
  const content = `export default { ${source} }`
  publisher.publishArchive('shop', '1.0.0', await buildPackage(manifest, [{ name: 'main.js', content }]))
  const installed = await install('shop')
  if (installed.status === 201) await activateExtension(world, wallet, 'shop')
  const key = wallet.adminKey
  const make = async (title = 'First'): Promise<string> => {
    const made = await world.call('POST', '/shop/api/v1/', { key, body: { title } })
    expect(made).toMatchObject({ status: 201 })
    return made.body.id
  }
  return { ...opened, installed, key, make }
}
