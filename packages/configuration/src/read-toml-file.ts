import { findVariable } from './known-variables.ts'
import { unknownVariable } from './unknown-variables.ts'
import type { Reads } from './variables/variable.ts'

type Toml = typeof import('smol-toml')
type Value = import('smol-toml').TomlValue

const SECTIONS = ['wallet', 'prices'] as const
type Section = (typeof SECTIONS)[number]

/**
 * The variables of `satchel.toml` for one process: keys at the top are for all of them, those of `[wallet]` and `[prices]`
 * for one service, and they win. Names are those of the environment, in either case. Throws with every wrong name.
 */
export function readTomlFile(toml: Toml, file: string, text: string, by: Reads): Readonly<Record<string, string>> {
  const table = parse(toml, file, text)
  const problems: string[] = []
  const take = (entries: Readonly<Record<string, Value>>, where: string, section: Section | undefined) =>
    Object.entries(entries).flatMap(([key, value]): [string, string][] => {
      const name = key.toUpperCase()
      const known = findVariable(name)
      if (known === undefined || (section !== undefined && !known.by.includes(section))) {
        const which = section === undefined ? undefined : 'no such variable of this service'
        problems.push(`${file}${where}: ${key}: ${unknownVariable(name, which)}`)
        return []
      }
      const written = write(value, known.kind === 'list')
      if (written === undefined) problems.push(`${file}${where}: ${key}: must be text, a number, true, false or a list`)
      return [[name, written ?? '']]
    })
  const isSection = (key: string): key is Section => SECTIONS.some((section) => section === key)
  const shared = take(Object.fromEntries(Object.entries(table).filter(([key]) => !isSection(key))), '', undefined)
  const own = SECTIONS.flatMap((section) => {
    const found = table[section]
    if (found === undefined) return []
    if (!isTable(found)) problems.push(`${file}: ${section}: must be a section, [${section}]`)
    const entries = isTable(found) ? take(found, ` [${section}]`, section) : []
    // The other commands use the wallet's configuration.
    return section === (by === 'prices' ? 'prices' : 'wallet') ? entries : []
  })
  if (problems.length > 0) throw new Error(problems.join('\n  '))
  return Object.fromEntries([...shared, ...own])
}

function parse(toml: Toml, file: string, text: string): Readonly<Record<string, Value>> {
  try {
    return toml.parse(text)
  } catch (error) {
    if (!(error instanceof toml.TomlError)) throw error
    const reason = error.message.split('\n')[0] ?? ''
    throw new Error(`${file}:${error.line}:${error.column}: ${reason}`, { cause: error })
  }
}

const isTable = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)

/** As written in the environment: lists with commas where the variable is one, else as JSON. */
function write(value: Value, isList: boolean): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return undefined
  if (isList && Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value.join(',') : undefined
  return JSON.stringify(value)
}
