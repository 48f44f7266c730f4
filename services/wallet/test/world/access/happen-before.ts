import type { Command, Database } from '../../../src/db/database.ts'
import type { World } from '../open-world.ts'

/**
 * Runs an action between the check of a request and its commit: right before the next transaction of this name,
 * as another request at the same moment would do it. Returns whether it has happened.
 */
export function happenBefore(world: World, name: string, happen: () => Promise<unknown>): () => boolean {
  const db = world.db as { transact: Database['transact'] }
  const transact = db.transact.bind(db)
  let has = false
  db.transact = async <Input, Answer>(command: Command<Input, Answer>, input: Input): Promise<Answer> => {
    if (command.name === name) {
      db.transact = transact
      has = true
      await happen()
    }
    return transact(command, input)
  }
  return () => has
}
