/** A JSON value that is printed word for word: numbers such as `1e400` or `95230.10` have no other way out of JavaScript. */
export function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)
}
