import { createReader, type Environment } from '@satchel/http/environment'
import { type FundingConfig, readFunding } from '../../src/read-funding.ts'

/** The configuration of the node in the variables, or all its problems. */
export function readFundingEnv(env: Environment): { funding: FundingConfig } | { problems: readonly string[] } {
  const problems: string[] = []
  const funding = readFunding(createReader(env, problems), { env, dataFolder: '/data', problems })
  return problems.length > 0 ? { problems } : { funding }
}
