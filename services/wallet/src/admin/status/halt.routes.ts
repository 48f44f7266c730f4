import { ERROR_CODE_FIELDS } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { conflict, invalid, type ServiceError } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { listStoredAlarms } from '../../ledger/alarm-store.ts'
import { findComparisonDue, findHalt } from '../../ledger/halt.ts'
import { areNone, findObstacles, type ObstacleDeps, type Obstacles } from './find-obstacles.ts'
import { setHalt } from './set-halt.ts'

export interface HaltRoutesDeps extends ObstacleDeps {
  readonly db: Database
  readonly clock: Clock
}

/** The operator stops and resumes outgoing payments while the service runs, and reads why it stopped itself. */
export function haltRoutes(app: HttpApp, deps: HaltRoutesDeps): void {
  const { db, clock } = deps
  const tell = async () => {
    const [reason, comparisonDue] = await Promise.all([findHalt(db), findComparisonDue(db)])
    const alarms = await listStoredAlarms(db, { all: false, limit: 100, offset: 0 })
    return { halted: reason !== undefined, reason: reason ?? null, comparison_due: comparisonDue ?? null, alarms }
  }
  app.get('/api/v1/admin/halt', { config: { access: 'super-user' }, schema: GET }, tell)
  app.put('/api/v1/admin/halt', { config: { access: 'super-user' }, schema: PUT }, async (request) => {
    const { halted, reason = 'stopped by the operator', ...resuming } = request.body
    const { accept_difference: acceptDifference = false, force = false } = resuming
    for (const field of ['accept_difference', 'force'] as const) {
      if (!halted || resuming[field] !== true) continue
      throw invalid({ type: 'value_error', loc: ['body', field], msg: 'allowed with halted = false only', input: true })
    }
    const comparisonDue = await findComparisonDue(db)
    const obstacles = halted ? NO_OBSTACLES : await findObstacles(deps, acceptDifference)
    if (acceptDifference && !force) requireBalanceAlone(obstacles)
    if (!areNone(obstacles) && !force) throw notYet(obstacles)
    const inSpiteOf = describe(obstacles)
    const actor = actorOf(request)
    const at = unixSeconds(clock)
    await db.transact(setHalt, { halted, reason, acceptDifference, comparisonDue, inSpiteOf, actor, at })
    return tell()
  })
}

const NO_OBSTACLES: Obstacles = { violations: [], nodeDifferences: [] }

/** One line each, for the audit log. */
const describe = ({ violations, nodeDifferences }: Obstacles): string[] => [
  ...violations.map(({ rule, about, problem }) => `${rule} ${about}: ${problem}`),
  ...(nodeDifferences ?? [{ kind: 'not compared', detail: 'the node cannot be asked' }]).map(
    ({ kind, detail }) => `${kind}: ${detail}`,
  ),
]

/** With the balance alone the difference of a payment would be forgotten, not booked. */
function requireBalanceAlone({ nodeDifferences = [] }: Obstacles): void {
  const hashesOf = (isLost: boolean): string[] =>
    nodeDifferences.flatMap(({ kind, paymentHash }) =>
      (kind === 'lost-payment') === isLost ? (paymentHash ?? []) : [],
    )
  const [made, lost] = [hashesOf(false), hashesOf(true)]
  if (made.length + lost.length === 0) return
  const toDo = [
    ...(made.length > 0
      ? [`accept with POST /api/v1/admin/node-payments/{payment_hash}/accept: ${nameSome(made)}`]
      : []),
    ...(lost.length > 0 ? [`resolve with POST /api/v1/admin/payments/{id}/resolve: ${nameSome(lost)}`] : []),
  ]
  throw invalid({
    type: 'value_error',
    loc: ['body', 'accept_difference'],
    msg: `accepts the balance of the node alone; each of these payments needs a decision: ${toDo.join('; ')}`,
    input: true,
  })
}

const nameSome = (hashes: readonly string[]): string =>
  hashes.slice(0, MAX_NAMED).join(', ') + (hashes.length > MAX_NAMED ? `, and ${hashes.length - MAX_NAMED} more` : '')

const MAX_NAMED = 5

