import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['1=1', '"1=1"'],
  ['a "b", c', '"a ""b"", c"'],
  ['-12.50', '-12.50'],
  ['=1+1', `"'=1+1"`],
  ['＝1', `"'＝1"`],
  ['-1+1', `"'-1+1"`],
  [' "=1', `"' ""=1"`],
  ['\t=1', `"\t'=1"`],
  ['x;=1', `"x;'=1"`],
  ['x;"=1"', `"x;'""=1"""`],
  ['x\t@A1', `"x\t'@A1"`],
  ['x\n=1\r\n+2', `"x\n'=1\r\n'+2"`],
])('%j is written so that it is not a formula', (text, cell) => {
  expect(csvLine([1, text, null])).toBe(`1,${cell},\r\n`)
})

/** If commas do not separate, the whole line is a cell, and a number may start it. */
const NUMBER_FIRST = /^-\d+(?:\.\d+)?(?:,|$)/
const SIGNS = [...Array.from(`=+-@＝＋－＠;,|'" \t\r\n`), '1', 'A', '\u00a0']
const text = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 12 })
const line = fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 4 })

test.each([[','], [';'], ['\t'], [',;\t']])('no text becomes a formula in a list separated by %j', (separators) => {
  fc.assert(
    fc.property(line, (cells) => {
      for (const cell of readAsSpreadsheet(csvLine(cells), separators)) {
        expect(/^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !NUMBER_FIRST.test(cell)).toBe(false)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a reader of RFC 4180 finds every text, with nothing but apostrophes added', () => {
  fc.assert(
    fc.property(line, (cells) => {
      const read = readAsSpreadsheet(csvLine(cells), ',')
      const plain = (value: string | number | null | undefined): string => String(value ?? '').replaceAll("'", '')
      expect(read.map(plain)).toEqual(cells.map(plain))
    }),
  )
})

/** As spreadsheets read: a quote counts at the start of a cell only, and text after the closing one belongs to it. */
function readAsSpreadsheet(source: string, separators: string): string[] {
  const cells: string[] = []
  let rest = source.replace(/\r\n$/, '')
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)(?:"|$)/.exec(rest)
    const more = rest.slice(quoted?.[0].length ?? 0)
    const signs = Array.from(more)
    const end = signs.findIndex((sign) => `${separators}\r\n`.includes(sign))
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? '') + (end === -1 ? more : signs.slice(0, end).join('')))
    if (end === -1) return cells
    rest = signs.slice(end + 1).join('')
  }
}
