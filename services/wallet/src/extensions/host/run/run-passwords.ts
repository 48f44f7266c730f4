import type { Shape } from '@satchel/extension-sdk/shape'
import type { AnyCtx, RunParts } from './run-parts.ts'

/** Compares with passwords of items. By their field, because a hash of another origin may cost any memory and time. */
export function openRunPasswords({ deps, extension, rows, trigger }: RunParts): AnyCtx['matchesPassword'] {
  const shape = extension.resource as Shape
  const address = trigger.by === 'visitor' ? trigger.address : 'unknown'
  return async (itemId, field, text) => {
    if (!Object.hasOwn(shape, field) || shape[field]?.atRest !== 'password') {
      throw new Error(`${extension.manifest.id} has no password in this field`)
    }
    const hash = (await rows.get('items', itemId))?.[field]
    return deps.passwords.matches(typeof hash === 'string' ? hash : undefined, text, address)
  }
}
