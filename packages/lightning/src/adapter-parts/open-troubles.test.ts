import { expect, test } from 'vitest'
import type { NodeTrouble } from '../port/node-trouble.ts'
import { openTroubles } from './open-troubles.ts'

const AWAY: NodeTrouble = { kind: 'unreachable', variable: 'NODE_URL', detail: 'connection refused' }
const REFUSED: NodeTrouble = { kind: 'credential_refused', variable: 'NODE_KEY', detail: 'revoked' }

function open(prefix?: string) {
  const lines: object[] = []
  let now = 1_000_000
  const write = (facts: object, message: string): void => void lines.push({ ...facts, message })
  const troubles = openTroubles({ clock: () => now, log: { warn: write, error: write }, prefix })
  return { troubles, lines, advance: (seconds: number) => (now += seconds * 1000) }
}

test('a trouble is logged once when it begins, and once when it is over, with its number of calls', () => {
  const { troubles, lines, advance } = open()
  for (let call = 0; call < 74; call += 1) troubles.note('node', AWAY)
  advance(18)
  troubles.note('node', undefined)
  troubles.note('node', undefined)
  expect(lines).toEqual([
    {
      trouble: 'unreachable',
      variable: 'NODE_URL',
      detail: 'connection refused',
      message: 'trouble with the Lightning node; repeats are only counted',
    },
    {
      trouble: 'unreachable',
      variable: 'NODE_URL',
      count: 74,
      seconds: 18,
      message: 'this trouble with the Lightning node is over',
    },
  ])
})

test('another code is another trouble', () => {
  const { troubles, lines } = open()
  troubles.note('node', AWAY)
  troubles.note('node', { kind: 'locked', detail: 'wallet locked' })
  expect(troubles.now()).toMatchObject([{ kind: 'locked', since: 1000 }])
  expect(lines).toHaveLength(3)
})

test('one trouble of several calls is over when none of them reports it any more', () => {
  const { troubles } = open()
  troubles.note('credential pay', REFUSED)
  troubles.note('credential list', REFUSED)
  troubles.note('credential pay', undefined)
  expect(troubles.now()).toMatchObject([REFUSED])
  troubles.clear('credential ')
  expect(troubles.now()).toEqual([])
})

test('of several troubles the most precise comes first', () => {
  const { troubles } = open()
  troubles.note('coins', { kind: 'no_coins', detail: '0 sat' })
  troubles.note('node', AWAY)
  troubles.note('credential', REFUSED)
  expect(troubles.now().map(({ kind }) => kind)).toEqual(['credential_refused', 'unreachable', 'no_coins'])
})

test('variables of the former node have the names of the former node; those of the service stay', () => {
  const { troubles } = open('FORMER_')
  troubles.note('node', AWAY)
  troubles.note('identity', { kind: 'wrong_network', variable: 'SERVICE_NETWORK', detail: 'another' })
  expect(troubles.now().map(({ variable }) => variable)).toEqual(['SERVICE_NETWORK', 'FORMER_NODE_URL'])
  expect(troubles.describe(REFUSED)).toBe('FORMER_NODE_KEY: revoked')
})
