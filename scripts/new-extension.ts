// `npm run new-extension NAME [-- --code] [-- --into FOLDER]`: creates an extension that works immediately.
import { writeNewExtension } from './scaffold/write-new-extension.ts'

const args = process.argv.slice(2)
const into = args.includes('--into') ? args[args.indexOf('--into') + 1] : undefined
const id = args.find((arg) => !arg.startsWith('--') && arg !== into)

try {
  const { folder, next } = writeNewExtension({ id: id ?? '', withCode: args.includes('--code'), into })
  process.stdout.write(`${folder} is there. ${next}\n`)
} catch (error) {
  process.stderr.write(`new-extension: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
