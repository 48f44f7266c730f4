import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { DAMAGED, findProblem } from './sqlite-check.ts'

/**
 * Checks the file named by its argument. Exit code 0 = sound; `DAMAGED` = damaged, with the problem as output; another code
 * says nothing about the file. Ends with its parent, even if the parent was killed: SQLite's check blocks its thread, so
 * the main thread watches the pipe.
 */
function main(file: string): void {
  process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL'))
  const thread = new Worker(new URL('./sqlite-check-process.ts', import.meta.url), { argv: [file] })
  thread.once('message', (problem: string | undefined) => {
    if (problem === undefined) process.exit(0)
    process.stderr.write(problem, () => process.exit(DAMAGED))
  })
}

const file = process.argv[2]
if (file === undefined) throw new Error('usage: sqlite-check-process FILE')
if (isMainThread) main(file)
else parentPort?.postMessage(findProblem(file))
