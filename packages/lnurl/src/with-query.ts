/** The URL with more parameters; existing ones are unchanged. */
export function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  const longer = new URL(url)
  const more = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  longer.hash = ''
  longer.search = longer.search === '' ? more : `${longer.search}&${more}`
  return longer.href
}
