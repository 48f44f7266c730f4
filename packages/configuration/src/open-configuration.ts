import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { findVariable } from './known-variables.ts'
import { readTomlFile } from './read-toml-file.ts'
import { FOREIGN_VARIABLES, unknownVariables } from './unknown-variables.ts'
import { type Reads, text } from './variables/variable.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface OpenedConfiguration {
  /** The environment, extended by the files. */
  readonly env: Environment
  /** By variable: `environment`, or the file that has its value. */
  readonly origins: ReadonlyMap<string, string>
  readonly warnings: readonly string[]
}

export const CONFIG_FOLDER = text(
  'SERVICE_CONFIG_FOLDER',
  'Folder of `.env` and `satchel.toml`; only in the environment.',
  { by: ['wallet', 'prices', 'start', 'rekey'], varies: 'the working folder' },
)

const ENV_FILE = '.env'
const TOML_FILE = 'satchel.toml'
const OTHERS_READ = 0o004

/**
 * Environment, `.env`, `satchel.toml`, in this priority; an empty value counts as not set (decision 0054). Throws
 * errors of the operator: a malformed file, with its line, and unknown names with our prefixes.
 */
export async function openConfiguration(environment: Environment, by: Reads): Promise<OpenedConfiguration> {
  const folder = environment[CONFIG_FOLDER.name]?.trim() || '.'
  if (!isFolder(folder)) throw new Error(`${CONFIG_FOLDER.name}: there is no folder ${folder}`)
  const warnings: string[] = []
  const [envText, tomlText] = [ENV_FILE, TOML_FILE].map((name) => readIfThere(join(folder, name)))
  const fromEnvFile = envText === undefined ? {} : readEnvFile(ENV_FILE, envText)
  // Loaded only if there is such a file, to keep the start fast.
  const fromToml = tomlText === undefined ? {} : readTomlFile(await import('smol-toml'), TOML_FILE, tomlText, by)
  const env: Record<string, string | undefined> = { ...environment }
  const origins = new Map(Object.keys(environment).map((name) => [name, 'environment']))
  for (const [file, values] of [
    [ENV_FILE, fromEnvFile],
    [TOML_FILE, fromToml],
  ] as const) {
    for (const [name, value] of Object.entries(values)) {
      if (env[name]?.trim() || value.trim() === '') continue
      env[name] = value
      origins.set(name, file)
    }
    warnings.push(...warnOfSecrets(join(folder, file), values))
  }
  const problems = unknownVariables(env).map((problem) => {
    const origin = origins.get(problem.slice(0, problem.indexOf(':')))
    return origin === 'environment' ? problem : `${problem} (in ${origin})`
  })
  if (problems.length > 0) throw new Error([...problems, FOREIGN].join('\n  '))
  return { env, origins, warnings }
}

const FOREIGN = `If another program reads it, name it in ${FOREIGN_VARIABLES.name}.`

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** A file that may not be read is a mistake, and not a missing file. */
function readIfThere(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, 'utf8') : undefined
}

function warnOfSecrets(path: string, values: Readonly<Record<string, string>>): readonly string[] {
  const secrets = Object.keys(values).filter((name) => findVariable(name)?.secret !== undefined)
  if (secrets.length === 0 || (statSync(path).mode & OTHERS_READ) === 0) return []
  return [`${path} has secrets (${secrets.join(', ')}) and every user of this machine can read it: chmod 600 ${path}`]
}

/** The variables of a `.env` file, by the usual rules of quoting. Throws with file and line when a line is none. */
function readEnvFile(file: string, text: string): Readonly<Record<string, string>> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (/^\s*(#|$)/.test(line)) continue
    const [, value] = /^\s*(?:export\s+)?[A-Za-z_][\w.]*\s*=\s*(.*)$/.exec(line) ?? []
    if (value === undefined) throw new Error(`${file}:${at + 1}: must be NAME=value, a comment or empty`)
    const quote = /^["'`]/.exec(value)?.[0]
    if (quote === undefined || value.includes(quote, 1)) continue
    const end = lines.findIndex((later, index) => index > at && later.includes(quote))
    if (end < 0) throw new Error(`${file}:${at + 1}: the quote ${quote} is not closed`)
    at = end
  }
  return Object.fromEntries(
    Object.entries(parseEnv(lines.join('\n'))).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
