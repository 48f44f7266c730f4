import { join } from 'node:path'

export interface ShippedProgram {
  /** For Node: the settings of the engine, then the program. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** How `npm run wallet` and `npm run prices` of a checkout start Node, without the watch on npm. */
export async function shippedProgram(root: string, name: 'wallet' | 'prices'): Promise<ShippedProgram> {
  const { commands, WITH_PARENT } = (await import(join(root, 'scripts/commands.mjs'))) as {
    commands: Readonly<Record<typeof name, (args: readonly string[]) => string[][]>>
    WITH_PARENT: string | undefined
  }
  const words = commands[name]([])[0] ?? []
  const node = words.indexOf('node')
  const variables = words.slice(0, node).filter((word) => word.includes('='))
  return {
    args: [...words.slice(node + 1, -1).filter((word) => word !== WITH_PARENT), join(root, words.at(-1) ?? '')],
    env: Object.fromEntries(variables.map((word) => word.split('=') as [string, string])),
  }
}
