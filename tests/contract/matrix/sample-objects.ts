import { randomUUID } from 'node:crypto'
import { writeDirectly } from '../../../services/wallet/test/world/write-directly.ts'
import type { Cast, Person } from './cast.ts'

/** An external payer has paid it, and the payment waits for the owner. */
export async function openHeldInvoice({ world }: Cast, owner: Person): Promise<string> {
  const invoice = await world.invoice(owner, 5, { hold: true })
  await world.node.sendControl('POST /receive', { hash: invoice.payment_hash })
  await world.tick()
  return invoice.checking_id
}

/** Sent to a node that never answers. */
export async function openStuckPayment({ world, superUser }: Cast, owner: Person): Promise<string> {
  await world.call('PUT', '/api/v1/admin/topup', { token: superUser.token, body: { id: owner.id, amount: 100 } })
  const { bolt11, hash } = await world.foreignInvoice(1000)
  await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
  return (await world.send(owner, bolt11)).body.checking_id
}

/** A problem that an operator must know. */
export async function openAlarm({ world }: Cast): Promise<string> {
  await writeDirectly(world, `INSERT INTO alarms (kind, reference, detail, at) VALUES ('x', '${randomUUID()}', 'x', 1)`)
  const id = await world.db.first('SELECT MAX(id) AS id FROM alarms', [], (row: { id: bigint }) => row.id)
  return String(id)
}

/** As an authenticator would have left it; no user can log in with it. It is removable: the account has another login. */
export async function openPasskey(cast: Cast, owner: Person): Promise<string> {
  const { world } = cast
  const id = randomUUID()
  await openIdentity(cast, owner)
  await writeDirectly(
    world,
    `INSERT INTO passkeys (id, user_id, name, public_key, sign_count, transports, backed_up, created_at)
     VALUES ('${id}', '${owner.userId}', 'key', 'x', 0, '', 0, ${world.nowSeconds()})`,
  )
  return id
}

/** As linking two Nostr keys would have left it: one of them may go. */
export async function openIdentity({ world }: Cast, owner: Person): Promise<string> {
  const ids = [randomUUID(), randomUUID()] as const
  const now = world.nowSeconds()
  for (const id of ids) {
    await writeDirectly(
      world,
      `INSERT INTO identities (id, user_id, provider, subject, label, verified_email, created_at, last_used_at)
       VALUES ('${id}', '${owner.userId}', 'nostr', '${id}', 'me', '', ${now}, ${now})`,
    )
  }
  return ids[0]
}

/** A webhook that was given up. */
export async function openWebhookDelivery({ world }: Cast, owner: Person): Promise<string> {
  const id = randomUUID()
  await writeDirectly(
    world,
    `INSERT INTO deliveries (id, event_id, wallet_id, checking_id, url, body, state, attempts, created_at)
     SELECT '${id}', COALESCE(MAX(event_id), 1000000) + 1, '${owner.id}', 'x', 'http://127.0.0.1:1', '{}', 'given-up', 9,
       ${world.nowSeconds()} FROM deliveries`,
  )
  return id
}
