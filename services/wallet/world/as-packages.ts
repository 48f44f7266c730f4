import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { BUILT_INS } from '../src/extensions/built-ins.ts'

/** EXTENSIONS=sandbox: the code of every built-in runs as that of a package does. Only then the bundler is loaded. */
export async function asPackages(
  builtIns: readonly AnyExtension[],
  clock: () => number,
): Promise<readonly AnyExtension[]> {
  if (process.env['EXTENSIONS'] !== 'sandbox') return builtIns
  const { inSandbox } = await import('./in-sandbox.ts')
  return builtIns.map((one) => (BUILT_INS.includes(one) ? inSandbox(one, clock) : one))
}
