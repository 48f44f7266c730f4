import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { runBehind } from './run-behind.ts'

test('a process gets a lower priority; one that has ended or never started is ignored', async () => {
  const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
  await once(child, 'spawn')
  const before = getPriority(process.pid)
  runBehind(child.pid)
  expect(getPriority(child.pid)).toBe(Math.max(before, 10))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(() => runBehind(child.pid)).not.toThrow()
  expect(() => runBehind(undefined)).not.toThrow()
})
