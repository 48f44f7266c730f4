import type { AnyExtension } from '@satchel/extension-sdk/extension'

/** Whether its items may take money from a wallet automatically. */
export const canSpend = ({ manifest }: Pick<AnyExtension, 'manifest'>): boolean =>
  manifest.permissions.some(({ id }) => id === 'spend')
