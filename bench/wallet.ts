import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../services/wallet/world/postgres/postgres-server.ts'
import { measureService } from './wallet/measure-service.ts'
import { pronounce, type Result, toTable } from './wallet/report.ts'
import type { Place } from './wallet/wallet-server.ts'

/**
 * `npm run bench wallet`: limits that the mix (`npm run bench mix`) does not show: a hot payer, hanging payments, clients
 * beside one another, a big wallet; on SQLite and on PostgreSQL. `--db sqlite`, `--payments 4000`, `--big 1000000`,
 * `--verdict` for an exit code.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      db: { type: 'string', default: 'both' },
      payments: { type: 'string', default: '8000' },
      big: { type: 'string', default: '1000000' },
      verdict: { type: 'boolean', default: false },
    },
  })
  const sizes = { payments: Number(values.payments), big: Number(values.big) }
  const results: Result[] = []
  if (values.db !== 'postgres') {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-wallet-'))
    try {
      const place: Place = { dialect: 'sqlite', folder, url: `sqlite://${join(folder, 'satchel.db')}` }
      results.push({ database: 'SQLite', figures: await measureService(place, sizes) })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  if (values.db !== 'sqlite') {
    const server = await startPostgres()
    const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-wallet-'))
    try {
      const place: Place = { dialect: 'postgres', folder, url: server.url }
      results.push({ database: 'PostgreSQL', figures: await measureService(place, sizes) })
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  process.stdout.write(
    `${toTable(results)}\n\nNode ${process.version}, ${availableParallelism()} cores, ${sizes.payments} payments each, ${sizes.big} payments in the big wallet.\n`,
  )
  const missed = pronounce(results)
  for (const line of missed) process.stdout.write(`missed: ${line}\n`)
  return values.verdict && missed.length > 0 ? 1 : 0
}

process.exitCode = await main()
