import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PINNED = fileURLToPath(new URL('../../../../../ci/node-releases/', import.meta.url))
const FILES = ['package.json', 'package-lock.json']
const NO_ANSWER = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT)\b/

/** The paths of the Node programs that `ci/node-releases` pins. */
export interface NodeReleases {
  readonly oldest: string
  readonly newest: string
}

/** Installs them once, in the folder for temporary files. Returns the reason if the npm registry does not answer. */
export function installNodeReleases(): NodeReleases | string {
  const hash = createHash('sha256')
    .update(readFileSync(join(PINNED, 'package-lock.json')))
    .digest('hex')
  const folder = join(tmpdir(), `satchel-node-releases-${hash.slice(0, 12)}`)
  const programOf = (name: string): string => join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(folder)) {
    const made = mkdtempSync(`${folder}-`)
    try {
      for (const file of FILES) copyFileSync(join(PINNED, file), join(made, file))
      execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--no-bin-links', '--loglevel=error'], {
        cwd: made,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      renameSync(made, folder)
    } catch (error) {
      rmSync(made, { recursive: true, force: true })
      const { stderr = '' } = error as { readonly stderr?: string }
      if (NO_ANSWER.test(stderr)) return `the npm registry does not answer: ${stderr.split('\n')[0]}`
      throw error
    }
  }
  return { oldest: programOf('oldest'), newest: programOf('newest') }
}
