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
  /** Keys of wallets; the sockets are spread over them. */
  readonly keys: readonly string[]
}

/** Opens WebSockets of wallets in a separate process. */
export async function holdSockets(plan: SocketPlan): Promise<HeldSockets> {
  const script = fileURLToPath(new URL('socket-holder.ts', import.meta.url))
  const holder = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'inherit', 'ipc'] })
  process.once('exit', () => holder.kill('SIGKILL'))
  const ended = once(holder, 'exit')
  const ask = async (message: SocketPlan | 'close'): Promise<unknown> => {
    const answered = once(holder, 'message')
    holder.send(message)
    const answer = await Promise.race([answered, ended.then(() => undefined)])
    if (answer === undefined) throw new Error('the process that holds the WebSockets has ended')
    return answer[0]
  }
  await ask(plan)
  return {
    async close() {
      const messages = (await ask('close')) as number
      holder.kill()
      await ended
      return messages
    },
  }
}
