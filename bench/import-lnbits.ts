import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Dialect } from '../services/wallet/src/db/database.ts'
import { largeCore } from '../services/wallet/test/world/lnbits/large-lnbits.ts'
import { writeLnbitsFolder, writeLnbitsSchemas } from '../services/wallet/test/world/lnbits/write-lnbits.ts'
import { openBenchDatabase } from './mix/bench-database.ts'
import { cpuOfProcesses } from './mix/process-cpu.ts'
import { OWN_ROOT, type Place } from './mix/wallet-server.ts'

/**
 * `npm run bench import-lnbits`: how long the import of a large LNbits takes and how much memory it needs, from SQLite to
 * SQLite and from PostgreSQL to PostgreSQL. `--payments 1000000 --wallets 1000 --database sqlite`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      payments: { type: 'string', default: '1000000' },
      wallets: { type: 'string', default: '1000' },
      database: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  const size = {
    payments: Number(values.payments),
    wallets: Number(values.wallets),
    now: Math.floor(Date.now() / 1000),
  }
  print(
    '| | read and translated, s | written, s | checked, s | **whole, s** | CPU, importer, s | … database server, s | peak memory, MB |',
  )
  print('|---|--:|--:|--:|--:|--:|--:|--:|')
  for (const dialect of values.database.split(',') as Dialect[]) print(rowOf(dialect, await measure(dialect, size)))
  print(
    `\nNode ${process.version}, ${availableParallelism()} cores, ${size.payments} payments of ${size.wallets} wallets.`,
  )
}

async function measure(dialect: Dialect, size: Parameters<typeof largeCore>[0]): Promise<Figures> {
  const database = await openBenchDatabase(dialect)
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-lnbits-'))
  try {
    const rows = { core: { dbversions: [{ db: 'core', version: 50 }], ...largeCore(size) } }
    const { url } = await database.open('lnbits')
    if (dialect === 'sqlite') writeLnbitsFolder(folder, rows, 50)
    else await writeLnbitsSchemas(url, rows, 50)
    const place = await database.open('satchel')
    if (dialect === 'postgres') await database.tidy({ ...place, url })
    process.stderr.write(`${dialect}: LNbits is built\n`)
    const before = database.cpuMicroseconds()
    const figures = await importInto(place, dialect === 'sqlite' ? folder : url)
    return { ...figures, serverSeconds: (database.cpuMicroseconds() - before) / 1e6 }
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Figures {
  readonly readSeconds: number
  readonly writtenSeconds: number
  readonly checkedSeconds: number
  readonly cpuSeconds: number
  readonly peakMb: number
  readonly serverSeconds: number
}

const POLL_EVERY_MS = 250

/** The command as an operator runs it. */
async function importInto({ folder, url }: Place, from: string): Promise<Omit<Figures, 'serverSeconds'>> {
  const command = join(OWN_ROOT, 'services/wallet/src/programs/import-lnbits.ts')
  const child = spawn(process.execPath, [command, from, '--yes', '--no-backup'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      SERVICE_CONFIG_FOLDER: folder,
      SERVICE_DATA_FOLDER: folder,
      SERVICE_DATABASE_URL: url,
      AUTH_SECRET_KEY: 'a secret for the bench of more than 32 bytes',
    },
  })
  const began = performance.now()
  const reached = { writing: began, checking: began }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('Writing, all or nothing')) reached.writing = performance.now()
    if (text.includes('checking the books') && reached.checking === began) reached.checking = performance.now()
  })
  const seen = { peakMb: 0, cpuMicroseconds: 0 }
  const timer = setInterval(() => {
    seen.peakMb = peakMbOf(child.pid ?? 0) ?? seen.peakMb
    seen.cpuMicroseconds = Math.max(seen.cpuMicroseconds, cpuOfProcesses([child.pid ?? 0]))
  }, POLL_EVERY_MS)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`the import ended with ${String(code)}`)
  const ended = performance.now()
  return {
    readSeconds: (reached.writing - began) / 1000,
    writtenSeconds: (reached.checking - reached.writing) / 1000,
    checkedSeconds: (ended - reached.checking) / 1000,
    cpuSeconds: seen.cpuMicroseconds / 1e6,
    peakMb: seen.peakMb,
  }
}

/** The peak memory that Linux counted. Undefined if the process has ended. */
function peakMbOf(pid: number): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

function rowOf(dialect: Dialect, figures: Figures): string {
  const { readSeconds, writtenSeconds, checkedSeconds, cpuSeconds, serverSeconds, peakMb } = figures
  const whole = readSeconds + writtenSeconds + checkedSeconds
  const cells = [readSeconds, writtenSeconds, checkedSeconds, whole, cpuSeconds, serverSeconds, peakMb]
  return `| ${dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'} | ${cells.map((cell) => cell.toFixed(0)).join(' | ')} |`
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

await main()
