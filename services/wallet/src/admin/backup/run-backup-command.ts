import { spawn } from 'node:child_process'
import { findVariable } from '@satchel/configuration/known-variables'
import type { ToolEnvironment } from '../../db/postgres/postgres-tools.ts'

export interface BackupCommand {
  /** Program and arguments. */
  readonly command: readonly string[]
  /** The finished archive, which becomes the last argument. */
  readonly file: string
  readonly env: ToolEnvironment
  readonly signal: AbortSignal
}

const KEPT_TEXT = 2000

/** The environment for another program, without our secrets. */
const withoutSecrets = (env: ToolEnvironment): ToolEnvironment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => findVariable(name)?.secret === undefined))

/** Runs the operator's command without a shell. Rejects when it ends with another code than 0. */
export async function runBackupCommand({ command, file, env, signal }: BackupCommand): Promise<void> {
  const [program = '', ...args] = command
  const child = spawn(program, [...args, file], {
    env: withoutSecrets(env),
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_TEXT)
  })
  const ended = await new Promise<string | number>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ENOENT' ? new Error(`SERVICE_BACKUP_COMMAND: there is no program ${program}`) : error)
    })
    child.once('close', (code, ended) => resolve(code ?? ended ?? 'unknown'))
  })
  if (ended === 0) return
  throw new Error(`SERVICE_BACKUP_COMMAND failed with ${ended}${output.trim() === '' ? '' : `: ${output.trim()}`}`)
}
