import { installForAccount } from '../../../src/extensions/system/stores/account-commands.ts'
import type { World, WorldWallet } from '../open-world.ts'

/** The wallet's user may use the extension from now on. */
export async function activateExtension(
  world: World,
  { userId }: Pick<WorldWallet, 'userId'>,
  extId: string,
): Promise<void> {
  const actor = { id: userId, address: '' }
  await world.db.transact(installForAccount, { userId, extId, active: true, actor, at: world.nowSeconds() })
}
