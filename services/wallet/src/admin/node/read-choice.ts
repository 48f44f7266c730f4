import { createReader, type Environment } from '@satchel/http/environment'
import { badRequest, invalid } from '@satchel/http/service-error'
import { type FundingConfig, readFunding } from '@satchel/lightning/read-funding'
import { readConfig } from '../../config/config.ts'
import { namesOf, type RealKind, STATEMENTS, type Variables } from './node-fields.ts'
import { type ChosenVariables, toEnvironment } from './stored-node.ts'

/** The trimmed, non-empty values; 422 for a name that is no field of this kind. */
export function readValues(kind: RealKind, values: Variables): Variables {
  const names = [...namesOf(kind), ...STATEMENTS.map(({ name }) => name)]
  const unknown = Object.keys(values).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw invalid({
      type: 'extra_forbidden',
      loc: ['body', 'values', unknown],
      msg: `not a variable of ${kind}`,
      input: null,
    })
  }
  const trimmed = Object.entries(values).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
}

/**
 * The node as the next start would read it; 400 with the problems, by variable and without values. Values are never
 * paths of files: a browser must not make the server read one.
 */
export function readNode(
  given: Environment,
  chosen: Omit<ChosenVariables, 'former'>,
  dataFolder: string,
): FundingConfig {
  const stated = [...STATEMENTS.map(({ name }) => name), 'SERVICE_NETWORK']
  const env = toEnvironment(Object.fromEntries(stated.map((name) => [name, given[name]])), {
    ...chosen,
    former: undefined,
  })
  const problems: string[] = []
  const funding = readFunding(createReader(env, problems), { env, dataFolder, problems, inlineOnly: true })
  if (problems.length > 0) throw wrong(problems)
  return funding
}

/** Checks that the service would start with this node: some settings are stricter with real money. */
export function requireStart(given: Environment, chosen: ChosenVariables): void {
  const read = readConfig(toEnvironment(given, chosen))
  if ('problems' in read) throw wrong(read.problems)
}

const wrong = (problems: readonly string[]) => {
  const reason = problems.map((problem) => problem.replace(/, not ".*"$/s, '')).join('; ')
  return badRequest(reason, { code: 'node_settings_wrong', params: { reason } })
}
