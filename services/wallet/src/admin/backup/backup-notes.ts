import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '@satchel/json/parse-json'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Times in Unix seconds. */
const NOTES = Type.Object({
  made: Type.Optional(Type.Object({ at: Type.Integer(), file: Type.String(), bytes: Type.Integer() })),
  drill: Type.Optional(
    Type.Object({
      at: Type.Integer(),
      /** Name of the archive; absent if the drill did not get that far. */
      backup: Type.Optional(Type.String()),
      /** Why the backup cannot be restored; absent = it can. */
      problem: Type.Optional(Type.String()),
    }),
  ),
})

/**
 * What the commands `backup` and `restore-drill` tell the service: the last backup by hand and the last drill. They are
 * in a file, because a command cannot write to an SQLite database that a service has open.
 */
export type BackupNotes = Static<typeof NOTES>

const FILE = 'last-backups.json'

/** Empty if there are none, or none that can be read: then the last backup by hand is unknown. */
export function readBackupNotes(dataFolder: string): BackupNotes {
  try {
    const notes = parseJson(readFileSync(join(dataFolder, FILE), 'utf8'))
    return Value.Check(NOTES, notes) ? notes : {}
  } catch {
    return {}
  }
}

/** Stores a note in place of the earlier one. */
export function writeBackupNote(dataFolder: string, note: BackupNotes): void {
  const file = join(dataFolder, FILE)
  const fresh = `${file}.${process.pid}`
  try {
    // Readable by all: the command may run as another user than the service, and the file has no secret.
    writeFileSync(fresh, JSON.stringify({ ...readBackupNotes(dataFolder), ...note }), { mode: 0o644 })
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}
