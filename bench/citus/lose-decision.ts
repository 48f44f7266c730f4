import { connect } from '../../services/wallet/src/db/postgres/postgres-connection.ts'
import { runOnServer } from '../../services/wallet/world/postgres/postgres-template.ts'
import { findPlaces } from './find-places.ts'
import { startCutCluster } from './start-cut-cluster.ts'

/**
 * A transfer between two workers, of which one cannot be reached any more when it is to carry out what it has prepared.
 * Says what the client is answered, and what readers see then and later.
 */
export async function loseDecision(): Promise<string[]> {
  const { url, proxies, stop } = await startCutCluster('decision', 'wallets')
  await runOnServer(
    url,
    `INSERT INTO balances (wallet_id, available_msat) SELECT 'w' || n, 1000 FROM generate_series(1, 1000) AS n`,
  )
  const writer = await connect({ url, name: 'writer' })
  const reader = await connect({ url, name: 'reader' })
  const { from, otherWorker, portOf } = await findPlaces(writer)
  const balances = async (): Promise<string> => {
    const balance = async (wallet: string) =>
      (await reader.query<{ n: bigint }>('SELECT available_msat AS n FROM balances WHERE wallet_id = $1', [wallet]))
        .rows[0]?.n
    return `payer ${await balance(from)}, payee ${await balance(otherWorker)}`
  }
  const said: string[] = [`before a transfer of 100: ${await balances()}`]
  await writer.control('BEGIN')
  const change = 'UPDATE balances SET available_msat = available_msat + $2 WHERE wallet_id = $1'
  await writer.query(change, [from, -100])
  await writer.query(change, [otherWorker, 100])
  const lost = proxies.find(({ port }) => port === portOf(otherWorker))
  lost?.cutAt('COMMIT PREPARED')
  const { command } = (await writer.control('COMMIT')) as { readonly command: string }
  said.push(`the client is answered ${command}, with the warning: ${writer.takeWarning() ?? 'none'}`)
  lost?.cutAt(undefined)
  said.push(`readers see then: ${await balances()}`)
  await runOnServer(url, 'SELECT recover_prepared_transactions()')
  said.push(`after the recovery: ${await balances()}`)
  await Promise.all([writer.end(), reader.end()])
  await stop()
  return said
}
