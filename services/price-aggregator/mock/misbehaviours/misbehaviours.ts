import type { SourceId } from '../../src/exchanges/source.ts'
import { bodyMisbehaviours } from './body-misbehaviours.ts'
import { HIT_PAIR, logicalMisbehaviours } from './logical-misbehaviours.ts'
import type { Expectation, Misbehaviour } from './misbehaviour.ts'
import { sequenceMisbehaviours } from './sequence-misbehaviours.ts'
import { statusMisbehaviours } from './status-misbehaviours.ts'
import { timeMisbehaviours } from './time-misbehaviours.ts'
import { transportMisbehaviours } from './transport-misbehaviours.ts'
import { valueMisbehaviours } from './value-misbehaviours.ts'

/** Every mean thing the mock exchanges can do (rule T10). */
export const misbehaviours: readonly Misbehaviour[] = [
  ...transportMisbehaviours,
  ...statusMisbehaviours,
  ...bodyMisbehaviours,
  ...logicalMisbehaviours,
  ...valueMisbehaviours,
  ...timeMisbehaviours,
  ...sequenceMisbehaviours,
]

export function findMisbehaviour(name: string): Misbehaviour | undefined {
  return misbehaviours.find((misbehaviour) => misbehaviour.name === name)
}

export function appliesTo(misbehaviour: Misbehaviour, sourceId: SourceId): boolean {
  return misbehaviour.sources?.includes(sourceId) ?? true
}

/** The effect on one cell of a strict client: `expect`, except for the pair that a misbehaviour of one pair changes. */
export function expectationOf(misbehaviour: Misbehaviour, sourceId: SourceId, currency: string): Expectation {
  return misbehaviour.onePair && currency === HIT_PAIR[sourceId] ? 'kept' : misbehaviour.expect
}
