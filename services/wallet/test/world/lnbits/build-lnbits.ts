import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Dialect } from '../../../src/db/database.ts'
import type { LnbitsRows } from './lnbits-tables.ts'
import { withClient, writeLnbitsFolder, writeLnbitsSchemas } from './write-lnbits.ts'

export interface BuiltLnbits {
  /** The source for the importer. */
  readonly place: string
  drop(): Promise<void>
}

export interface BuildLnbits {
  readonly dialect: Dialect
  readonly rows: LnbitsRows
  /** The last migration of the core. */
  readonly core?: number
}

/** Databases as LNbits leaves them: a folder with one file for the core and for each extension, or schemas of one database. */
export function buildLnbits({ dialect, rows, core = 50 }: BuildLnbits): Promise<BuiltLnbits> {
  const versions = { dbversions: [{ db: 'core', version: core }] }
  const all: LnbitsRows = { ...rows, core: { ...versions, ...rows['core'] } }
  return dialect === 'sqlite' ? buildFolder(all, core) : buildSchemas(all, core)
}

async function buildFolder(all: LnbitsRows, core: number): Promise<BuiltLnbits> {
  const folder = mkdtempSync(join(inject('runFolder') ?? tmpdir(), 'lnbits-'))
  writeLnbitsFolder(folder, all, core)
  return { place: folder, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function buildSchemas(all: LnbitsRows, core: number): Promise<BuiltLnbits> {
  const server = inject('postgresUrl')
  const name = `lnbits_${randomBytes(6).toString('hex')}`
  const url = server.replace(/\/postgres$/, `/${name}`)
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name}`))
  await writeLnbitsSchemas(url, all, core)
  return {
    place: url,
    drop: () => withClient(server, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  }
}
