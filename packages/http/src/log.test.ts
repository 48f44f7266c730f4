import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** The standard output of a process that writes `count` lines and then ends in its own way. */
async function written(count: number, end: string): Promise<Record<string, unknown>[]> {
  const source = `
    import { createLog } from '${new URL('log.ts', import.meta.url).href}'
    const log = createLog('test')
    for (let at = 0; at < ${count}; at += 1) log.info({ at, text: 'ä"\\n' }, 'answered')
    ${end}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = output.split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('a line is one JSON object: level, time, service, the facts, the message', async () => {
  const [line] = await written(1, '')
  expect(Object.keys(line ?? {})).toEqual(['level', 'time', 'service', 'at', 'text', 'msg'])
  expect(line).toMatchObject({ level: 'info', service: 'test', at: 0, text: 'ä"\n', msg: 'answered' })
  expect(new Date(String(line?.['time'])).toISOString()).toBe(line?.['time'])
})

test.each([
  ['reaches its end', ''],
  ['exits', 'process.exit(0)'],
  ['fails', `throw new Error('x')`],
  ['is killed after a flush', `log.flush(); process.kill(process.pid, 'SIGKILL')`],
  ['is killed after the longest wait', `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 800)`],
])('no line is lost when the process %s', async (_name, end) => {
  for (const count of [1, 500]) {
    expect((await written(count, end)).map(({ at }) => at)).toEqual(Array.from({ length: count }, (_, at) => at))
  }
})
