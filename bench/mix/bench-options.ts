import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../whole-number.ts'
import type { Profile } from './profile.ts'
import { PROFILES } from './profiles.ts'

export interface BenchOptions extends Profile {
  readonly plan: string
  /** The wallets of each of the ten accounts. */
  readonly walletsEach: number
  /** The root of another checkout. */
  readonly beside: string | undefined
  /** A missed limit is an exit code. */
  readonly verdict: boolean
}

const DEFAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scale: { processes: '1,2,4', sockets: '0,1000,10000', payments: '0,1000000,10000000' },
}

const text = { type: 'string' } as const

export function readBenchOptions(): BenchOptions {
  const { values } = parseArgs({
    options: {
      plan: { ...text, default: 'mix' },
      database: text,
      requests: text,
      rounds: text,
      beside: text,
      processes: text,
      sockets: text,
      payments: text,
      items: { ...text, default: '1000' },
      packages: { ...text, default: '50' },
      wallets: { ...text, default: '1000' },
      verdict: { type: 'boolean', default: false },
    },
  })
  const open = Object.hasOwn(PROFILES, values.plan) ? PROFILES[values.plan] : undefined
  if (open === undefined) throw new Error(`--plan: must be one of ${Object.keys(PROFILES).join(', ')}`)
  const list = (name: 'processes' | 'sockets' | 'payments', fallback: string, least: number): number[] => {
    const numbers = (values[name] ?? DEFAULTS[values.plan]?.[name] ?? fallback).split(',').filter(Boolean)
    return numbers.map((number) => wholeNumber(name, number, least)).toSorted((first, second) => first - second)
  }
  const profile = open({
    processes: list('processes', '1,2', 1),
    sockets: list('sockets', '10000', 0),
    payments: list('payments', '1000000', 0),
    items: wholeNumber('items', values.items, 1),
    packages: wholeNumber('packages', values.packages, 1),
  })
  const databases = profile.databases.filter((dialect) => dialect === (values.database ?? dialect))
  if (databases.length === 0) throw new Error(`--database: must be ${profile.databases.join(' or ')}`)
  return {
    ...profile,
    databases,
    plan: values.plan,
    requests: values.requests === undefined ? profile.requests : wholeNumber('requests', values.requests, 1),
    rounds: values.rounds === undefined ? profile.rounds : wholeNumber('rounds', values.rounds, 1),
    walletsEach: wholeNumber('wallets', values.wallets, 20),
    beside: values.beside === undefined ? undefined : checkoutAt(values.beside),
    verdict: values.verdict,
  }
}

/** The root of another checkout, which `--beside` names. */
export function checkoutAt(path: string): string {
  const root = resolve(path)
  if (!existsSync(join(root, 'services/wallet/package.json'))) {
    throw new Error(`--beside: ${root} is not a checkout of this repository`)
  }
  if (!existsSync(join(root, 'node_modules'))) throw new Error(`--beside: run \`npm ci\` in ${root} first`)
  return root
}
