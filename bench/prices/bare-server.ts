import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { RecordedAnswer } from './recorded-answers.ts'

/**
 * The baseline: what `node:http` costs for the same bytes. It knows three paths and writes their recorded answers. With
 * BENCH_HEADERS=few it omits the headers that a client does not need.
 */
function main(): void {
  const recorded = JSON.parse(readFileSync(process.env['BENCH_ANSWERS'] ?? '', 'utf8')) as RecordedAnswer[]
  const [rates, rate, convert] = recorded.map(({ headers, body }) => ({
    headers: process.env['BENCH_HEADERS'] === 'few' ? few(headers) : headers,
    // A string, because node:http writes it in one piece with the headers, which is cheaper than a buffer.
    body,
  }))
  if (rates === undefined || rate === undefined || convert === undefined) throw new Error('an answer is missing')
  const [ratesPath, ratePath, convertPath] = recorded.map(({ path }) => path)
  // The same time-out as in the service, because each answer's Keep-Alive header contains it.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    if (request.url === ratesPath) write(response, rates)
    else if (request.url === ratePath) write(response, rate)
    else if (request.url === convertPath) write(response, convert)
    else response.writeHead(404).end()
  })
  server.listen(Number(process.env['PORT']), process.env['HOST'])
}

function write(response: ServerResponse, { headers, body }: { headers: string[]; body: string }): void {
  response.writeHead(200, headers)
  response.end(body)
}

function few(headers: readonly string[]): string[] {
  const at = (name: string): string => headers[headers.indexOf(name) + 1] ?? ''
  return ['Content-Type', at('Content-Type'), 'Content-Length', at('Content-Length')]
}

main()
