import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import type { ANIMATION, CopilotDraft } from './fields.ts'

type Animation = Row<typeof ANIMATION>

const NUMBERS = [1, 2, 3] as const

/** The draft with one ascending list, for both ways to write animations. */
export function orderAnimations(draft: CopilotDraft): CopilotDraft {
  const rest = { ...draft }
  for (const n of NUMBERS) {
    delete rest[`animation${n}`]
    delete rest[`animation${n}threshold`]
    delete rest[`animation${n}webhook`]
  }
  const flat = readFlat(draft)
  const animations = (flat.length === 0 ? rest.animations : flat).toSorted((a, b) => a.threshold - b.threshold)
  if (animations.some(({ threshold }, at) => threshold === animations[at - 1]?.threshold)) {
    throw reject('body.animations: each needs its own threshold.', 422)
  }
  return { ...rest, animations }
}

function readFlat(draft: CopilotDraft): Animation[] {
  return NUMBERS.flatMap((n) => {
    const name = draft[`animation${n}`]
    const threshold = draft[`animation${n}threshold`]
    const webhook = draft[`animation${n}webhook`]
    if (isAbsent(name) && isAbsent(threshold) && isAbsent(webhook)) return []
    if (isAbsent(name)) throw reject(`body.animation${n}: is missing.`, 422)
    if (isAbsent(threshold)) throw reject(`body.animation${n}threshold: is missing.`, 422)
    return [{ name, threshold, ...(!isAbsent(webhook) && { webhook_url: webhook }) }]
  })
}

const isAbsent = (value: unknown): value is undefined => value === undefined || value === null

/** The animation with the highest threshold that the payment reaches; undefined = none. */
export const chooseAnimation = (animations: readonly Animation[], sat: number): Animation | undefined =>
  animations.findLast(({ threshold }) => threshold <= sat)
