/** One server-sent event; several `data` lines are joined, comments are left out. */
export interface ServerEvent {
  readonly event: string
  readonly data: string
}

const MAX_EVENT_CHARACTERS = 1024 * 1024

/** Reads `text/event-stream` (WHATWG HTML, 9.2). Throws when one event grows beyond 1 MiB. */
export async function* readServerEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let waiting = ''
  for await (const chunk of chunks) {
    // Lines may end in CR LF, split over two chunks: drop all CRs, which JSON bodies do not contain.
    waiting += decoder.decode(chunk, { stream: true }).replaceAll('\r', '')
    for (let end = waiting.indexOf('\n\n'); end >= 0; end = waiting.indexOf('\n\n')) {
      const event = toEvent(waiting.slice(0, end))
      if (event !== undefined) yield event
      waiting = waiting.slice(end + 2)
    }
    if (waiting.length > MAX_EVENT_CHARACTERS) throw new Error('an event is larger than 1 MiB')
  }
}

function toEvent(block: string): ServerEvent | undefined {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
  const valuesOf = (name: string): string[] =>
    fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '')
  const data = valuesOf('data')
  return data.length === 0 ? undefined : { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }
}
