import type { ScriptPlace } from '../journal/journal-entry.ts'
import type { NodeState, Track } from '../journal/node-state.ts'
import type { CallStep, Step, StepKind } from '../journal/step.ts'
import type { Book, Decision, Wait } from './decision.ts'

export interface TakenStep {
  readonly step: Step
  readonly place: ScriptPlace
}

/** Uses up the next step scripted for this call; the last one repeats. Undefined: nothing is scripted. */
export function takeStep(book: Book, kind: StepKind, hash: string): TakenStep | undefined {
  const track = trackFor(book.state, kind, hash)
  if (track === undefined) return undefined
  const used = kind === 'lookup' ? (track.usedBy.get(hash) ?? 0) : track.used
  const index = Math.min(used, track.steps.length - 1)
  if (used < track.steps.length) {
    book.append({ kind: 'step', track: track.id, used: used + 1, hash: kind === 'lookup' ? hash : undefined })
  }
  return { step: track.steps[index] as Step, place: { track: track.id, next: index + 1 } }
}

/** The step behind a barrier belongs to the same call; there may be none. */
export function stepAt(book: Book, { track: trackId, next }: ScriptPlace): TakenStep | undefined {
  const track = book.state.scripts.tracks.get(trackId)
  const step = track?.steps[next]
  if (track === undefined || step === undefined) return undefined
  if (track.used <= next) book.append({ kind: 'step', track: trackId, used: next + 1 })
  return { step, place: { track: trackId, next: next + 1 } }
}

export const isClosed = ({ barriers }: NodeState, name: string): boolean => barriers.get(name)?.isClosed === true

export const releasesOf = ({ barriers }: NodeState, name: string): number => barriers.get(name)?.releases ?? 0

export const isScripted = (state: NodeState, kind: StepKind, hash: string): boolean =>
  trackFor(state, kind, hash) !== undefined

function trackFor({ scripts }: NodeState, kind: StepKind, hash: string): Track | undefined {
  return (
    scripts.byHash.get(hash)?.get(kind) ??
    scripts.nth.find(({ of, left }) => of === kind && kind !== 'lookup' && left === 1)?.track ??
    scripts.any.get(kind)
  )
}

export interface ScriptableCall<Answer> {
  readonly ok: () => Decision<Answer>
  readonly refuse: () => Decision<Answer>
  readonly accepted: () => Decision<Answer>
}

/** Plays the script for creating, closing, settling or cancelling the invoice of this hash. */
export function playCall<Answer>(
  book: Book,
  kind: Exclude<StepKind, 'pay' | 'lookup'>,
  hash: string,
  call: ScriptableCall<Answer>,
): Decision<Answer> {
  let taken = firstStep(book, kind, hash)
  for (;;) {
    const step = taken?.step
    switch ((step?.do ?? 'ok') as CallStep) {
      case 'ok':
        return call.ok()
      case 'refuse':
        return call.refuse()
      case 'accepted':
        return call.accepted()
      case 'hang':
        if (step?.done === true) call.ok()
        return { never: true }
      case 'throw':
        if (step?.done === true) call.ok()
        return { rejects: 'Scripted: the connection broke.' }
      case 'barrier': {
        const { name = '' } = step as Step
        const { place } = taken as TakenStep
        if (isClosed(book.state, name)) {
          return { waits: { for: 'release', name, place, releases: releasesOf(book.state, name) } }
        }
        taken = stepAt(book, place)
      }
    }
  }
}

function firstStep(book: Book, kind: StepKind, hash: string): TakenStep | undefined {
  const waited: Wait | undefined = book.waited
  if (waited?.for === 'release') return stepAt(book, waited.place)
  const taken = takeStep(book, kind, hash)
  if (book.state.scripts.nth.some(({ of }) => of === kind)) book.append({ kind: 'call', of: kind })
  return taken
}
