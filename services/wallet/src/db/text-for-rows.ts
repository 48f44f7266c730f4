/**
 * A statement for so many rows, written once for each number of them: a text that is put together anew is hashed anew
 * wherever statements are looked up by it. `write` is given the rows' numbers, from 0.
 */
export function textForRows(write: (rows: readonly number[]) => string): (count: number) => string {
  const texts: string[] = []
  return (count) => (texts[count] ??= write(Array.from({ length: count }, (_, row) => row)))
}
