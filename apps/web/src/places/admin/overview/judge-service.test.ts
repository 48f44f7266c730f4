import { expect, test } from 'vitest'
import type { ServerStatus } from '../operator.ts'
import { judgeBackup, judgeMoney, judgeNode } from './judge-service.ts'

type Money = Parameters<typeof judgeMoney>[0]
type Trouble = ServerStatus['node']['troubles'][number]['kind']

const NOW = 1_800_000_000
const DAY = 86_400

const node = (more: Partial<ServerStatus['node']> = {}): ServerStatus['node'] => ({
  kind: 'lnd',
  network: 'bc',
  node_key: '02',
  answers: true,
  balance_msat: 1_000_000,
  troubles: [],
  ...more,
})

const books = (more: Partial<ServerStatus['books']> = {}): ServerStatus['books'] => ({
  checked_at: NOW,
  violations: 0,
  compared_with_node_at: NOW,
  node_difference_msat: 0,
  ...more,
})

const owed = (available: number, reserved = 0) => ({
  measured_at: NOW,
  available_msat: available,
  reserved_msat: reserved,
})

test.each<[what: string, facts: Partial<Money>, level: string, state: string]>([
  ['the node has what is owed', {}, 'good', 'safe'],
  ['a node without an exact balance is not compared', { books: books({ node_difference_msat: null }) }, 'good', 'safe'],
  ['what is reserved may have left the node', { owed: owed(900_000, 300_000) }, 'good', 'safe'],
  ['a broken rule', { books: books({ violations: 1 }), payments_halted: true }, 'bad', 'books-wrong'],
  ['the node lacks money', { books: books({ node_difference_msat: -1 }), payments_halted: true }, 'bad', 'node-lacks'],
  ['a halt', { payments_halted: true }, 'bad', 'halted'],
  ['the node has more', { books: books({ node_difference_msat: 1 }) }, 'watch', 'node-has-more'],
  ['more is owed than the node can spend', { owed: owed(1_000_001) }, 'watch', 'short'],
  ['the node does not answer', { node: node({ answers: false, balance_msat: null }) }, 'unknown', 'not-known'],
  ['no sums yet', { owed: null }, 'unknown', 'not-summed'],
  ['no audit yet', { books: books({ violations: null }) }, 'unknown', 'not-checked'],
])('money: %s', (_what, facts, level, state) => {
  const usual: Money = { books: books(), payments_halted: false, node: node(), owed: owed(500_000) }
  expect(judgeMoney({ ...usual, ...facts })).toEqual({ level, state })
})

const trouble = (kind: Trouble) => ({ kind, variable: null, detail: '', since: NOW })

test.each<[what: string, facts: Partial<ServerStatus['node']>, level: string, state: string]>([
  ['it answers', {}, 'good', 'well'],
  ['it does not answer', { answers: false }, 'bad', 'unreachable'],
  ['its wallet is locked', { answers: false, troubles: [trouble('locked')] }, 'bad', 'locked'],
  ['it is behind', { troubles: [trouble('out_of_sync')] }, 'watch', 'out_of_sync'],
  ['the most precise trouble counts', { troubles: [trouble('no_coins'), trouble('unreachable')] }, 'watch', 'no_coins'],
])('node: %s', (_what, facts, level, state) => {
  expect(judgeNode({ node: node(facts) })).toEqual({ level, state })
})

type Backups = ServerStatus['backups']

const passed = { at: NOW - 3 * DAY, backup: 'a', passed: true, problem: null }
const byHand = (age: number): Partial<Backups> => ({ schedule: null, overdue_seconds: null, age_seconds: age })

test.each<[what: string, facts: Partial<Backups>, kind: string, level: string, state: string]>([
  ['made by the schedule and tried', {}, 'lnd', 'good', 'made'],
  ['the schedule decides how old it may be', { age_seconds: 20 * DAY }, 'lnd', 'good', 'made'],
  ['the last attempt failed', { failed_at: NOW }, 'lnd', 'bad', 'failed'],
  ['one is missing', { overdue_seconds: 7201 }, 'lnd', 'bad', 'overdue'],
  ['the first one is due', { age_seconds: null }, 'lnd', 'unknown', 'first-due'],
  ['none, and no schedule', { ...byHand(0), age_seconds: null }, 'lnd', 'bad', 'never'],
  ['none, with play money', { ...byHand(0), age_seconds: null }, 'simulated', 'watch', 'never'],
  ['one by hand, of this week', byHand(7 * DAY), 'lnd', 'good', 'made'],
  ['one by hand, older', byHand(7 * DAY + 1), 'lnd', 'bad', 'old'],
  ['the drill failed', { last_drill: { ...passed, passed: false, problem: 'x' } }, 'lnd', 'bad', 'drill-failed'],
  ['no drill', { last_drill: null }, 'lnd', 'watch', 'drill-due'],
  ['a drill long ago', { last_drill: { ...passed, at: NOW - 36 * DAY } }, 'lnd', 'watch', 'drill-due'],
])('backup: %s', (_what, facts, kind, level, state) => {
  const usual: Backups = {
    schedule: '0 3 * * *',
    target: '/backups',
    overdue_seconds: 0,
    failed_at: null,
    age_seconds: 3600,
    last: null,
    last_drill: passed,
  }
  expect(judgeBackup({ node: { kind }, backups: { ...usual, ...facts } }, NOW)).toEqual({ level, state })
})
