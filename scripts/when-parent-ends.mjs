// Preloaded (`node --import`) into what an npm script runs: when the process that started it is gone, it stops as at
// SIGTERM. A killed npm cannot forward anything, and would leave the services running.
import { isMainThread } from 'node:worker_threads'

const CHECK_EVERY_MS = 500

if (isMainThread) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_EVERY_MS)
  timer.unref()
}
