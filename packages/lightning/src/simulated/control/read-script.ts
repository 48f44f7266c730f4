import type { ScriptMatch } from '../journal/journal-entry.ts'
import type { Ask } from '../journal/node-calls.ts'
import { STEP_KINDS, STEPS_OF, type Step, type StepKind } from '../journal/step.ts'
import { amountIn, type Body, countIn, flagIn, hexIn, oneOf, optional, readBody, textIn, wrong } from './read-body.ts'

/** The body of `POST /script`: whose calls, and how each kind of them goes. */
export function readScript(body: unknown): Ask<'script'> {
  const fields = readBody(body, ['match', ...STEP_KINDS])
  const steps: Partial<Record<StepKind, readonly Step[]>> = {}
  for (const kind of STEP_KINDS) {
    const value = fields[kind]
    if (value === undefined) continue
    steps[kind] = (Array.isArray(value) ? value : [value]).map((step) => readStep(kind, step))
  }
  if (Object.keys(steps).length === 0) throw wrong(`Script at least one of: ${STEP_KINDS.join(', ')}.`)
  return { match: readMatch(fields['match']), steps }
}

function readMatch(value: unknown): ScriptMatch {
  if (value === 'any') return { any: true }
  const match = readBody(value, ['hash', 'nth', 'any'], '`match`')
  if (Object.keys(match).length !== 1) throw wrong('`match` is one of: {hash}, {nth}, {any: true}.')
  if ('hash' in match) return { hash: hexIn(match, 'hash') }
  if ('nth' in match) return { nth: countIn(match, 'nth') }
  if (match['any'] !== true) throw wrong('`any` can only be true.')
  return { any: true }
}

const STEP_FIELDS = ['do', 'fee_msat', 'ms', 'code', 'k', 'name', 'truth', 'done']
const TRUTHS = ['settled', 'failed', 'open'] as const

/** Behaviours that mean nothing without their number. */
const NEEDS_FEE: ReadonlySet<string> = new Set(['needs_fee', 'lie_fee'])

function readStep(kind: StepKind, value: unknown): Step {
  const fields: Body = typeof value === 'string' ? { do: value } : readBody(value, STEP_FIELDS, 'A step')
  const name = oneOf(fields, 'do', STEPS_OF[kind])
  if (name === 'barrier') return { do: name, name: textIn(fields, 'name') }
  if (NEEDS_FEE.has(name) && fields['fee_msat'] === undefined) throw wrong(`\`${name}\` needs \`fee_msat\`.`)
  return {
    do: name,
    feeMsat: optional(fields, 'fee_msat', amountIn),
    ms: optional(fields, 'ms', amountIn),
    code: optional(fields, 'code', textIn),
    k: optional(fields, 'k', amountIn),
    truth: optional(fields, 'truth', (from, field) => oneOf(from, field, TRUTHS)),
    done: optional(fields, 'done', flagIn),
  }
}
