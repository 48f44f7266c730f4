/** RFC 4180 to the letter: any deviation throws. */
export function readCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [[]]
  let rest = text
  while (rest !== '') {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
    if (cell === null) throw new Error(`not a cell: ${rest.slice(0, 50)}`)
    lines.at(-1)?.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '')
    if (cell[3] === '\r\n') lines.push([])
    rest = rest.slice(cell[0].length)
  }
  const [head = [], ...rows] = lines.slice(0, -1)
  return rows.map((row) => {
    if (row.length !== head.length) throw new Error(`${row.length} cells in a row, not ${head.length}`)
    return Object.fromEntries(head.map((name, index) => [name, row[index] ?? '']))
  })
}
