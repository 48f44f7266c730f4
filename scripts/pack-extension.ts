// `npm run pack-extension FOLDER [KEY]`: FOLDER as a zip beside it, and what a catalogue says of it, signed with KEY: on
// the screen, and as a .json beside the zip, which `npm run catalogue` reads.
import { writeFileSync } from 'node:fs'
import { packExtension } from './scaffold/pack-extension.ts'

try {
  const { file, entry } = await packExtension(process.argv[2] ?? '', { key: process.argv[3] })
  const listed = JSON.stringify(entry, null, 2)
  writeFileSync(file.replace(/\.zip$/, '.json'), `${listed}\n`)
  process.stdout.write(`${file}\n\nFor a catalogue, with the address you publish it at:\n${listed}\n`)
} catch (error) {
  process.stderr.write(`pack-extension: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
