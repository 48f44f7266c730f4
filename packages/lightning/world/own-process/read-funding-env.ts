import { createReader, type Environment } from '@satchel/http/environment'
import { type FundingConfig, readFunding } from '../../src/read-funding.ts'

/** What the variables say about the node, or everything that is wrong with them. */
export function readFundingEnv(env: Environment): { funding: FundingConfig } | { problems: readonly string[] } {
  const problems: string[] = []
  const funding = readFunding(createReader(env, problems), { env, dataFolder: '/data', problems })
  return problems.length > 0 ? { problems } : { funding }
}
