import type { NodeState } from '../journal/node-state.ts'
import type { Wait } from './decision.ts'
import { releasesOf } from './take-step.ts'

/** Whether the condition of a waiting call holds. */
export function isOver(state: NodeState, wait: Wait, now: number): boolean {
  switch (wait.for) {
    case 'up':
      return state.down === undefined || state.down.mode !== 'hang'
    case 'time':
      return wait.at <= now
    case 'release':
      return releasesOf(state, wait.name) > wait.releases
    case 'truth': {
      const attempt = state.payments.get(wait.hash)?.attempts.get(wait.attemptId)
      return attempt === undefined || attempt.truth !== undefined || attempt.plan.answer !== 'truth'
    }
  }
}
