import { accessSync, constants } from 'node:fs'

/** The paths of the programs that the suite starts. */
export interface NodePrograms {
  readonly btcd: string
  readonly lnd: string
  /** Core Lightning; undefined = it does not take part. */
  readonly lightningd: string | undefined
  /** Core Lightning's hold plugin; undefined = it cannot hold. */
  readonly holdPlugin: string | undefined
  /** LDK Server; undefined = it does not take part. */
  readonly ldkServer: string | undefined
}

/** Router and payee are always LND, so the suite needs it. */
const NEEDED = ['SATCHEL_TEST_BTCD', 'SATCHEL_TEST_LND'] as const
const OPTIONAL = ['SATCHEL_TEST_LIGHTNINGD', 'SATCHEL_TEST_CLN_HOLD', 'SATCHEL_TEST_LDK_SERVER'] as const

/** Throws, in a line for the operator, when something is missing or is no program. */
export function findNodePrograms(env: NodeJS.ProcessEnv): NodePrograms {
  const [btcd, lnd] = NEEDED.map((name) => env[name] ?? '')
  const [lightningd, holdPlugin, ldkServer] = OPTIONAL.map((name) => (env[name] === '' ? undefined : env[name]))
  const missing = NEEDED.filter((name) => (env[name] ?? '') === '')
  if (missing.length > 0 || btcd === undefined || lnd === undefined) throw notRun(`${missing.join(' and ')} not set`)
  const wrong = [...NEEDED, ...OPTIONAL].filter((name) => (env[name] ?? '') !== '' && !isProgram(env[name] ?? ''))
  if (wrong.length > 0) throw notRun(`no program at ${wrong.join(' and ')}`)
  return { btcd, lnd, lightningd, holdPlugin, ldkServer }
}

const notRun = (why: string): Error =>
  new Error(`NOT RUN: ${why}. Each is the path of a program: docs/guide/nodes.md says how to get them.`)

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
