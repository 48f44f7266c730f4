import type { AnyCtx } from './run-parts.ts'
import type { Trigger } from './trigger.ts'

const triggers = new WeakMap<AnyCtx, Trigger>()

/** Beside the context, so that the code of an extension cannot read it. */
export const noteTrigger = (ctx: AnyCtx, trigger: Trigger): void => void triggers.set(ctx, trigger)

/** Why the run of a context runs. */
export function triggerOf(ctx: AnyCtx): Trigger {
  const trigger = triggers.get(ctx)
  if (trigger === undefined) throw new Error('the context is not that of a run')
  return trigger
}
