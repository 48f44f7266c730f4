import { DAMAGED, requireSoundFile } from './sqlite-check.ts'

/** Checks the file named by its argument. Exit code 0 = sound; `DAMAGED` = damaged, with the details as output. */
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
