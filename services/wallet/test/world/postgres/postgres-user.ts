import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'

/** PostgreSQL does not run as root; postgres-process.ts, which starts first, made this user there. */
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: '-u' | '-g'): number => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return (known ??= { uid: idOf('-u'), gid: idOf('-g') })
}

let known: { readonly uid: number; readonly gid: number } | undefined

export function makeForServer(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToServer(folder)
}

export function writeForServer(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 })
  giveToServer(file)
}

function giveToServer(path: string): void {
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** Rejects with what the program wrote to standard error. */
export async function runForServer(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { ...serverUser(), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${program}: ${said}`)
}
