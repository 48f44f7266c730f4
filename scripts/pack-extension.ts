// `npm run pack-extension FOLDER [KEY]`: FOLDER as a zip beside it, and what a catalogue says of it, signed with KEY: on
// the screen, and as a .json beside the zip, which `npm run catalogue` reads.
import { packForCatalogue } from './scaffold/pack-extension.ts'

try {
  process.stdout.write(await packForCatalogue(process.argv[2] ?? '', { key: process.argv[3] }))
} catch (error) {
  process.stderr.write(`pack-extension: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
