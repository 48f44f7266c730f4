// Read by browsers as it is. Its types are in `isolated.d.ts`.

/**
 * A text from outside within a sentence, a title or a message: its direction, and control characters in it, change nothing
 * around it (UAX #9). A text that cannot is left as it is, so that copies of it stay clean.
 */
export function isolated(text, direction) {
  const disturbs = direction === 'ltr' ? RIGHT_TO_LEFT.test(text) : !NUMBER.test(text)
  return disturbs ? FSI + closed(text) + PDI : text
}

/** For an element that isolates: the text ends no isolate but its own, and leaves none open. */
export function closed(text) {
  const open = []
  const alone = new Set()
  for (const { 0: control, index } of text.matchAll(/[\u2066-\u2069]/g)) {
    if (control !== PDI) open.push(index)
    else if (open.pop() === undefined) alone.add(index)
  }
  for (const index of open) alone.add(index)
  return alone.size === 0
    ? text
    : text
        .split('')
        .filter((_, index) => !alone.has(index))
        .join('')
}

const FSI = '\u2068'
const PDI = '\u2069'

/** Drawn alike in every direction: `1,250.50`. The parts of `2026-001` would change places. */
const NUMBER = /^[\d.,]*$/

/** Control characters, and the blocks of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
