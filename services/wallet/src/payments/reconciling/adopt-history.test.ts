import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/world/test-database.ts'
import { defineCommand } from '../../db/database.ts'
import { connectWriter, createPostgresWriter } from '../../db/postgres/batching/postgres-writer.ts'
import { findComparisonDue, liftComparison } from '../../ledger/halt.ts'
import { adoptHistory } from './adopt-history.ts'

/** Whether a comparison was due; then it is done. */
const takeDue = defineCommand({
  name: 'take-due',
  run: async (tx) => {
    const due = await findComparisonDue(tx)
    await tx.run(liftComparison)
    return due !== undefined
  },
})
const noteHistory = defineCommand({
  name: 'note-history',
  run: (tx, { server }: { server: string }) =>
    tx.run({ sql: `UPDATE settings SET value = $1 WHERE name = 'database-history'`, params: [`${server}/00000001`] }),
})

let place: TestDatabase
/** Which server the process finds at its address; one database plays them all. */
let server: string
let writer: ReturnType<typeof createPostgresWriter>

const startProcess = async (): Promise<void> => {
  await writer?.close()
  const connect = connectWriter({ url: place.url })
  const connectToServer = async () => ({
    ...(await connect()),
    get dataId() {
      return server
    },
  })
  writer = createPostgresWriter(connectToServer, () => undefined, adoptHistory)
}
const isDue = (): Promise<boolean> => writer.transact(takeDue, {})
/** Another server is at the address; its database has noted the history of that one. */
const replaceServer = async (by: string, noted: string): Promise<void> => {
  await writer.transact(noteHistory, { server: noted })
  server = by
}

beforeEach(async () => {
  place = await createTestDatabase('postgres')
  server = 'first'
  await startProcess()
})
afterEach(async () => {
  await writer.close()
  await place.drop()
})

test('no comparison is due on the first server, nor after a restart on it', async () => {
  expect([await isDue(), await isDue()]).toEqual([false, false])
  await startProcess()
  expect(await isDue()).toBe(false)
})

test('a process that runs through a promotion waits for a comparison, although the standby has the same notes', async () => {
  await isDue()
  await replaceServer('standby', 'first')
  expect([await isDue(), await isDue()]).toEqual([true, false])
})

test('a process that starts after a promotion waits for a comparison', async () => {
  await isDue()
  await replaceServer('standby', 'first')
  await startProcess()
  expect([await isDue(), await isDue()]).toEqual([true, false])
})

test('a process waits for a comparison when the old server comes back', async () => {
  await replaceServer('standby', 'first')
  await isDue()
  await replaceServer('first', 'first')
  expect([await isDue(), await isDue()]).toEqual([true, false])
})
