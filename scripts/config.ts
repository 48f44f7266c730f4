// `npm run config -- check`: reads the configuration of both services and prints every problem. `print`: each value with
// its origin, secrets masked. `page`: writes docs/guide/configuration.md, and the list of known names.
import { readFileSync, writeFileSync } from 'node:fs'
import { configurationPage } from '@satchel/configuration/configuration-page'
import { findVariable } from '@satchel/configuration/known-variables'
import { maskValue } from '@satchel/configuration/mask-value'
import { type OpenedConfiguration, openConfiguration } from '@satchel/configuration/open-configuration'
import type { AskedVariable } from '@satchel/http/environment'
import { readConfig as readPrices } from '../services/price-aggregator/src/config.ts'
import { readConfig as readWallet } from '../services/wallet/src/config/config.ts'
import { CHAPTERS, knownVariables } from './all-variables.ts'
import { withStartPorts } from './start-ports.ts'

const SERVICES = [
  { by: 'wallet', title: 'wallet service', read: readWallet },
  { by: 'prices', title: 'price aggregator', read: readPrices },
] as const

const [what, ...more] = process.argv.slice(2)
const steps = { check, print, page } as const
if (what === undefined || !Object.hasOwn(steps, what) || more.length > 0) {
  process.stderr.write('usage: npm run config -- check, npm run config -- print, or npm run config -- page\n')
  process.exit(2)
}
process.exitCode = await steps[what as keyof typeof steps]()

async function check(): Promise<number> {
  const found = await Promise.all(SERVICES.map(readOne))
  for (const { title, problems, warnings } of found) {
    for (const problem of problems) process.stdout.write(`${title}: ${problem}\n`)
    for (const warning of warnings) process.stdout.write(`${title}: warning: ${warning}\n`)
    if (problems.length === 0) process.stdout.write(`${title}: the configuration is valid.\n`)
  }
  return found.some(({ problems }) => problems.length > 0) ? 1 : 0
}

async function print(): Promise<number> {
  const found = await Promise.all(SERVICES.map(readOne))
  for (const { title, problems, asked, opened } of found) {
    process.stdout.write(`# ${title}\n`)
    for (const one of asked.values()) process.stdout.write(`${line(one, opened)}\n`)
    for (const problem of problems) process.stdout.write(`# problem: ${problem}\n`)
  }
  return found.some(({ problems }) => problems.length > 0) ? 1 : 0
}

async function page(): Promise<number> {
  const target = new URL('../docs/guide/configuration.md', import.meta.url)
  writeFileSync(target, configurationPage(readFileSync(target, 'utf8'), CHAPTERS))
  writeFileSync(new URL('../packages/configuration/src/known-variables.json', import.meta.url), knownVariables())
  return 0
}

type Opened = OpenedConfiguration & { readonly ofStart: Readonly<Record<string, string>> }

function line({ name, fallback }: AskedVariable, opened: Opened | undefined) {
  const configured = opened?.env[name]?.trim()
  const given = opened?.ofStart[name] ?? configured
  if (!given) return fallback === undefined ? `# ${name} is not set` : `${name}=${fallback}  # default`
  const origin = given === configured ? opened?.origins.get(name) : 'npm start'
  return `${name}=${maskValue(findVariable(name), given)}  # ${origin}`
}

async function readOne({ by, title, read }: (typeof SERVICES)[number]) {
  const asked = new Map<string, AskedVariable>()
  const note = (one: AskedVariable): void => {
    // The readers check some of them before they read them.
    if (asked.get(one.name)?.fallback === undefined) asked.set(one.name, one)
  }
  try {
    const found = await openConfiguration(process.env, by)
    const opened = { ...found, ofStart: withStartPorts(found.env)[by] }
    const result = read({ ...opened.env, ...opened.ofStart }, note)
    const problems = 'problems' in result ? result.problems : []
    const own = 'config' in result && 'warnings' in result.config ? result.config.warnings : []
    return { title, opened, asked, problems, warnings: [...opened.warnings, ...own] }
  } catch (error) {
    return { title, opened: undefined, asked, problems: [(error as Error).message], warnings: [] }
  }
}
