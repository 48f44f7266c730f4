import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import { canSpend } from './can-spend.ts'

/**
 * Whether an item grants access for longer than the session or token that creates it: it shows a secret once, or pays
 * automatically (decision 0090).
 */
export const itemsGrantAccess = (extension: AnyExtension): boolean =>
  canSpend(extension) || Object.values(extension.resource as Shape).some(({ show }) => show === 'once')

/** The same for a route. */
export const routeGrantsAccess = ({
  grantsAccess = false,
  reply = {},
}: {
  readonly grantsAccess?: boolean
  readonly reply?: Shape
}): boolean => grantsAccess || Object.values(reply).some(({ show }) => show === 'once')
