// `npm run pack-extension FOLDER [KEY]`: FOLDER as a zip beside it, and what a catalogue says of it, signed with KEY: on
// the screen, and as a .json beside the zip, which `npm run catalogue` reads.
import { writeFileSync } from 'node:fs'
import { describePacked, packExtension } from './scaffold/pack-extension.ts'

try {
  const packed = await packExtension(process.argv[2] ?? '', { key: process.argv[3] })
  writeFileSync(packed.file.replace(/\.zip$/, '.json'), `${JSON.stringify(packed.entry, null, 2)}\n`)
  process.stdout.write(describePacked(packed))
} catch (error) {
  process.stderr.write(`pack-extension: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
