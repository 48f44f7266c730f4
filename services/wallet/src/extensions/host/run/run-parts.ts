import type { Ctx, Json } from '@satchel/extension-sdk/context'
import type { AnyExtension, Permission } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import type { ExtensionDeps } from '../extension-deps.ts'
import type { RunRows } from './run-rows.ts'
import type { Trigger } from './trigger.ts'
import type { RunWallets } from './wallet-names.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- one host for extensions of every shape
export type AnyCtx = Ctx<any, any>

/** State shared by the parts of one run. */
export interface RunParts {
  readonly deps: ExtensionDeps
  readonly extension: AnyExtension
  readonly trigger: Trigger
  readonly wallets: RunWallets
  readonly rows: RunRows
  /** Throws when the manifest does not ask for it. */
  readonly demand: <Id extends Permission['id']>(id: Id) => Extract<Permission, { id: Id }>
  readonly at: number
}

/** Data that an extension may attach to an invoice or a payout. */
const MAX_DATA_BYTES = 4096

/** JSON text; rejected when it is longer. */
export const boundedJson = (value: Json | undefined, mostBytes = MAX_DATA_BYTES): string => {
  const text = JSON.stringify(value ?? null)
  if (Buffer.byteLength(text) > mostBytes) throw reject(fixed('That is more than {bytes} bytes.', { bytes: mostBytes }))
  return text
}
