import { type Agent, get, type IncomingHttpHeaders } from 'node:http'

/** The bytes of an answer, however it ended: for tests that must see an exchange unparsed. */
export interface RawAnswer {
  /** `complete`, `timed out`, `too long`, or Node's error code. */
  readonly end: string
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface RawOptions {
  readonly headers?: Record<string, string>
  readonly agent?: Agent | false
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

/** GETs without following, decoding, repeating or rejecting anything. */
export function rawGet(url: string, options: RawOptions = {}): Promise<RawAnswer> {
  const { headers = { 'user-agent': 'raw' }, agent = false, timeoutMs = 1000, maxBytes = 1024 * 1024 } = options
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let head: { status: number | undefined; headers: IncomingHttpHeaders } = { status: undefined, headers: {} }
    const finish = (end: string): void => {
      clearTimeout(timer)
      request.destroy()
      resolve({ end, ...head, body: Buffer.concat(chunks) })
    }
    const request = get(url, { headers, agent }, (response) => {
      head = { status: response.statusCode, headers: response.headers }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > maxBytes) finish('too long')
      })
      response.on('end', () => {
        clearTimeout(timer)
        resolve({ end: 'complete', ...head, body: Buffer.concat(chunks) })
      })
      response.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message))
    })
    request.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message))
    const timer = setTimeout(() => finish('timed out'), timeoutMs)
  })
}
