import { giveBackThread, takeThread } from '@satchel/worker/spare-threads'
import { unpack } from '../carried-error.ts'
import type { Cached, Command } from '../database.ts'
import type { LostFile, WatchedFile } from './sqlite-file-watch.ts'
import { type DatabaseLog, fileLost } from './sqlite-trouble.ts'
import type { Answer, Call, WriterData, WriterMessage } from './sqlite-writer.ts'

export interface WriterThreadOptions extends WatchedFile {
  readonly commandsModule: string
  readonly log?: DatabaseLog | undefined
  readonly onFatal: (reason: string) => void
}

export type WriterThread = Awaited<ReturnType<typeof startWriterThread>>

const SCRIPT = new URL('./sqlite-writer.ts', import.meta.url)

/** This thread's side of the writer. `beforeNews` runs before any caller gets the answer of a commit. */
export async function startWriterThread(options: WriterThreadOptions, beforeNews: () => void) {
  const { named, file, identity, commandsModule, onFatal } = options
  const worker = takeThread(SCRIPT)
  const { promise: ended, resolve: end } = Promise.withResolvers<'closed' | 'gone'>()
  worker.once('exit', () => end('gone'))
  const calls = createCalls()
  const counts = { commits: 0, commands: 0 }
  const listeners = new Set<() => void>()
  const reportFull = createFullDiskReport(options)
  let outbox: Call[] = []
  let closing: Promise<void> | undefined

  const stop = (reason: string): void => {
    calls.rejectAll(new Error(`the database stopped: ${reason}`))
    onFatal(reason)
  }
  const endAfterLoss = createEndAfterLoss(options)
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: WriterMessage) => {
      if ('ready' in message) return resolve()
      if ('closed' in message) return end('closed')
      if ('rescued' in message) return endAfterLoss.rescued(message.rescued)
      beforeNews()
      counts.commits += message.answers.length === 0 ? 0 : 1
      counts.commands += message.answers.length
      message.answers.forEach(calls.settle)
      if ('fatal' in message) stop(message.fatal)
      else if ('lost' in message) {
        calls.rejectAll(fileLost())
        endAfterLoss.begin(message.lost)
      } else if (message.diskFull) reportFull()
      else for (const listener of listeners) listener()
    })
    worker.postMessage({ named, file, identity, commandsModule } satisfies WriterData)
  })
  worker.removeAllListeners('error')
  worker.on('error', (error) => stop(String(error)))

  // Sends the commands of all requests of one event-loop turn in one message.
  const send = (): void => {
    // Empty if closing has already sent them. The thread may already work for another file.
    if (outbox.length > 0) worker.postMessage(outbox)
    outbox = []
  }
  const close = async (): Promise<void> => {
    send()
    calls.close(new Error('the database is closed'))
    worker.postMessage('close')
    if ((await ended) === 'closed') giveBackThread(SCRIPT, worker)
    endAfterLoss.cancel()
  }
  return {
    transact: <Input, Output>(command: Command<Input, Output>, input: Input): Promise<Output> =>
      new Promise((resolve, reject) => {
        const id = calls.add({ invalidates: command.invalidates, resolve, reject })
        if (id === undefined) return
        if (outbox.length === 0) setImmediate(send)
        outbox.push({ id, command: command.name, input })
      }),
    version: calls.version,
    commitCounts: () => ({ ...counts }),
    onCommit(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: (): Promise<void> => (closing ??= close()),
  }
}

interface Waiting {
  readonly invalidates: Cached | undefined
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** Commands that wait for their answer. */
function createCalls() {
  const pending = new Map<number, Waiting>()
  const versions: Record<Cached, number> = { wallets: 0 }
  let lastId = 0
  let closed: Error | undefined
  const close = (why: Error): void => {
    closed ??= why
  }
  return {
    /** The command's number; undefined = rejected, because the writer is closed. */
    add(waiting: Waiting): number | undefined {
      if (closed !== undefined) {
        waiting.reject(closed)
        return undefined
      }
      lastId += 1
      pending.set(lastId, waiting)
      return lastId
    },
    settle(answer: Answer): void {
      const waiting = pending.get(answer.id)
      pending.delete(answer.id)
      if (waiting?.invalidates !== undefined) versions[waiting.invalidates] += 1
      if ('error' in answer) waiting?.reject(unpack(answer.error))
      else waiting?.resolve(answer.value as never)
    },
    version: (of: Cached): number => versions[of],
    /** Rejects new commands; waiting ones are still answered. */
    close,
    rejectAll(why: Error): void {
      close(why)
      for (const { reject } of pending.values()) reject(why)
      pending.clear()
    },
  }
}

/** Time to copy a large database; then the process ends without the copy. */
const RESCUE_MS = 60_000
/** Time for answers in flight. */
const ANSWER_MS = 250

/** Handles a lost file: logs it and where its content was saved, and ends the process. */
function createEndAfterLoss({ file, log, onFatal }: WriterThreadOptions) {
  let reason = ''
  let timer: NodeJS.Timeout | undefined
  const end = (saved: string): void => {
    clearTimeout(timer)
    const whole = `${reason}. ${saved}`
    log?.error({ file }, `${whole} The service ends`)
    timer = setTimeout(() => onFatal(whole), ANSWER_MS)
  }
  return {
    begin(lost: LostFile): void {
      reason = lost.reason
      log?.error({ file }, `${reason}: every write is rejected with 503. See "The database file is gone" in the guide`)
      timer = setTimeout(() => end('It could not be saved in time: restore the newest backup.'), RESCUE_MS)
    },
    rescued: end,
    /** Call it when the process is already ending. */
    cancel: (): void => clearTimeout(timer),
  }
}

/** Reports a full disk at most once a minute. */
function createFullDiskReport({ file, log }: WriterThreadOptions): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < 60_000) return
    last = performance.now()
    log?.error({ file }, 'the disk of the database is full: requests that write are answered with 503. Make room on it')
  }
}