function notYet({ violations, nodeDifferences }: Obstacles): ServiceError {
  const why = [
    ...(violations.length > 0 ? ['the books do not add up'] : []),
    ...(nodeDifferences === undefined ? ['the node cannot be asked now'] : []),
    ...(nodeDifferences !== undefined && nodeDifferences.length > 0 ? ['the node and the books differ'] : []),
  ].join(', and ')
  const detail = `Payments stay halted: ${why}. The guide, "Stuck money", says what to do; "force": true resumes anyway.`
  const differences = (nodeDifferences ?? []).map(({ kind, paymentHash, detail: what }) => ({
    kind,
    payment_hash: paymentHash ?? null,
    detail: what,
  }))
  const fields = {
    violations: [...violations],
    node_differences: differences,
    node_compared: nodeDifferences !== undefined,
  }
  return conflict(detail, { fields })
}

export const Halt = Type.Object(
  {
    halted: Type.Boolean({ description: 'True: outgoing payments are rejected; reading and receiving continue.' }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Reason of the halt; null = not halted.' }),
    comparison_due: Type.Union([Type.String(), Type.Null()], {
      description:
        'Reason why outgoing payments wait for a comparison of the node with the books, which runs automatically; null = they do not wait.',
    }),
    alarms: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'Id, for `PUT /api/v1/admin/alarms/{id}`.' }),
        kind: Type.String({ description: 'Kind of the alarm.' }),
        reference: Type.String({ description: 'Id of the payment or receipt.' }),
        detail: Type.String({ description: 'Details, as text.' }),
        at: Type.Integer({ description: 'Time of the alarm, Unix seconds.' }),
      }),
      { description: 'Open alarms, newest first, at most 100.' },
    ),
  },
  { $id: 'Halt', description: 'Whether outgoing payments are halted, with open alarms.' },
)

const GET = {
  operationId: 'getHalt',
  tags: ['admin'],
  summary: 'Read whether outgoing payments are halted',
  description: 'With the alarms: books that differ, fees above their limit, unexpected receipts.',
  response: { 200: schemaRef(Halt, 'The current state.') },
} as const

const PUT = {
  operationId: 'setHalt',
  tags: ['admin'],
  summary: 'Halt or resume outgoing payments',
  description:
    'Applies immediately, in all processes and after restarts. Payments in flight are still followed. Resuming audits the books and compares them with the node first: 409 with the problems, unless `force`, which is in the audit log. Books that do not add up are repaired with `npm run mend`; accept a difference to the node only if you know its reason.',
  body: Type.Object(
    {
      halted: Type.Boolean({ description: 'True: halt. False: resume.' }),
      reason: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '^[^\\u0000]*$',
          description: 'Reason, for the next operator.',
        }),
      ),
      accept_difference: Type.Optional(
        Type.Boolean({
          description:
            'With `halted: false`: accepts the current balance of the node, because you caused the difference yourself (paid on-chain fees, added funds, restored a backup). 422 while payments differ: they are accepted one by one.',
        }),
      ),
      force: Type.Optional(
        Type.Boolean({
          description: 'With `halted: false`: resumes despite wrong books or differences to the node.',
        }),
      ),
    },
    { examples: [{ halted: true, reason: 'The node is being moved.' }] },
  ),
  response: {
    200: schemaRef(Halt, 'The new state.'),
    409: Type.Object(
      {
        detail: Type.String({ description: 'Reason why payments stay halted.' }),
        ...ERROR_CODE_FIELDS,
        violations: Type.Array(
          Type.Object({
            rule: Type.String({ description: 'Number of the violated rule.' }),
            about: Type.String({ description: 'Id of the wallet, payment or account.' }),
            problem: Type.String({ description: 'Problem, as text.' }),
          }),
          { description: 'Violations found by the audit, at most 100.' },
        ),
        node_differences: Type.Array(
          Type.Object({
            kind: Type.String({
              description: '`balance`: difference of the balance; other kinds concern one payment.',
            }),
            payment_hash: Type.Union([Type.String(), Type.Null()], {
              description: 'Payment hash, if it concerns one payment.',
            }),
            detail: Type.String({ description: 'Difference, as text.' }),
          }),
          { description: 'Differences between the node and the books.' },
        ),
        node_compared: Type.Boolean({ description: 'False: the node did not answer.' }),
      },
      { description: 'The books do not add up, differ from the node, or the node did not answer. Nothing changed.' },
    ),
  },
} as const
