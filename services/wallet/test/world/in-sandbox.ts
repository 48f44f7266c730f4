import { fileURLToPath } from 'node:url'
import type { AnyExtension, Permission, Reply } from '@satchel/extension-sdk/extension'
import { describeCode } from '@satchel/extension-sdk/package/code-description'
import { bundleCode } from '@satchel/sandbox/bundle-code'
import { openSandbox } from '@satchel/sandbox/sandbox'
import { sandboxedExtension } from '../../src/extensions/sandbox/sandboxed-extension.ts'

/** Built-ins send webhooks to any host that an owner names. */
const withAnyHost = (permissions: readonly Permission[]): readonly Permission[] =>
  permissions.some(({ id }) => id === 'http')
    ? permissions
    : [...permissions, { id: 'http', reason: 'webhooks of owners', hosts: ['*'] }]

async function bundleBuiltIn(definition: AnyExtension): Promise<string> {
  const { id } = definition.manifest
  const entry = import.meta.resolve(`@satchel/extensions/${id}/${id}`)
  const module = (await import(entry)) as Readonly<Record<string, unknown>>
  const exported = Object.keys(module).find((name) => module[name] === definition)
  return bundleCode(fileURLToPath(entry), exported)
}

const sources = new Map<string, Promise<string>>()
const sandbox = openSandbox({
  onBreach: (extension, breach, message) => console.warn(`sandbox: ${extension} ${breach}: ${message}`),
})

/** A built-in whose code runs in the sandbox, as that of a package does. It may do what only built-ins may. */
export function inSandbox(definition: AnyExtension, clock: () => number): AnyExtension {
  const { manifest, resource, noun, owner, filters } = definition
  const { id } = manifest
  /** Bundled at its first run, because most tests use few built-ins. */
  const source = (): Promise<string> => {
    const known = sources.get(id) ?? bundleBuiltIn(definition)
    sources.set(id, known)
    return known
  }
  return sandboxedExtension({
    stated: {
      manifest,
      resource,
      ...(noun !== undefined && { noun }),
      ...(owner !== undefined && { owner }),
      ...(filters !== undefined && { filters }),
    },
    described: describeCode(definition),
    permissions: withAnyHost(manifest.permissions),
    code: { extension: id, version: '1', source },
    sandbox,
    onRun: () => undefined,
    clock,
    checkReply: (reply) => reply as Reply,
    toGuest: (request) => request,
    toGuestContext: (ctx) => ctx,
  })
}
