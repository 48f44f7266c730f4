import { expect, test } from 'vitest'
import { moveInvoice, moveSend } from './move-payment.ts'
import { INCOMING, OUTGOING, type PaymentState, statusOf } from './payment-states.ts'

type Table = Readonly<Record<string, { from: readonly PaymentState[]; to: PaymentState; when: string }>>

const reachableFrom = (table: Table, first: PaymentState): Set<PaymentState> => {
  const found = new Set([first])
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const { from, to } of Object.values(table)) if (from.some((state) => found.has(state))) found.add(to)
  }
  return found
}
const statesOf = (table: Table): PaymentState[] => [
  ...new Set(Object.values(table).flatMap(({ from, to }) => [...from, to])),
]

test.each([
  ['received', INCOMING as Table, 'open'],
  ['sent', OUTGOING as Table, 'reserved'],
] as const)(
  'every state of a %s payment is reachable from its first, and leads to a final one',
  (_kind, table, first) => {
    expect([...reachableFrom(table, first)].toSorted()).toEqual(statesOf(table).toSorted())
    for (const state of statesOf(table)) {
      expect([...reachableFrom(table, state)].map(statusOf), state).not.toEqual(['pending'])
    }
  },
)

test('a payment that was sent or has failed never changes again; a received one only by a late receipt', () => {
  const leaving = (table: Table, state: PaymentState): string[] =>
    Object.entries(table).flatMap(([event, { from }]) => (from.includes(state) ? [event] : []))
  expect([leaving(OUTGOING, 'success'), leaving(OUTGOING, 'failed')]).toEqual([[], []])
  expect([leaving(INCOMING, 'success'), leaving(INCOMING, 'failed')]).toEqual([[], ['receive']])
})

test('a change of state that is not in the table is a bug and throws', () => {
  const { checkingId } = { checkingId: 'a' }
  expect(() => moveInvoice('settle', { checkingId, seen: 'open' })).toThrow('no payment leaves open by "settle"')
  expect(moveInvoice('cancel', { checkingId, seen: 'open' }).sql).toContain(`state IN ('open')`)
  // @ts-expect-error -- a payment that was sent is not claimed by a payer
  expect(() => moveSend('claim', { checkingId })).toThrow()
  // @ts-expect-error -- `settle` is the decision of a payee
  expect(() => moveSend('settle', { checkingId })).toThrow()
})

const PRINTED = new URL('../../../../../docs/payment-states.md', import.meta.url).pathname

test('the documentation shows the current tables', async () => {
  await expect(printStates()).toMatchFileSnapshot(PRINTED)
})

function printStates(): string {
  const section = (title: string, first: PaymentState, table: Table): string =>
    [
      `## ${title}`,
      '',
      '```mermaid',
      'stateDiagram-v2',
      `  [*] --> ${first}`,
      ...Object.entries(table).flatMap(([event, { from, to }]) =>
        from.map((state) => `  ${state} --> ${to}: ${event}`),
      ),
      '```',
      '',
      '| Event | From | To | When |',
      '|---|---|---|---|',
      ...Object.entries(table).map(
        ([event, { from, to, when }]) => `| ${event} | ${from.join(', ')} | ${to} (API: ${statusOf(to)}) | ${when} |`,
      ),
      '',
    ].join('\n')
  return [
    '# States of a payment',
    '',
    'Printed from `services/wallet/src/payments/states/payment-states.ts` by its test; change the table, then run',
    '`npm test -- services/wallet/src/payments/states/payment-states.test.ts -u`. What each transition posts is in',
    '[rules C1–C4](rules/money-safety.md#c-state-transitions).',
    '',
    section('Receiving', 'open', INCOMING),
    section('Sending', 'reserved', OUTGOING),
  ].join('\n')
}
