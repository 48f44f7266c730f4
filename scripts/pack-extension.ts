// `npm run pack-extension FOLDER [KEY]`: FOLDER as a zip beside it, and what a catalogue says of it, signed with KEY.
import { packExtension } from './scaffold/pack-extension.ts'

try {
  const { file, entry } = await packExtension(process.argv[2] ?? '', process.argv[3])
  process.stdout.write(
    `${file}\n\nFor a catalogue, with the address you publish it at:\n${JSON.stringify(entry, null, 2)}\n`,
  )
} catch (error) {
  process.stderr.write(`pack-extension: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
