import type { World, WorldWallet } from '../open-world.ts'
import { writeDirectly } from '../write-directly.ts'

/** The wallet's user may use the extension from now on. */
export async function activateExtension(
  world: World,
  { userId }: Pick<WorldWallet, 'userId'>,
  extId: string,
): Promise<void> {
  await writeDirectly(
    world,
    `INSERT INTO extension_accounts (user_id, ext_id, active, installed_at) VALUES ('${userId}', '${extId}', 1, 0)
     ON CONFLICT (user_id, ext_id) DO UPDATE SET active = 1`,
  )
}
