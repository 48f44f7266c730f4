import type { Reader } from '../../db/database.ts'
import type { Payment } from './payment.ts'
import { OF_HASH, SHOWN_PAYMENT_COLUMNS, toPayment } from './payment-store.ts'

const SHOW = `SELECT ${SHOWN_PAYMENT_COLUMNS} FROM payments`

/** By checking id or payment hash, in one wallet: by hash the incoming row first, else the newest attempt (rule S516). */
export const findWalletPayment = async (reader: Reader, walletId: string, id: string): Promise<Payment | undefined> =>
  (await reader.first(`${SHOW} WHERE checking_id = $1 AND wallet_id = $2`, [id, walletId], toPayment)) ??
  (await findByHash(reader, walletId, id))

async function findByHash(reader: Reader, walletId: string, hash: string): Promise<Payment | undefined> {
  for (const kind of OF_HASH) {
    const found = await findOneByHash(reader, walletId, hash, kind)
    if (found !== undefined) return found
  }
  return undefined
}

/** The wallet's outgoing payment of a hash: the one that has not failed, else the newest failed one. */
export async function findWalletSend(reader: Reader, walletId: string, hash: string): Promise<Payment | undefined> {
  for (const kind of OF_HASH.slice(1)) {
    const found = await findOneByHash(reader, walletId, hash, kind)
    if (found !== undefined) return found
  }
  return undefined
}

const findOneByHash = (reader: Reader, walletId: string, hash: string, kind: string): Promise<Payment | undefined> =>
  reader.first(
    `${SHOW} WHERE payment_hash = $1 AND ${kind} AND wallet_id = $2 ORDER BY seq DESC LIMIT 1`,
    [hash, walletId],
    toPayment,
  )
