/** A JSON value that is printed unchanged: JavaScript cannot print numbers such as `1e400` or `95230.10` otherwise. */
export function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)
}
