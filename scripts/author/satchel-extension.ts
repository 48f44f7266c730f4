#!/usr/bin/env node
// `satchel-extension dev|test|pack` in the folder of an extension: the commands of its author. Variables come from `.env`.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { packExtension, packForCatalogue } from '../scaffold/pack-extension.ts'
import { develop } from './develop.ts'
import { placeOf } from './place-of.ts'
import { testPacked } from './test-packed.ts'

const USAGE = 'usage: satchel-extension dev [--fresh] | test [FILE…] | pack [--key publisher.pem]'
const folder = process.cwd()

const commands: Readonly<Record<string, (args: string[]) => Promise<unknown>>> = {
  async dev(args) {
    const { values } = parseArgs({ args, options: { fresh: { type: 'boolean' } } })
    await develop(folder, process.env, values)
  },
  async test(args) {
    process.exitCode = await testPacked(folder, process.env, args)
  },
  async pack(args) {
    const { values } = parseArgs({ args, options: { key: { type: 'string' } } })
    process.stdout.write(await packForCatalogue(folder, { key: values.key, into: folder }))
  },
  /** `dev` runs in a new process each time, because Node loads a module only once. */
  async 'pack-into'([into, versionSuffix]) {
    const { file, entry } = await packExtension(folder, { into, versionSuffix })
    process.stdout.write(`${JSON.stringify({ file, id: entry.id, version: entry.version })}\n`)
  },
}

const [name = '', ...args] = process.argv.slice(2)
try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  if (!Object.hasOwn(commands, name)) throw new Error(USAGE)
  // The code of the extension is TypeScript, which an older Node does not load.
  if (!process.features.typescript) throw new Error(`Node 22.18 or newer is needed, this is ${process.versions.node}`)
  await commands[name]?.(args)
} catch (error) {
  process.stderr.write(`${placeOf(error, folder)}\n`)
  process.exitCode = 1
}
