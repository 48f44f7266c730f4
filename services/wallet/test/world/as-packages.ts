import type { AnyExtension } from '@satchel/extension-sdk/extension'

/** A computed path: with a literal, a change of one built-in would select all tests of worlds (`npm test -- --changed`). */
const BUILT_INS = new URL('../../src/extensions/built-ins.ts', import.meta.url).href

/** EXTENSIONS=sandbox: the code of every built-in runs as that of a package does. Only then the bundler is loaded. */
export async function asPackages(
  builtIns: readonly AnyExtension[],
  clock: () => number,
): Promise<readonly AnyExtension[]> {
  if (process.env['EXTENSIONS'] !== 'sandbox') return builtIns
  const { inSandbox } = await import('./in-sandbox.ts')
  const { BUILT_INS: all } = (await import(BUILT_INS)) as typeof import('../../src/extensions/built-ins.ts')
  return builtIns.map((one) => (all.includes(one) ? inSandbox(one, clock) : one))
}
