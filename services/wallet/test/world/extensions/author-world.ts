import type * as Testing from '@satchel/extension-sdk/testing/world'
import { openWorld as openWholeWorld } from '../open-world.ts'
import { extensionContract as wholeContract } from './extension-contract.ts'
import { installLocal } from './install-local.ts'

/** The folder with the packed extension, named by `satchel-extension test`. */
function packedIn(): string {
  const folder = process.env['SATCHEL_PACKED']
  if (folder === undefined) throw new Error('run the tests of an extension by `npm test` in its folder')
  return folder
}

/** What `@satchel/extension-sdk/testing/world` is in the tests of an author (scripts/author/vitest.config.ts). */
export const extensionContract: typeof Testing.extensionContract = (extension, sample) =>
  wholeContract(extension, { ...sample, packedIn: packedIn() })

export const openWorld: typeof Testing.openWorld = async (extension, env = {}) => {
  const world = await openWholeWorld({ dialect: 'sqlite', env: { ...env, SERVICE_EXTENSIONS_PATH: packedIn() } })
  const owner = await world.openWallet(100_000)
  await installLocal(world, owner, extension.manifest.id)
  return { world, owner }
}
