import type { NoisyStage, StageAccount } from './noisy-stage.ts'

/** Everything is in place, and nothing has happened yet. */
export interface Attack {
  begin(): Promise<void>
  /** What the service waits for ends; nothing new begins. */
  end(): Promise<void>
  /** How often the attackers' requests were answered with each status. */
  readonly statuses?: ReadonlyMap<number, number>
}

export interface AttackPlan {
  /** Where its pieces of work wait; undefined = it is a flood of requests. */
  readonly lane?: string
  /** Pieces of work that wait for the attackers in all processes, or requests answered, once the attack has begun. */
  readonly atLeast: number
  /** What its requests are answered with. */
  readonly answers?: readonly number[]
  /** `items`: what the honest account sells. */
  prepare(stage: NoisyStage, attackers: readonly StageAccount[], items: readonly string[]): Promise<Attack>
}
