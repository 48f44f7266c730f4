import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { keepDebian } from './kept-debian.ts'
import { findReleaseCommit, unpackRelease } from './release.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SCRIPT = fileURLToPath(new URL('./fresh-debian.sh', import.meta.url))
/** The Debian packages that an operator installs. */
const PACKAGES = 'ca-certificates,curl,openssl,nginx-light,postgresql,postgresql-client,procps'
const STEPS = ['first payment', 'backup', 'restore drill', 'upgrade', 'and back', 'back by the backup', 'done']

/** The commands of the guides, unchanged, in a minimal Debian. It is kept between runs in the folder for temporary files. */
test('on a fresh Debian: archive, PostgreSQL, TLS, payment, backup, restore drill, upgrade and back, by the documented commands', async () => {
  expect(spawnSync('which', ['debootstrap']).status, 'needs the Debian package debootstrap').toBe(0)
  expect(process.getuid?.(), 'needs root, for chroot').toBe(0)
  const debian = copyOfFreshDebian()
  onTestFinished(() => rmSync(debian, { recursive: true, force: true }))
  const archives = join(debian, 'archives')
  mkdirSync(archives)
  makeArchives(archives)
  copyFileSync(SCRIPT, join(debian, 'fresh-debian.sh'))
  const said = await runInside(debian, 'bash /fresh-debian.sh')
  process.stdout.write(said)
  for (const step of STEPS) expect(said).toContain(`== ${step}\n`)
  expect(said.match(/the shop has 1500 sat/g)?.length).toBeGreaterThanOrEqual(3)
  expect(said).toContain('The backup can be restored.')
  expect(said.match(/The books add up/g)?.length).toBeGreaterThanOrEqual(3)
})

function copyOfFreshDebian(): string {
  const base = process.env['DEBIAN_BASE'] ?? join(tmpdir(), 'satchel-debian-12')
  keepDebian({ folder: base, release: 'bookworm', packages: PACKAGES })
  const copy = mkdtempSync(join(tmpdir(), 'satchel-fresh-'))
  execFileSync('cp', ['-a', '--reflink=auto', `${base}/.`, copy])
  return copy
}

function makeArchives(folder: string): void {
  const made = process.env['ARCHIVES']
  const put = (from: string, name: string): void => copyFileSync(from, join(folder, name))
  if (made !== undefined) {
    for (const name of ['new.tar.gz', 'old.tar.gz']) put(join(made, name), name)
    return
  }
  const found = findReleaseCommit()
  if (found === undefined) throw new Error('the history of the repository has no release')
  put(packageOf(unpackRelease(found).folder), 'old.tar.gz')
  put(packageOf(ROOT, '--node'), 'new.tar.gz')
}

function packageOf(folder: string, ...options: readonly string[]): string {
  execFileSync('npm', ['run', 'package', '--', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const [archive = ''] = readdirSync(join(folder, 'dist')).filter((name) => name.endsWith(`-${process.arch}.tar.gz`))
  return join(folder, 'dist', archive)
}

/** In namespaces for network and processes, so that nothing that it starts outlives it. */
async function runInside(root: string, command: string): Promise<string> {
  const enter = `ip link set lo up && mount --bind /dev ${root}/dev && exec chroot ${root} ${command}`
  const args = [
    '--mount',
    '--pid',
    '--net',
    '--fork',
    '--kill-child=KILL',
    `--mount-proc=${root}/proc`,
    'sh',
    '-c',
    enter,
  ]
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code, said).toBe(0)
  return said
}
