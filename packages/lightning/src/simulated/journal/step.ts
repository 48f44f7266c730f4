/** One scripted behaviour (rule E2). The meaning of a field depends on the behaviour: see README.md. */
export interface Step {
  readonly do: string
  readonly feeMsat?: number | undefined
  readonly ms?: number | undefined
  readonly code?: string | undefined
  /** `unknown`: how many lookups are answered "don't know". */
  readonly k?: number | undefined
  /** `barrier`: its name. */
  readonly name?: string | undefined
  /** What becomes of a payment whose answer is lost or nonsense; open when absent. */
  readonly truth?: 'settled' | 'failed' | 'open' | undefined
  /** `hang` and `throw` of other calls than pay: the node did it before the answer was lost. */
  readonly done?: boolean | undefined
}

export const STEP_KINDS = ['pay', 'lookup', 'create', 'close', 'settle', 'cancel'] as const
export type StepKind = (typeof STEP_KINDS)[number]

const PAY_STEPS = [
  'settle',
  'fail',
  'hang',
  'throw',
  'unknown',
  'timeout_then_settle',
  'hang_then_fail',
  'needs_fee',
  'lie_fee',
  'bad_preimage',
  'missing',
  'wrong_hash',
  'not_json',
  'http500',
  'register_late',
  'contradict',
  'slow',
  'barrier',
] as const
export type PayStep = (typeof PAY_STEPS)[number]

const LOOKUP_STEPS = ['truth', 'pending', 'settled', 'failed', 'stale_failed', 'not_found', 'error', 'hang'] as const
export type LookupStep = (typeof LOOKUP_STEPS)[number]

const CALL_STEPS = ['ok', 'refuse', 'accepted', 'hang', 'throw', 'barrier'] as const
export type CallStep = (typeof CALL_STEPS)[number]

export const STEPS_OF: Readonly<Record<StepKind, readonly string[]>> = {
  pay: PAY_STEPS,
  lookup: LOOKUP_STEPS,
  create: CALL_STEPS,
  close: CALL_STEPS,
  settle: CALL_STEPS,
  cancel: CALL_STEPS,
}
