import { fileURLToPath } from 'node:url'
import type { ServerCommand } from '../server-process.ts'

export const BARE = 'bare'
const BARE_BODY = 'bare, body only'
export const SATCHEL = 'satchel'
export const SATCHEL_LOGGING = 'satchel, a log line per request'
const EXPRESS = 'express'
export const FASTAPI = 'fastapi'

/** The order in the report: the baseline first, then us, then the others. */
export const TELLING_ORDER = [BARE, BARE_BODY, SATCHEL, SATCHEL_LOGGING, EXPRESS, FASTAPI]

export interface ContenderFiles {
  readonly exchangesFile: string
  readonly answersFile: string
  /** Where the service may write. */
  readonly dataFolder: string
}

/** The service as shipped: every variable at its default except where things are. */
export function satchel({ exchangesFile, dataFolder }: Omit<ContenderFiles, 'answersFile'>): ServerCommand {
  const env = { EXCHANGES_FILE: exchangesFile, PRICES_DATA_FOLDER: dataFolder }
  return nodeServer(SATCHEL, '../../services/price-aggregator/src/main.ts', env)
}

/** Everybody else; all but `satchel, …` answer from what the first satchel said. */
export function otherContenders(files: ContenderFiles, python: string | undefined): ServerCommand[] {
  const env = { BENCH_ANSWERS: files.answersFile }
  const logging = satchel({ ...files, dataFolder: `${files.dataFolder}-logging` })
  const fastapi = fileURLToPath(new URL('fastapi_peer.py', import.meta.url))
  return [
    { ...logging, name: SATCHEL_LOGGING, env: { ...logging.env, ACCESS_LOG: 'all' } },
    nodeServer(BARE, 'bare-server.ts', env),
    nodeServer(BARE_BODY, 'bare-server.ts', { ...env, BENCH_HEADERS: 'few' }),
    nodeServer(EXPRESS, 'express-server.ts', env),
    ...(python === undefined ? [] : [{ name: FASTAPI, command: python, args: [fastapi], env, readyPath: '/rates' }]),
  ]
}

function nodeServer(name: string, file: string, env: Record<string, string>): ServerCommand {
  const preload = new URL('../report-cpu.ts', import.meta.url).href
  const args = ['--import', preload, fileURLToPath(new URL(file, import.meta.url))]
  return { name, command: process.execPath, args, env, readyPath: '/rates' }
}
