// `npm run catalogue -- FOLDER --out SITE [--url https://…/]`: the packages in FOLDER as a website: a manifest that servers
// install from, the archives, and pages that show who signed what and what it may do. It runs no code of a package.
import { parseArgs } from 'node:util'
import { writeCatalogue } from './catalogue/write-catalogue.ts'

try {
  const { folder, out, url } = readOptions()
  const { extensions, versions, warnings } = await writeCatalogue({ folder, site: out, url })
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`)
  process.stdout.write(`${out}: extensions: ${extensions}, versions: ${versions}. Servers read catalogue.json.\n`)
} catch (error) {
  process.stderr.write(`catalogue: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

function readOptions(): { folder: string; out: string; url: string | undefined } {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string' }, url: { type: 'string' } },
    allowPositionals: true,
  })
  const [folder, ...more] = positionals
  if (folder === undefined || values.out === undefined || more.length > 0) {
    throw new Error('usage: npm run catalogue -- FOLDER --out SITE [--url https://…/]')
  }
  return { folder, out: values.out, url: values.url }
}
