import type { Dialect } from '../../../services/wallet/src/db/database.ts'
import { JAR } from '../../../services/wallet/test/world/extensions/jar-extension.ts'
import { openWorld, type World } from '../../../services/wallet/test/world/open-world.ts'

/**
 * A world in which every route has an effect: a log-in provider that is never called, and rates. One extension is a
 * sample of all, because their routes have the same source; each has its own contract besides.
 */
export const openMatrixWorld = (dialect: Dialect): Promise<World> =>
  openWorld({
    dialect,
    builtIns: [JAR],
    env: {
      GITHUB_CLIENT_ID: 'client',
      GITHUB_CLIENT_SECRET: 'a secret of the provider',
      SERVICE_MESSAGES: 'true',
      SERVICE_FIXED_RATES: '{"USD":50000}',
    },
  })
