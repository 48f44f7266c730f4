import type { OrderNotes } from '@satchel/lightning/port/order-notes'
import { type Change, type Database, defineCommand } from '../db/database.ts'

/** Prefix of the notes' names, which end with the payment hash. */
export const ORDER_NOTES = 'order:'

/** `source` separates the notes of one service from those of others. */
export function openOrderNotes(db: Database, source: string): OrderNotes {
  const named = (name: string): string => nameOf(source, name)
  return {
    find: (name) =>
      db.first('SELECT value FROM cursors WHERE name = $1', [named(name)], ({ value }: { value: string }) => value),
    write: (name, value) => db.transact(noteOrder, { name: named(name), value }),
    forget: (name) => db.transact(forgetOrder, { name: named(name) }),
  }
}

const nameOf = (source: string, name: string): string => `${ORDER_NOTES}${source}:${name}`

/** Stores the note of another program's order in a transaction. Without `replace` an earlier note is kept. */
export const writeOrderNote = (
  source: string,
  { name, value }: { readonly name: string; readonly value: string },
  { replace }: { readonly replace: boolean },
): Change => ({
  sql: `INSERT INTO cursors (name, value) VALUES ($1, $2) ON CONFLICT (name) DO ${replace ? 'UPDATE SET value = excluded.value' : 'NOTHING'}`,
  params: [nameOf(source, name), value],
})

export const noteOrder = defineCommand({
  name: 'note-order',
  run: async (tx, { name, value }: { name: string; value: string }) => {
    await tx.run({
      sql: 'INSERT INTO cursors (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      params: [name, value],
    })
  },
})

export const forgetOrder = defineCommand({
  name: 'forget-order',
  run: async (tx, { name }: { name: string }) => {
    await tx.run({ sql: 'DELETE FROM cursors WHERE name = $1', params: [name] })
  },
})
