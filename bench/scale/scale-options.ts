import { parseArgs } from 'node:util'
import { wholeNumber } from '../whole-number.ts'

/** What is measured: every number of processes with and without the pooler, then the other two with two processes. */
export interface ScaleOptions {
  readonly processes: readonly number[]
  readonly sockets: readonly number[]
  /** Payments in the tables, rising. */
  readonly payments: readonly number[]
  readonly requests: number
  readonly rounds: number
}

export function readScaleOptions(): ScaleOptions {
  const { values } = parseArgs({
    options: {
      processes: { type: 'string', default: '1,2,4' },
      sockets: { type: 'string', default: '0,1000,10000' },
      payments: { type: 'string', default: '0,1000000,10000000' },
      requests: { type: 'string', default: '12000' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const list = (name: 'processes' | 'sockets' | 'payments', least: number): number[] => {
    const numbers = values[name] === '' ? [] : values[name].split(',').map(Number)
    if (!numbers.every((number) => Number.isInteger(number) && number >= least))
      throw new Error(`--${name}: must be whole numbers from ${least}, with commas between them`)
    return numbers.toSorted((first, second) => first - second)
  }
  return {
    processes: list('processes', 1),
    sockets: list('sockets', 0),
    payments: list('payments', 0),
    requests: wholeNumber('requests', values.requests, 1000),
    rounds: wholeNumber('rounds', values.rounds, 1),
  }
}
