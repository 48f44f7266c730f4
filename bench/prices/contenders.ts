import { fileURLToPath } from 'node:url'
import { OWN_ROOT, REPORT_CPU } from '../mix/wallet-server.ts'
import type { ServerCommand } from '../server-process.ts'
import { shippedProgram } from '../shipped-program.ts'

export const BARE = 'bare'
const BARE_BODY = 'bare, body only'
export const SATCHEL = 'satchel'
export const SATCHEL_LOGGING = 'satchel, a log line per request'
const EXPRESS = 'express'
export const FASTAPI = 'fastapi'

/** The order in the report: the baseline, then Satchel, then the other frameworks. */
export const TELLING_ORDER = [BARE, BARE_BODY, SATCHEL, SATCHEL_LOGGING, EXPRESS, FASTAPI]

export interface ContenderFiles {
  readonly exchangesFile: string
  readonly answersFile: string
  /** The data folder of the service. */
  readonly dataFolder: string
}

/** The service as shipped: all variables have their defaults, except for paths. */
export async function satchel(files: Omit<ContenderFiles, 'answersFile'>): Promise<ServerCommand> {
  const { exchangesFile, dataFolder } = files
  const { args, env } = await shippedProgram(OWN_ROOT, 'prices')
  return nodeServer(SATCHEL, args, { ...env, EXCHANGES_FILE: exchangesFile, PRICES_DATA_FOLDER: dataFolder })
}

/** All other servers. Those that are not Satchel write the recorded answers of the service. */
export async function otherContenders(files: ContenderFiles, python: string | undefined): Promise<ServerCommand[]> {
  const env = { BENCH_ANSWERS: files.answersFile }
  const logging = await satchel({ ...files, dataFolder: `${files.dataFolder}-logging` })
  const fastapi = pathOf('fastapi_peer.py')
  return [
    { ...logging, name: SATCHEL_LOGGING, env: { ...logging.env, ACCESS_LOG: 'all' } },
    nodeServer(BARE, [pathOf('bare-server.ts')], env),
    nodeServer(BARE_BODY, [pathOf('bare-server.ts')], { ...env, BENCH_HEADERS: 'few' }),
    nodeServer(EXPRESS, [pathOf('express-server.ts')], env),
    ...(python === undefined ? [] : [{ name: FASTAPI, command: python, args: [fastapi], env, readyPath: '/rates' }]),
  ]
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

function nodeServer(name: string, program: readonly string[], env: Record<string, string>): ServerCommand {
  return { name, command: process.execPath, args: ['--import', REPORT_CPU, ...program], env, readyPath: '/rates' }
}
