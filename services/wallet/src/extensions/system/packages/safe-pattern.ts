const CLASS = String.raw`\[\^?(?:\\[\\\]\[^dws.\-/]|[^\\\]\[])+\]`
const ATOM = String.raw`(?:${CLASS}|\\[dwsDWS.\\/+*?()\[\]{}|^$-]|[^\\[\](){}|*+?^$])`
const QUANTIFIER = String.raw`(?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})`
const SAFE = new RegExp(`^\\^(?:${ATOM}${QUANTIFIER}?)*\\$$`, 'u')
/** The maximum length of a text. */
const ENDLESS = 65_536
const MAX_STEPS = 4_194_304

/**
 * Whether a publisher's pattern is safe for visitors' input: a plain sequence from ^ to $ without groups, whose parts
 * can split a text in only a few ways, so that matching is fast.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > 200 || !SAFE.test(pattern) || waysOf(pattern) > MAX_STEPS) return false
  try {
    return new RegExp(pattern, 'u').source !== ''
  } catch {
    return false
  }
}

/** The number of combinations of its parts' lengths. */
function waysOf(pattern: string): number {
  const parts = pattern.slice(1, -1).matchAll(new RegExp(`${ATOM}(${QUANTIFIER})?`, 'gu'))
  return [...parts].reduce((product, [, quantifier]) => product * lengthsOf(quantifier), 1)
}

function lengthsOf(quantifier: string | undefined): number {
  if (quantifier === undefined) return 1
  if (quantifier === '?') return 2
  const [, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier) ?? []
  if (least === '' || (comma === ',' && most === '')) return ENDLESS
  return comma === '' ? 1 : Number(most) - Number(least) + 1
}
