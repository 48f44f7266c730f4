import { DAMAGED, requireSoundFile } from './sqlite-check.ts'

/** Checks the file of its only argument: 0 = sound; `DAMAGED`, and it says how. */
function main(): void {
  const file = process.argv[2]
  if (file === undefined) throw new Error('usage: sqlite-check-process FILE')
  try {
    requireSoundFile(file)
  } catch (error) {
    process.stderr.write(error instanceof Error ? error.message : String(error))
    process.exitCode = DAMAGED
  }
}

main()
