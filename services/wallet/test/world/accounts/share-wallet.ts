import { PERMISSIONS } from '../../../src/access/principal.ts'
import type { World, WorldWallet } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'

export interface WorldGuest {
  /** Access token of the guest. */
  readonly token: string
  readonly shareId: string
  /** The shared wallet as its acceptance answers it, the guest's keys in it. */
  readonly wallet: { readonly id: string; readonly adminkey: string; readonly inkey: string; readonly balance: number }
}

/** Invites the user of another wallet, and accepts for them. */
export async function shareWallet(
  world: World,
  owner: WorldWallet,
  guest: WorldWallet,
  permissions: readonly string[] = PERMISSIONS,
): Promise<WorldGuest> {
  const invited = await world.call('PUT', '/api/v1/wallet/share/invite', {
    key: owner.adminKey,
    body: { username: `user-${guest.userId}`, permissions },
  })
  const token = await tokenOf(world, guest)
  const shareId = invited.body.share_request_id
  const accepted = await world.call('PUT', '/api/v1/wallet/share', { token, body: { share_request_id: shareId } })
  if (accepted.status !== 200) throw new Error(`${accepted.status} ${JSON.stringify(accepted.body)}`)
  return { token, shareId, wallet: accepted.body }
}
