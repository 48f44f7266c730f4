import { readSync, writeSync } from 'node:fs'
import { createFrameReader, toFrame } from '../frames.ts'
import type { Answered, Order, Reply, SyncAnswer } from '../messages.ts'
import { openEngine } from './engine.ts'
import { createRuns } from './runs.ts'

/** The only connection of this process, to the service that has started it. */
const HOST_FD = 3
const MAX_BYTES = 16 * 1024 * 1024

const chunk = Buffer.allocUnsafe(64 * 1024)
const reader = createFrameReader(MAX_BYTES)
const queue: (Order | SyncAnswer)[] = []

/** Blocks. The service closes the connection when it ends; then this process ends, too. */
function read(): Order | SyncAnswer {
  for (;;) {
    const next = queue.shift()
    if (next !== undefined) return next
    queue.push(...readMore())
  }
}

function readMore(): (Order | SyncAnswer)[] {
  const bytes = readSync(HOST_FD, chunk)
  if (bytes === 0) process.exit(0)
  return reader.take(Buffer.from(chunk.subarray(0, bytes))) as (Order | SyncAnswer)[]
}

function write(message: Reply): void {
  const frame = toFrame(message)
  for (let written = 0; written < frame.length; ) written += writeSync(HOST_FD, frame, written)
}

/** Other orders may arrive before the answer: they are queued. */
function ask(run: number, name: string, args: readonly unknown[]): Answered {
  write({ reply: 'ask', run, name, args: args as never })
  for (;;) {
    const at = queue.findIndex((one) => one.do === 'tell')
    const [found] = at < 0 ? [] : queue.splice(at, 1)
    if (found?.do === 'tell') return found.answer
    queue.push(...readMore())
  }
}

const runs = createRuns(await openEngine(), ask)

async function obey(order: Order | SyncAnswer): Promise<Reply> {
  switch (order.do) {
    case 'load':
      return runs.load(order.extension, order.source)
    case 'unload':
      return runs.unload(order.extension)
    case 'run':
      return runs.run(order.run, order.extension, order)
    case 'answer':
      return runs.answer(order.run, order)
    case 'drop':
      return runs.drop(order.run)
    case 'tell':
      throw new Error('an answer to a question that was not asked')
  }
}

for (;;) write(await obey(read()))
