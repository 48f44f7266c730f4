import { connect } from 'node:net'

const ANSWER_MS = 30_000

/** One call of lightningd through the socket in its folder, as `lightning-cli` makes it. */
export function callCln(
  socketFile: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketFile)
    let text = ''
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`${method}: no answer`)))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const answer = parse(text)
      if (answer === undefined) return
      socket.end()
      if (answer.result !== undefined) resolve(answer.result)
      else reject(new Error(`${method}: ${answer.error?.message ?? 'no reason'}`))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`${method}: the connection was closed`)))
    socket.write(JSON.stringify({ jsonrpc: '2.0', id: 'satchel', method, params }))
  })
}

interface Answer {
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}

/** Not all versions write a mark at the end of an answer: it is complete when it can be parsed. */
function parse(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return undefined
  }
}
