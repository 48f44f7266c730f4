import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** An earlier version in a separate folder, with the packages of its lockfile. */
export interface Release {
  readonly version: string
  /** Main file of its wallet service, for `entry` of a service process. */
  readonly main: string
  readonly folder: string
}

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The newest release before this commit, or UPGRADE_FROM; undefined where the history is not at hand. */
export function findReleaseCommit(): { version: string; commit: string } | undefined {
  const wanted = process.env['UPGRADE_FROM']
  const versions = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(\d[\d.]*)\]/gm)
  for (const [, version = ''] of versions) {
    if (wanted !== undefined && version !== wanted) continue
    const commit = commitOf(version)
    // Skips the version of this checkout.
    if (commit !== undefined && commit !== git('rev-parse', 'HEAD')) return { version, commit }
  }
  return undefined
}

/** The commit that gave package.json this version. */
function commitOf(version: string): string | undefined {
  const is = `"version": "${version}"`
  const commits = git('log', '--format=%H', `-S${is}`, '--', 'package.json').split('\n').filter(Boolean)
  return commits.reverse().find((commit) => git('show', `${commit}:package.json`).includes(is))
}

/** It is removed with the test. */
export function unpackRelease({ version, commit }: { version: string; commit: string }): Release {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (lockfileOf(folder) === lockfileOf(ROOT)) linkPackages(folder)
  else installPackages(folder)
  // Older versions have it in `src`.
  const places = ['programs/main.ts', 'main.ts'].map((name) => join(folder, 'services/wallet/src', name))
  const [main = ''] = places.filter((path) => existsSync(path))
  return { version, folder, main }
}

const lockfileOf = (folder: string): string => readFileSync(join(folder, 'package-lock.json'), 'utf8')

/** Packages of the registry are shared with this clone; those of the workspace are the release's own. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@satchel'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@satchel') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  }
  const inside = ['packages', 'services'].flatMap((area) =>
    readdirSync(join(folder, area)).map((name) => join(area, name)),
  )
  for (const path of [...inside, 'extensions']) {
    symlinkSync(join(folder, path), join(packages, '@satchel', nameOf(join(folder, path))))
    const own = join(ROOT, path, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(folder, path, 'node_modules'))
  }
}

const nameOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name.replace('@satchel/', '')

function installPackages(folder: string): void {
  const only = ['-w', 'services/wallet', '-w', 'services/price-aggregator']
  const quiet = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['ci', ...quiet, ...only], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e9,
    }).trim()
  } catch {
    return ''
  }
}
