// What every npm script of the root goes through. Plain JavaScript that an older Node can run, because its first duty
// is to find a Node that is new enough. Then it installs what is missing, and runs the real command. `--words COMMAND`
// prints the command for become.sh instead.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withBundles } from './build-services.mjs'
import { buildWeb } from './build-web.mjs'
import { commands, needsBundles, needsWebApp, WITH_PARENT } from './commands.mjs'
import { ensureNode } from './ensure-node.mjs'
import { installPackages } from './install-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const asWords = process.argv[2] === '--words'
const [name, ...args] = process.argv.slice(asWords ? 3 : 2)
// Below npm it ends with npm. Run by hand it stays when its shell ends, as every program does.
const isBelowNpm = process.env.npm_lifecycle_event !== undefined
if (isBelowNpm) await import('./when-parent-ends.mjs')

main().catch((error) => {
  process.stderr.write(`satchel: ${error.message}\n`)
  process.exit(1)
})

async function main() {
  const steps = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
  if (steps === undefined) throw new Error(`unknown command ${name}; known: ${Object.keys(commands).join(', ')}`)
  if (!existsSync(join(root, 'package-lock.json')))
    throw new Error('package-lock.json is missing: this is not a whole clone')
  const env = await ensureNode(root)
  await installPackages(root, env, 'the packages')
  // Stripped (from Node 24 on) and compiled once, not in every process and thread: a third of the time of a start
  // (decision 0012).
  env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
  if (needsWebApp.has(name)) await buildWeb(root, env)
  const bundled = needsBundles.has(name) ? (step) => withBundles(root, env, step) : (step) => step
  if (asWords) return process.stdout.write(shellWords(await bundled(steps(args).flat()), env))
  for (const step of steps(args)) {
    const code = await run(await bundled(step), env)
    if (code !== 0) process.exit(code)
  }
}

/** One command as a shell reads it, with what `env` changes. */
function shellWords(command, env) {
  const settings = ['PATH', 'NODE_COMPILE_CACHE'].map((variable) => `${variable}=${env[variable]}`)
  const words = ['env', ...settings, ...command.filter((word) => isBelowNpm || word !== WITH_PARENT)]
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
}

/** Runs one command to its end; signals for us are signals for it. */
function run([command, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' })
    const forward = (signal) => child.kill(signal)
    process.on('SIGTERM', forward)
    process.on('SIGINT', forward)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', forward)
      process.off('SIGINT', forward)
      resolve(code ?? (signal === null ? 1 : 128 + 15))
    })
  })
}
