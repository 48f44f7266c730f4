import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface HeldSockets {
  /** Closes them; answers how many messages they have received. */
  close(): Promise<number>
}

export interface SocketPlan {
  readonly ports: readonly number[]
  readonly count: number
  /** Of wallets; the sockets are spread over them. */
  readonly keys: readonly string[]
}

/** Opens WebSockets of wallets in a process of their own. */
export async function holdSockets(plan: SocketPlan): Promise<HeldSockets> {
  const script = fileURLToPath(new URL('socket-holder.ts', import.meta.url))
  const holder = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'inherit', 'ipc'] })
  process.once('exit', () => holder.kill('SIGKILL'))
  const ended = once(holder, 'exit')
  const opened = once(holder, 'message')
  holder.send(plan)
  const first = await Promise.race([opened, ended.then(() => undefined)])
  if (first === undefined) throw new Error('the WebSockets could not be opened')
  return {
    async close() {
      const answered = once(holder, 'message')
      holder.send('close')
      const [messages] = (await answered) as [number]
      holder.kill()
      await ended
      return messages
    },
  }
}
