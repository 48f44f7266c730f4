import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openSatchel, type Satchel } from './open-satchel.ts'

type Environment = Readonly<Record<string, string | undefined>>

const POLL_MS = 300

/** Installs the extension of the folder on a running Satchel, and again whenever a file has changed. Never returns. */
export async function develop(folder: string, env: Environment, { fresh = false } = {}): Promise<never> {
  const read = (name: string): string => {
    const value = env[name]
    if (value === undefined || value === '') throw new Error(`${name} is not set. Set it in .env`)
    return value
  }
  const satchel = openSatchel({
    url: read('SATCHEL_URL').replace(/\/$/, ''),
    username: read('SATCHEL_USERNAME'),
    password: read('SATCHEL_PASSWORD'),
  })
  const packages = resolve(folder, read('SATCHEL_EXTENSIONS'))
  if (!existsSync(packages)) {
    throw new Error(`SATCHEL_EXTENSIONS: ${packages} is not there. Satchel makes it when it starts`)
  }
  let known = ''
  let isFirst = true
  for (;;) {
    const now = stateOf(folder)
    if (now !== known) {
      known = now
      const report = await installNow({ folder, packages, satchel, fresh: fresh && isFirst })
      process.stdout.write(`${new Date().toLocaleTimeString('en-GB')} ${report}\n`)
      isFirst = false
    }
    await sleep(POLL_MS)
  }
}

interface Installing {
  readonly folder: string
  readonly packages: string
  readonly satchel: Satchel
  readonly fresh: boolean
}

/** Prints the result of each change. After a mistake it prints file and line, and installs nothing. */
async function installNow({ folder, packages, satchel, fresh }: Installing): Promise<string> {
  const begin = Date.now()
  // On the file system of the packages, so that the archive can be moved there atomically.
  const place = mkdtempSync(join(packages, '.dev-'))
  try {
    await checkTypes(folder)
    const { file, id, version } = await pack(folder, place, `-dev.${begin}`)
    // A version never gets another archive, so each has a number of its own. The folder keeps only the last one.
    renameSync(file, join(packages, `${id}-dev.zip`))
    if (fresh) await satchel.remove(id)
    await satchel.install(id, version)
    return `${id} ${version} is installed: ${satchel.url}/app/apps/${id} (${Date.now() - begin} ms)`
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return `not installed: ${message}${message.includes('an upgrade only adds') ? FRESH : ''}`
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const FRESH = '\nTo start again without what you have stored in it: npm run dev -- --fresh'

async function checkTypes(folder: string): Promise<void> {
  const typescript = createRequire(join(folder, 'package.json')).resolve('typescript/package.json')
  try {
    await run(join(dirname(typescript), 'bin/tsc'), ['--pretty', 'false'], folder)
  } catch (error) {
    throw error instanceof Error ? new Error(shortTypeErrors(error.message), { cause: error }) : error
  }
}

/** Prints the place and the innermost reason of each error; the compiler prints all steps between. */
const shortTypeErrors = (text: string): string =>
  text
    .split(/\n(?=\S)/)
    .map((error) => {
      const [, file, line, column, reason] = /^(.+?)\((\d+),(\d+)\): error (?:TS\d+): (.*)/.exec(error) ?? []
      const innermost = error.split('\n').slice(1).at(-1)?.trim() ?? reason
      return file === undefined ? error : `${file}:${line}:${column}: ${innermost}`
    })
    .join('\n')

interface DevPackage {
  readonly file: string
  readonly id: string
  readonly version: string
}

async function pack(folder: string, into: string, versionSuffix: string): Promise<DevPackage> {
  const command = fileURLToPath(new URL('./satchel-extension.js', import.meta.url))
  const text = await run(command, ['pack-into', into, versionSuffix], folder)
  // The loaded code may print, too, so only the last line counts.
  return JSON.parse(text.trim().split('\n').at(-1) ?? '') as DevPackage
}

/** Returns the output of the program; throws with the output if it fails. */
const run = (program: string, args: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolved, rejected) => {
    execFile(process.execPath, [program, ...args], { cwd }, (error, stdout, stderr) => {
      if (error === null) resolved(stdout)
      else rejected(new Error(stderr.trim() || stdout.trim() || error.message))
    })
  })

const IGNORED = new Set(['node_modules', '.git', '.env'])

/** A digest that changes when a file is written, added or removed. */
const stateOf = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !IGNORED.has(name) && !name.endsWith('.zip'))
    .map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? `${path}(${stateOf(path)})` : `${path} ${statSync(path).mtimeMs}`
    })
    .join('\n')
