import { existsSync } from 'node:fs'
import { join } from 'node:path'

export interface ShippedProgram {
  /** The arguments of Node: options of the engine, then the program. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

type Words = readonly string[]

/** How `npm run wallet` and `npm run prices` of a checkout start Node, without the watch on npm. */
export async function shippedProgram(root: string, name: 'wallet' | 'prices'): Promise<ShippedProgram> {
  const { commands } = (await import(join(root, 'scripts/commands.mjs'))) as {
    commands: Readonly<Record<typeof name, (args: Words) => Words[]>>
  }
  const words = await bundled(root, commands[name]([])[0] ?? [])
  const node = words.indexOf('node')
  const variables = words.slice(0, node).filter((word) => word.includes('='))
  const settings = words.slice(node + 1, -1).filter((word) => word !== '--import' && !word.includes('when-parent-ends'))
  return {
    args: [...settings, join(root, words.at(-1) ?? '')],
    env: Object.fromEntries(variables.map((word) => word.split('=') as [string, string])),
  }
}

/** Versions before 0.21 ran their sources. */
async function bundled(root: string, words: Words): Promise<Words> {
  const builder = join(root, 'scripts/build-services.mjs')
  if (!existsSync(builder)) return words
  const { withBundles } = (await import(builder)) as {
    withBundles: (root: string, env: NodeJS.ProcessEnv, command: Words) => Promise<Words>
  }
  return withBundles(root, process.env, words)
}
