import { parseArgs } from 'node:util'

/** What is measured: every number of processes with and without the pooler, then the other two with `settled` processes. */
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
  const [requests, rounds] = [Number(values.requests), Number(values.rounds)]
  if (!Number.isInteger(requests) || requests < 1000) throw new Error('--requests: must be a whole number from 1000')
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds: must be a whole number from 1')
  return {
    processes: list('processes', 1),
    sockets: list('sockets', 0),
    payments: list('payments', 0),
    requests,
    rounds,
  }
}
