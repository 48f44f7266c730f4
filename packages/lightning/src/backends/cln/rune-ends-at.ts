const CODE_BYTES = 32

/**
 * When a rune expires by its own restrictions (`time<…`), Unix seconds; undefined = it does not say. Offline: only the
 * node can judge its code. Of several restrictions the earliest counts; a restriction with an alternative other than a
 * time does not expire.
 */
export function runeEndsAt(rune: string): number | undefined {
  const restrictions = split(Buffer.from(rune, 'base64url').toString('utf8', CODE_BYTES), '&')
  const ends = restrictions.flatMap((restriction) => {
    const times = split(restriction, '|').map((alternative) => /^time<(\d{1,15})$/.exec(alternative)?.[1])
    return times.length === 0 || times.includes(undefined) ? [] : [Math.max(...times.map(Number))]
  })
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** At each separator that has no backslash before it. */
function split(text: string, separator: '&' | '|'): readonly string[] {
  return text.match(separator === '&' ? /(?:\\.|[^&\\])+/gs : /(?:\\.|[^|\\])+/gs) ?? []
}
