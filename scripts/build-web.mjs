import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildOnce, digestOf, runBuilder } from './build-once.mjs'

/** The inputs of the build. The lockfile fixes the versions of all libraries and of the builder. */
const SOURCES = ['apps/web/src', 'apps/web/locales', 'apps/web/public', 'packages/page/src', 'packages/money/src']
const FILES = ['apps/web/index.html', 'apps/web/vite.config.ts', 'apps/web/package.json', 'package-lock.json']

/**
 * Builds the web app when its sources have changed since the last build. Never throws: without a build the service
 * starts with the last one, or without the app.
 */
export async function buildWeb(root, env) {
  const dist = join(root, 'apps/web/dist')
  if (!existsSync(join(root, 'apps/web/src'))) return
  const wanted = digestOf(root, 'web', [...SOURCES.flatMap((folder) => listFiles(root, folder)), ...FILES])
  const problem = await buildOnce({
    root,
    dist,
    what: 'the web app',
    isDone: () => readOrEmpty(join(dist, 'stamp')) === wanted,
    build: async (folder) => {
      const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', folder]
      await runBuilder(args, { cwd: join(root, 'apps/web'), env })
      writeFileSync(join(folder, 'stamp'), wanted)
    },
  })
  if (problem === undefined) return
  const instead = existsSync(dist) ? 'the last build of it is served' : 'the service starts without it'
  process.stderr.write(`satchel: the web app could not be built, ${instead}: ${problem}\n`)
}

function listFiles(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((first, second) => (first.name < second.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return listFiles(root, path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    })
}

const readOrEmpty = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
