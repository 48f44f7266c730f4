import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../services/wallet/src/db/postgres/postgres-connection.ts'
import { runOnServer } from '../../services/wallet/world/postgres/postgres-template.ts'
import type { Layout } from './layouts.ts'
import { startCutCluster } from './start-cut-cluster.ts'

const RESTART_MS = 30_000

/**
 * A receipt of 500: the balance lies on a worker, the posting on the coordinator, whose process is killed as soon as the
 * worker has been sent the first COMMIT. Says what is there after the server's own recovery and that of Citus.
 */
export async function halveCommit(layout: Layout): Promise<string> {
  const { url, proxies, stop } = await startCutCluster('halves', layout)
  await runOnServer(url, `INSERT INTO balances (wallet_id, available_msat) VALUES ('w', 1000)`)
  const writer = await connect({ url, name: 'writer' })
  const { rows } = await writer.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await writer.control('BEGIN')
  await writer.query(`UPDATE balances SET available_msat = available_msat + 500 WHERE wallet_id = 'w'`)
  await writer.query(
    `INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at)
     VALUES ('node', 'available:w', 500, 'receive', 'r', 1)`,
  )
  const sent = Promise.race(proxies.map((proxy) => proxy.keepBackAnswerTo('COMMIT')))
  const answer = writer.control('COMMIT').then(
    () => 'COMMIT',
    () => 'nothing: the connection is lost',
  )
  await sent
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  const said = await answer
  await writer.end()
  await waitForRestart(url)
  await runOnServer(url, 'SELECT recover_prepared_transactions()')
  const reader = await connect({ url, name: 'reader' })
  const after = await reader.query<{ balance: bigint; postings: bigint }>(
    `SELECT available_msat AS balance, (SELECT count(*) FROM postings) AS postings FROM balances WHERE wallet_id = 'w'`,
  )
  await reader.end()
  await stop()
  const [{ balance, postings } = {}] = after.rows
  return `layout ${layout}: the client is answered ${said}; balance ${balance} after 1000, postings: ${postings}`
}

/** A server of which a process was killed starts again by itself. */
async function waitForRestart(url: string): Promise<void> {
  const deadline = performance.now() + RESTART_MS
  for (;;) {
    try {
      return void (await runOnServer(url, 'SELECT 1'))
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(100)
    }
  }
}
