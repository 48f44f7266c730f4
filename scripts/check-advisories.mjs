// A step of `npm run check`: fails if the registry knows a high or critical advisory about a package of production that
// scripts/accepted-advisories.json does not accept: {"GHSA-…": "the reason"}. A registry that has no advisories, or that
// does not answer, fails nothing: the code is the same as with one that does.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const FAILING = ['high', 'critical']
const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { accepted: { type: 'string' } } })

process.exitCode = main()

function main() {
  const accepted = readAccepted(values.accepted ?? fileURLToPath(new URL('accepted-advisories.json', import.meta.url)))
  const report = askRegistry()
  if (report.vulnerabilities === undefined) {
    say(`not checked, because the registry did not answer: ${report.problem}`)
    return 0
  }
  const advisories = listAdvisories(report.vulnerabilities)
  const serious = advisories.filter(({ severity }) => FAILING.includes(severity))
  const open = serious.filter(({ id }) => !accepted.has(id))
  for (const { severity, name, range, title, url } of open) say(`${severity}: ${name} ${range}: ${title} (${url})`)
  for (const { id } of serious.filter(({ id }) => accepted.has(id))) say(`accepted: ${id}: ${accepted.get(id)}`)
  for (const id of accepted.keys()) {
    if (!serious.some((advisory) => advisory.id === id)) say(`no longer found, remove it from the accepted ones: ${id}`)
  }
  say(`${advisories.length} about the packages of production, ${open.length} of them high or critical and not accepted`)
  return open.length === 0 ? 0 : 1
}

/** Maps an advisory to the reason why it does no harm here. */
function readAccepted(file) {
  const accepted = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
  for (const [id, reason] of accepted) {
    if (typeof reason !== 'string' || reason.trim() === '') throw new Error(`${file}: ${id} has no reason`)
  }
  return accepted
}

/** The report of `npm audit`, or the reason why there is none. */
function askRegistry() {
  const args = ['audit', '--omit=dev', '--json', '--loglevel=silent', '--fetch-retries=1', '--fetch-timeout=20000']
  const { stdout, error } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 })
  if (error !== undefined) throw error
  try {
    const report = JSON.parse(stdout)
    if (typeof report.vulnerabilities === 'object') return { vulnerabilities: report.vulnerabilities }
    return { problem: report.message ?? report.error?.summary ?? 'without a reason' }
  } catch {
    return { problem: 'npm audit printed no JSON' }
  }
}

/** Lists each advisory once. An entry that is a text names another affected package, not an advisory. */
function listAdvisories(vulnerabilities) {
  const found = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via) => typeof via === 'object')
    .map(({ url, severity, name, range, title }) => ({ id: url.split('/').at(-1), url, severity, name, range, title }))
  return [...new Map(found.map((advisory) => [advisory.id, advisory])).values()]
}

function say(line) {
  process.stdout.write(`advisories: ${line}\n`)
}
