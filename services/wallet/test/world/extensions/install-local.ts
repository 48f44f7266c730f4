import { expect } from 'vitest'
import type { World, WorldWallet } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'
import { writeDirectly } from '../write-directly.ts'

/** Installs a package that lies in the folder of the service. The owner is a super user from then on. */
export async function installLocal(world: World, owner: WorldWallet, id: string): Promise<void> {
  await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${owner.userId}'`)
  const token = await tokenOf(world, owner)
  const body = { ext_id: id, source_repo: 'local' }
  expect(await world.call('POST', '/api/v1/extension', { token, body })).toMatchObject({ status: 201 })
}
