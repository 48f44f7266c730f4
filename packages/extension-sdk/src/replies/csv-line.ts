/**
 * A line of CSV (RFC 4180), in which no text is a formula: strangers choose memos. This also holds for spreadsheets that
 * separate cells by semicolons or tabs, as in many countries. For them a quoted cell in the middle of a line is not
 * quoted, so a semicolon or a line end in a text begins a cell, too.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(toCell).join(',')}\r\n`

function toCell(value: string | number | null): string {
  const text = String(value ?? '')
  const harmless = NUMBER.test(text) ? text : text.replace(FORMULA, "$1'$2")
  return /^[\w.:+-]*$/.test(harmless) ? harmless : `"${harmless.replaceAll('"', '""')}"`
}

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Its first character, at each place where a spreadsheet may begin a cell; spaces and quotes before it do not count. */
const FORMULA = /(^|[;\t\r\n])((?:["']|[^\S\t\r\n])*)(?=[=+\-@＝＋－＠])/g
