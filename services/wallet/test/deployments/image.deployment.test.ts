import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../campaigns/eventually.ts'
import { listMissingForImage, openPodman, type Podman } from './podman.ts'
import { slimDebianWithNode } from './slim-debian.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** The image that the Containerfile names. */
const BASE = 'docker.io/library/node:24-trixie-slim'
/** `stop_grace_period` of compose.yaml. */
const STOP_SECONDS = 30
/** As compose.yaml runs it. */
const RESTRICTED = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']
/** Podman's defaults are above what some machines allow. */
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']
const SUPER_USER = { username: 'alice', password: 'correct-horse' }

/** The base is a Debian of debootstrap: no image registry is needed. The build runs in a chroot, the image in a container. */
test.skipIf(listMissingForImage().length > 0)(
  'podman builds the image of the Containerfile and runs it read-only without rights: payment, health check, SIGTERM, second start',
  async () => {
    const podman = openPodman()
    importBase(podman)
    const build = ['build', '--format', 'docker', '--pull=never', '--isolation', 'chroot', '--network', 'host']
    podman(...build, '--file', join(ROOT, 'ops/container/Containerfile'), '--tag', 'satchel', ROOT)

    const first = await start(podman, 'first')
    expect(first.inside('id', '-u').trim()).toBe('1000')
    expect(first.inside('pg_dump', '--version')).toMatch(/^pg_dump \(PostgreSQL\) 17\./)
    expect(() => first.inside('touch', '/opt/satchel/file')).toThrow('Read-only file system')
    const shopKey = pay(first)
    expect(balanceOf(first, shopKey)).toBe(1_500_000)
    checkHealth(first)
    const stopMs = stop(first)

    const second = await start(podman, 'second')
    expect(balanceOf(second, shopKey)).toBe(1_500_000)
    stop(second)
    process.stdout.write(
      `image: ${podman('image', 'inspect', 'satchel', '--format', '{{.Size}}').trim()} bytes, ` +
        `healthy after ${Math.round(first.readyMs)} ms, SIGTERM to exit ${Math.round(stopMs)} ms\n`,
    )
  },
  1_800_000,
)

function importBase(podman: Podman): void {
  const { folder, env } = slimDebianWithNode()
  const temporary = mkdtempSync(join(tmpdir(), 'satchel-base-'))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const archive = join(temporary, 'base.tar')
  execFileSync('tar', ['-c', '-f', archive, '-C', folder, '.'])
  const changes = Object.entries(env).flatMap(([name, value]) => ['--change', `ENV ${name}=${value}`])
  podman('import', ...changes, archive, BASE)
  rmSync(archive)
}

interface Container {
  readonly podman: Podman
  readonly name: string
  readonly readyMs: number
  /** Runs a program in the container. */
  inside(...command: readonly string[]): string
}

/** Without a network except loopback, on a volume that outlives the container. */
async function start(podman: Podman, name: string): Promise<Container> {
  const since = performance.now()
  const env = [
    '--env',
    `SUPER_USER_USERNAME=${SUPER_USER.username}`,
    '--env',
    `SUPER_USER_PASSWORD=${SUPER_USER.password}`,
  ]
  podman(
    'run',
    '--detach',
    '--name',
    name,
    '--network',
    'none',
    ...RESTRICTED,
    ...LIMITS,
    ...env,
    '--volume',
    'data:/data',
    'satchel',
  )
  const inside = (...command: readonly string[]): string => podman('exec', name, ...command)
  await eventually('it is healthy', async () => isHealthy(podman, name), 60_000)
  return { podman, name, readyMs: performance.now() - since, inside }
}

/** The health check of the image, run once. */
function isHealthy(podman: Podman, name: string): boolean {
  try {
    podman('healthcheck', 'run', name)
    return true
  } catch {
    return false
  }
}

/** A stopped process (SIGSTOP) answers nothing: the health check must time out. */
function checkHealth({ podman, name }: Container): void {
  const processes = podman('top', name, 'hpid', 'args').split('\n')
  const wallet = Number(
    processes
      .find((line) => line.includes('services/wallet'))
      ?.trim()
      .split(/\s+/)[0],
  )
  process.kill(wallet, 'SIGSTOP')
  try {
    const since = performance.now()
    expect(isHealthy(podman, name)).toBe(false)
    expect(performance.now() - since).toBeLessThan(10_000)
  } finally {
    process.kill(wallet, 'SIGCONT')
  }
  expect(isHealthy(podman, name)).toBe(true)
}

/** SIGTERM ends it with exit code 0 and without leftover processes. */
function stop({ podman, name }: Container): number {
  const pids = podman('top', name, 'hpid').split('\n').slice(1).filter(Boolean)
  expect(pids.length).toBeGreaterThanOrEqual(3)
  const since = performance.now()
  podman('stop', '--time', String(STOP_SECONDS), name)
  const tookMs = performance.now() - since
  expect(podman('inspect', name, '--format', '{{.State.Status}} {{.State.ExitCode}}').trim()).toBe('exited 0')
  expect(tookMs).toBeLessThan(STOP_SECONDS * 1000)
  expect(pids.filter((pid) => existsSync(`/proc/${pid.trim()}`))).toEqual([])
  return tookMs
}

const ASK = `
const [method, path, headers, body] = JSON.parse(process.argv[1])
const answer = await fetch('http://127.0.0.1:5000' + path, {
  method,
  headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  body: body && JSON.stringify(body),
})
if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()))
console.log(await answer.text())`

interface Call {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

function ask({ inside }: Container, method: string, { path, headers = {}, body }: Call) {
  return JSON.parse(
    inside('node', '--input-type=module', '--eval', ASK, JSON.stringify([method, path, headers, body])),
  ) as Record<string, unknown>
}

/** As in the first payment of the guide: two wallets pay each other. Returns the invoice key of the shop. */
function pay(container: Container): string {
  const { access_token: token } = ask(container, 'POST', { path: '/api/v1/auth', body: SUPER_USER })
  const headers = { authorization: `Bearer ${String(token)}` }
  const { id } = ask(container, 'GET', { path: '/api/v1/auth', headers })
  ask(container, 'PUT', { path: `/users/api/v1/user/${String(id)}/balance`, headers, body: { amount: 10_000 } })
  const shop = ask(container, 'POST', { path: '/api/v1/wallet', headers, body: { name: 'Shop' } })
  const key = String(shop['inkey'])
  const { payment_request: bolt11 } = ask(container, 'POST', {
    path: '/api/v1/payments',
    headers: { 'x-api-key': key },
    body: { out: false, amount: 1500, memo: 'Coffee' },
  })
  ask(container, 'POST', { path: '/api/v1/payments', headers, body: { out: true, bolt11 } })
  return key
}

function balanceOf(container: Container, key: string): unknown {
  return ask(container, 'GET', { path: '/api/v1/wallet', headers: { 'x-api-key': key } })['balance']
}
