import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { eventually } from '../campaigns/eventually.ts'

/** Nginx with the sample of `ops/proxies`, in front of service processes. */
export interface Balancer {
  readonly url: string
  readonly pid: number
  /** Forwards new requests to these addresses only; resolves when the change is in effect. */
  leadTo(urls: readonly string[]): Promise<void>
  close(): Promise<void>
}

export const hasNginx: boolean = spawnSync('nginx', ['-v']).status === 0

const SAMPLE = new URL('../../../../ops/proxies/nginx.conf', import.meta.url)

export async function openBalancer(urls: readonly string[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-nginx-'))
  const [port, redirectPort, tellPort] = await Promise.all([reservePort(), reservePort(), reservePort()])
  const file = join(folder, 'nginx.conf')
  let generation = 0
  const write = (targets: readonly string[]): void =>
    writeFileSync(file, configuration({ folder, port, redirectPort, tellPort, generation: (generation += 1), targets }))
  write(urls)
  const nginx: ChildProcess = spawn('setpriv', ['--pdeathsig', 'KILL', 'nginx', '-p', folder, '-c', file], {
    stdio: 'ignore',
  })
  const ended = once(nginx, 'exit')
  const tells = async (): Promise<boolean> => {
    if (nginx.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    const answer = await fetch(`http://127.0.0.1:${tellPort}/`, { headers: { connection: 'close' } })
    return (await answer.text()) === String(generation)
  }
  const isCurrent = (): Promise<void> =>
    eventually('nginx has read its configuration', () => tells().catch(() => false)).then(() => undefined)
  await isCurrent()
  return {
    url: `http://127.0.0.1:${port}`,
    pid: nginx.pid ?? 0,
    async leadTo(targets) {
      write(targets)
      nginx.kill('SIGHUP')
      await isCurrent()
    },
    async close() {
      nginx.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Places {
  readonly folder: string
  readonly port: number
  readonly redirectPort: number
  /** Answers the number of the active configuration. */
  readonly tellPort: number
  readonly generation: number
  readonly targets: readonly string[]
}

/** The sample, with other addresses and without TLS. */
function configuration({ folder, port, redirectPort, tellPort, generation, targets }: Places): string {
  const servers = targets.map((url) => `  server ${new URL(url).host};`).join('\n')
  const sample = readFileSync(SAMPLE, 'utf8')
    .replace('  server 127.0.0.1:5000;', servers)
    .replace('listen 80;', `listen 127.0.0.1:${redirectPort};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
worker_rlimit_nofile 20000;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 16384; }
http {
  access_log off;
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  server { listen 127.0.0.1:${tellPort}; return 200 '${generation}'; }
${sample}
}
`
}
