import { type Database, defineCommand } from '../db/database.ts'

/**
 * What a service that knows none of our ids has to be asked by, kept with the books: the id it gave to an order or an
 * invoice. Written and committed before anything is sent, so that no crash loses what may be on its way.
 */
export interface OrderNotes {
  find(name: string): Promise<string | undefined>
  /** Replaces what was noted under this name. */
  write(name: string, value: string): Promise<void>
  forget(name: string): Promise<void>
}

/** What all their names begin with; they end with the payment hash. */
export const ORDER_NOTES = 'order:'

/** `source` keeps those of one service apart from others'. */
export function openOrderNotes(db: Database, source: string): OrderNotes {
  const named = (name: string): string => `${ORDER_NOTES}${source}:${name}`
  return {
    find: (name) =>
      db.first('SELECT value FROM cursors WHERE name = $1', [named(name)], ({ value }: { value: string }) => value),
    write: (name, value) => db.transact(noteOrder, { name: named(name), value }),
    forget: (name) => db.transact(forgetOrder, { name: named(name) }),
  }
}

export const noteOrder = defineCommand('note-order', async (tx, { name, value }: { name: string; value: string }) => {
  await tx.run({
    sql: 'INSERT INTO cursors (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    params: [name, value],
  })
})

export const forgetOrder = defineCommand('forget-order', async (tx, { name }: { name: string }) => {
  await tx.run({ sql: 'DELETE FROM cursors WHERE name = $1', params: [name] })
})
