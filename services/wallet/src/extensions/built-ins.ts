import type { AnyExtension } from '@satchel/extension-sdk/extension'

/** Every extension that is part of the product, in the order of the manual. */
export const BUILT_INS: readonly AnyExtension[] = []
