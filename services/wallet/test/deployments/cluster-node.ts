import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from 'node:process'
import { promisify } from 'node:util'
import { makeForServer, serverUser, writeForServer } from '../world/postgres/postgres-user.ts'

/** One machine of the cluster: a network namespace with an address, in which etcd, Patroni and PgBouncer run. */
export interface ClusterNode {
  readonly name: string
  readonly address: string
  /** Starts its programs, as after a boot. */
  start(): void
  /** `kill -9` of all that runs on it, PostgreSQL included. */
  die(): void
  unplug(): void
  plugIn(): void
  /** Runs a program as the cluster's user on this machine; returns its output. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  /** The last log lines of one of its programs. */
  said(): string
  remove(): void
}

export interface Network {
  readonly bridge: string
  /** Prefix of its IP addresses: `10.213.7`. */
  readonly prefix: string
}

const SAMPLES = new URL('../../../../ops/cluster/', import.meta.url)
const PROGRAMS = ['etcd', 'patroni', 'pgbouncer', 'ip', 'setpriv']

export const PASSWORD = 'a-password-of-the-cluster'
export const PATRONI_FILE = 'patroni.yml'

/** Programs and rights that the test needs and this machine lacks. */
export const listMissing = (): readonly string[] => [
  ...PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0),
  ...(process.getuid?.() === 0 ? [] : ['root, for network namespaces']),
]

export function createNode(network: Network, number: number, folder: string): ClusterNode {
  const name = `db${number}`
  const space = `${network.bridge}-${name}`
  const link = `${network.bridge}v${number}`
  const address = `${network.prefix}.1${number}`
  ip('netns', 'add', space)
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  ip('link', 'set', link, 'master', network.bridge, 'up')
  ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  ip('-n', space, 'link', 'set', 'eth0', 'up')
  ip('-n', space, 'link', 'set', 'lo', 'up')
  makeForServer(folder)
  const file = (sample: string): string => join(folder, sample)
  for (const sample of ['etcd.yml', PATRONI_FILE, 'pgbouncer.ini']) {
    writeForServer(
      file(sample),
      forNode(readFileSync(new URL(sample, SAMPLES), 'utf8'), network, name, address, folder),
    )
  }
  writeForServer(file('userlist.txt'), `"satchel" "${PASSWORD}"\n`)
  const inside = (program: string, args: readonly string[]): string[] => {
    const { uid, gid } = serverUser()
    const user = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
    return ['netns', 'exec', space, 'setpriv', ...user, '--pdeathsig', 'KILL', program, ...args]
  }
  const begin = (program: string, ...args: readonly string[]): void => {
    const line = inside(program, args).map((word) => `'${word}'`)
    const command = `exec ip ${line.join(' ')} >> ${file(`${program}.log`)} 2>&1`
    spawn('setpriv', ['--pdeathsig', 'KILL', 'sh', '-c', command], { stdio: 'ignore', env: environment(folder) })
  }
  const node: ClusterNode = {
    name,
    address,
    start() {
      begin('etcd', '--config-file', file('etcd.yml'), '--log-level', 'error')
      begin('patroni', file(PATRONI_FILE))
      begin('pgbouncer', file('pgbouncer.ini'))
    },
    die() {
      for (let running = pidsOf(space); running.length > 0; running = pidsOf(space)) {
        for (const pid of running) {
          try {
            kill(pid, 'SIGKILL')
          } catch {
            // The process has already ended.
          }
        }
      }
    },
    unplug: () => ip('link', 'set', link, 'down'),
    plugIn: () => ip('link', 'set', link, 'up'),
    async run(program, args, env = {}) {
      const options = { env: { ...environment(folder), ...env } }
      return (await promisify(execFile)('ip', inside(program, args), options)).stdout
    },
    said: () => execFileSync('tail', ['-n', '15', file('patroni.log'), file('etcd.log')], { encoding: 'utf8' }),
    remove() {
      node.die()
      spawnSync('ip', ['netns', 'del', space])
      spawnSync('ip', ['link', 'del', link])
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return node
}

const environment = (folder: string) => ({ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LC_ALL: 'C.UTF-8' })

/** A sample of `ops/cluster` as an operator fills it in. */
function forNode(sample: string, { prefix }: Network, name: string, address: string, folder: string): string {
  return sample
    .replaceAll(/^(name: )db1$/gm, `$1${name}`)
    .replaceAll(/^(?!initial-cluster:|etcd3:|  hosts:)(.*)$/gm, (line) => line.replaceAll('10.0.0.11', address))
    .replaceAll('10.0.0.', `${prefix}.`)
    .replaceAll(/CHANGE-ME-\d/g, PASSWORD)
    .replaceAll('/var/lib/etcd/satchel', join(folder, 'etcd'))
    .replaceAll('/var/lib/postgresql/15/satchel', join(folder, 'data'))
    .replaceAll('/var/lib/postgresql/.pgpass-patroni', join(folder, 'pgpass'))
    .replaceAll('/etc/pgbouncer/', `${folder}/`)
}

const pidsOf = (space: string): readonly number[] =>
  spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean).map(Number)

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** The bridge between the machines, to which the host is connected as well. */
export function openNetwork(): Network & { close(): void } {
  const number = 1 + (process.pid % 250)
  const network = { bridge: `stc${number}`, prefix: `10.213.${number}` }
  ip('link', 'add', network.bridge, 'type', 'bridge')
  ip('addr', 'add', `${network.prefix}.1/24`, 'dev', network.bridge)
  ip('link', 'set', network.bridge, 'up')
  return { ...network, close: () => void spawnSync('ip', ['link', 'del', network.bridge]) }
}
