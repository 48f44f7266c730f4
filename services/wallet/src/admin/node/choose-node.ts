import type { Environment } from '@satchel/http/environment'
import type { Log } from '@satchel/http/log'
import { type Config, readConfig } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { namedByEnvironment, openVariables, toEnvironment } from './stored-node.ts'
import { findStoredNode } from './stored-node-store.ts'

/** The node of this process, and the source of its configuration. */
export interface NodeChoice {
  readonly config: Config
  /** The operator's environment, without the stored node. */
  readonly given: Environment
  /** The environment with the stored node, if that is used. */
  readonly env: Environment
  readonly counts: 'environment' | 'stored' | 'default'
  /** Variables that override the stored node. */
  readonly overruledBy: readonly string[]
  /** The stored node that this process began with. */
  readonly sealedAtStart: string | undefined
}

export interface ChooseNodeDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly config: Config
  readonly env: Environment
  readonly log: Log
}

/**
 * Uses the environment, else the node that a super user has stored in the web app, else the default (decision 0067).
 */
export async function chooseNode({ db, vault, config, env, log }: ChooseNodeDeps): Promise<NodeChoice> {
  const stored = await findStoredNode(db)
  const ignores = config.administration.ignoreStoredSettings ? ['SERVICE_IGNORE_STORED_SETTINGS'] : []
  const named = namedByEnvironment(env)
  const overruledBy = [...named, ...ignores]
  const unstored = {
    config,
    given: env,
    env,
    counts: named.length > 0 ? 'environment' : 'default',
    overruledBy,
    sealedAtStart: stored?.sealed,
  } as const
  if (stored === undefined) return unstored
  if (overruledBy.length > 0) {
    log.warn({ because: overruledBy }, 'the Lightning node that was chosen in the web app is ignored')
    return unstored
  }
  const merged = toEnvironment(env, openVariables(vault, stored.sealed))
  const read = readConfig(merged)
  if ('config' in read) return { ...unstored, config: read.config, env: merged, counts: 'stored' }
  throw new Error(
    [
      `the ${stored.kind} node that was chosen in the web app cannot be used; SERVICE_IGNORE_STORED_SETTINGS=true starts without it`,
      ...read.problems,
    ].join('\n  '),
  )
}
