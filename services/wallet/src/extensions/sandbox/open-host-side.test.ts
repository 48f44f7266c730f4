import { expect, test } from 'vitest'
import type { AnyCtx } from '../host/run/run-parts.ts'
import { openHostSide } from './open-host-side.ts'

test('a run writes few and short lines to the log', () => {
  const lines: unknown[][] = []
  const write = (...line: unknown[]): void => void lines.push(line)
  const { notice } = openHostSide([], { log: { info: write, warn: write } } as unknown as AnyCtx)
  notice('log.info', [7, { a: 1 }])
  notice('log.warn', ['bare'])
  for (let n = 0; n < 60; n += 1) notice('log.warn', ['line', { text: 'flood '.repeat(500) }])
  expect(lines.slice(0, 2)).toEqual([
    ['7', { a: 1 }],
    ['bare', undefined],
  ])
  expect(lines).toHaveLength(20)
  for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(1200)
})
