import { request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'

/** The only path whose body is computed for each request; the other bodies are prepared. */
const CONVERT_PATH = '/rate/USD/100'
export const PATHS = ['/rates', '/rate/USD', CONVERT_PATH] as const

export interface RecordedAnswer {
  readonly path: string
  /** A flat list of names and values, without the headers that `node:http` adds. */
  readonly headers: string[]
  readonly body: string
}

const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** Records the answers of the service; the other servers must return the same. */
export async function recordAnswers(port: number): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = []
  for (const path of PATHS) answers.push(await ask(port, path))
  return answers
}

/** Throws if a server returns other values than the service; only the timestamp may differ. */
export async function requireSameAnswers(name: string, port: number, expected: readonly RecordedAnswer[]) {
  for (const { path, body } of expected) {
    const answer = await ask(port, path)
    if (!isDeepStrictEqual(withoutTime(answer.body), withoutTime(body))) {
      throw new Error(`${name} answers ${path} with ${answer.body}\ninstead of ${body}`)
    }
  }
}

const withoutTime = (body: string): object => ({ ...(JSON.parse(body) as object), timestamp: undefined })

function ask(port: number, path: string): Promise<RecordedAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, host: '127.0.0.1', agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const raw = answer.rawHeaders
        const headers = raw.filter((_text, at) => !ADDED_BY_NODE.has((raw[at - (at % 2)] ?? '').toLowerCase()))
        resolve({ path, headers, body: Buffer.concat(chunks).toString() })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
