import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'

/** A flood of one stranger: on each connection, the next message follows the answer. */
export interface FloodPlan {
  readonly url: string
  /** Requests over the limit of this address. */
  readonly address: string
  readonly posts: readonly Post[]
  readonly postConnections: number
  /** Signed events for the service's own relay, which each socket sends repeatedly. */
  readonly events: readonly object[]
  readonly sockets: number
}

export interface Post {
  /** Default: POST. */
  readonly method?: string
  readonly path: string
  readonly body: string
  readonly contentType: string
}

export interface Flood {
  /** Answers so far: by status, and `OK` for each event that the relay has answered. */
  answers(): Promise<Readonly<Record<string, number>>>
  end(): Promise<void>
}

/** Runs in a separate process with low priority, because strangers have their own machines. */
export async function beginFlood(plan: FloodPlan): Promise<Flood> {
  const child = fork(fileURLToPath(import.meta.url), { serialization: 'advanced' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.send(plan)
  return {
    answers: () =>
      new Promise((resolve) => {
        child.once('message', (counts) => resolve(counts as Readonly<Record<string, number>>))
        child.send('answers')
      }),
    async end() {
      child.kill()
      await ended
    },
  }
}

/** Sends one request and ignores errors of its connection. */
export function post(
  url: string,
  { method = 'POST', path, body, contentType }: Post,
  address: string,
  agent: Agent,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      ...(body !== '' && { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
      'x-forwarded-for': address,
    }
    const sent = request(url + path, { method, agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(String(response.statusCode)))
      response.once('error', () => resolve(String(response.statusCode)))
    })
    // The service may answer and close the connection before it has read everything.
    sent.once('error', () => resolve('cut'))
    sent.end(body)
  })
}

const WAIT_AFTER_CUT_MS = 50

function flood({ url, address, posts, postConnections, events, sockets }: FloodPlan): void {
  setPriority(10)
  const counts: Record<string, number> = {}
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)
  const agent = new Agent({ keepAlive: true, maxSockets: postConnections })
  const again = async (turn: number): Promise<void> => {
    const next = posts[turn % posts.length]
    if (next === undefined) return
    count(await post(url, next, address, agent))
    void again(turn + 1)
  }
  for (let turn = 0; turn < postConnections; turn += 1) void again(turn)
  const texts = events.map((event) => JSON.stringify(['EVENT', event]))
  const talk = (turn: number): void => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/nwcprovider/relay`, {
      headers: { 'x-forwarded-for': address },
    })
    let said = turn
    const say = (): void => socket.send(texts[(said += 1) % texts.length] ?? '')
    socket.on('open', say)
    socket.on('message', () => {
      count('OK')
      say()
    })
    socket.on('error', () => count('refused'))
    socket.on('close', () => void setTimeout(() => talk(said), WAIT_AFTER_CUT_MS))
  }
  for (let turn = 0; turn < sockets; turn += 1) talk(turn * 7)
  process.on('message', (message) => {
    if (message === 'answers') process.send?.(counts)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.once('message', (plan) => flood(plan as FloodPlan))
