const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Unix milliseconds of an ISO 8601 date with time and zone; undefined if invalid. */
export function readInstant(text: string): number | undefined {
  const [, year = '', month = '', day = ''] = INSTANT.exec(text) ?? []
  if (year === '') return undefined
  // 30 February would become 2 March.
  const date = new Date(`${year}-${month}-01T00:00:00Z`)
  date.setUTCDate(Number(day))
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() + 1 !== Number(month) || day === '00') return undefined
  return Date.parse(text)
}
