import type { Tracer } from '@satchel/tracing/tracer'
import type { Database } from './database.ts'

/** One span for each command, from its call to its commit, which says how many commands shared that commit. */
export function traceDatabase(db: Database, tracer: Tracer): Database {
  let counted = db.commitCounts()
  let batchSize = 0
  return {
    ...db,
    transact: (command, input) => {
      const attributes = { 'db.system.name': SYSTEMS[db.dialect], 'db.operation.name': command.name }
      return tracer.inSpan(`command ${command.name}`, { kind: 'client', attributes }, async (span) => {
        try {
          return await db.transact(command, input)
        } finally {
          // The answers of one commit are sent one after another, before those of the next one.
          const { commits, commands } = db.commitCounts()
          if (commits !== counted.commits) {
            batchSize = commands - counted.commands
            counted = { commits, commands }
          }
          span.set({ 'satchel.commit': commits, 'db.operation.batch.size': batchSize })
        }
      })
    },
  }
}

const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' } as const
