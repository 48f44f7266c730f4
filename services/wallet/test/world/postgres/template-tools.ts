import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const PG = JSON.stringify(createRequire(import.meta.url).resolve('pg'))

/** `args`: as the tools get them; `run`: SQL on the maintenance database, with the name of the tool's own. */
const PRELUDE = `#!${process.execPath}
const { Client } = require(${PG})
const fs = require('node:fs')
const args = process.argv.slice(2)
const url = new URL(args.find((arg) => arg.startsWith('--dbname=')).slice(9))
url.password = process.env.PGPASSWORD
const own = url.pathname.slice(1)
url.pathname = '/postgres'
const run = async (...statements) => {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  for (const sql of statements) await client.query(sql)
  await client.end()
}
`

/**
 * Stand-ins of `pg_dump` and `pg_restore`, which the server of the tests does not bring: they copy whole databases on the
 * server, while no client is connected. Answers the folder for PATH, and the names of what `pg_dump` copied.
 */
export function writeTemplateTools(folder: string): { readonly bin: string; readonly copies: string } {
  const [bin, copies] = [join(folder, 'bin'), join(folder, 'copies')]
  mkdirSync(bin, { recursive: true })
  const tools = {
    pg_dump: `const copy = own + '_copy_' + Date.now()
fs.appendFileSync(${JSON.stringify(copies)}, copy + '\\n')
fs.writeFileSync(args.find((arg) => arg.startsWith('--file=')).slice(7), copy)
run(\`CREATE DATABASE \${copy} TEMPLATE \${own} STRATEGY FILE_COPY\`).catch((error) => { console.error(error.message); process.exit(1) })`,
    pg_restore: `const copy = fs.readFileSync(args.at(-1), 'utf8')
run(\`DROP DATABASE \${own}\`, \`CREATE DATABASE \${own} TEMPLATE \${copy} STRATEGY FILE_COPY\`).catch((error) => { console.error(error.message); process.exit(1) })`,
  }
  for (const [name, script] of Object.entries(tools)) {
    writeFileSync(join(bin, name), `${PRELUDE}${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return { bin, copies }
}
