import type { NoisyStage, StageAccount } from './noisy-stage.ts'

/** Prepares the attack without starting it. */
export interface Attack {
  begin(): Promise<void>
  /** Ends open requests of the service; starts none. */
  end(): Promise<void>
  /** How often the attackers' requests were answered with each status. */
  readonly statuses?: ReadonlyMap<number, number>
}

export interface AttackPlan {
  /** The lane that its jobs use; undefined for a flood of requests. */
  readonly lane?: string
  /** The number of the attackers' queued jobs in all processes, or of answered requests, after the start. */
  readonly atLeast: number
  /** The expected statuses of its requests. */
  readonly answers?: readonly number[]
  /** `items`: what the honest account sells. */
  prepare(stage: NoisyStage, attackers: readonly StageAccount[], items: readonly string[]): Promise<Attack>
}
