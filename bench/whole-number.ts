/** An option of a benchmark: a whole number from `least`. */
export function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least) throw new Error(`--${name}: must be a whole number from ${least}`)
  return number
}
