import type { Answer, CallOptions, World } from '../open-world.ts'

/** A browser with the web app: its cookie, and the headers that only a page of the service can send. */
export interface TestBrowser {
  readonly id: string
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options?: CallOptions): Promise<Answer>
  /** `name=value`. */
  cookie(): string
}

export const APP_HEADERS = { 'x-satchel': 'app', 'sec-fetch-site': 'same-origin' } as const

/** Registers a user in a new browser. */
export async function openBrowser(world: World, username: string, password = 'a good password'): Promise<TestBrowser> {
  const body = { username, password }
  const headers = { ...APP_HEADERS, 'x-session': 'cookie' }
  const answer = await world.call('POST', '/api/v1/auth/register', { body, headers })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return browserOf(world, answer)
}

/** Logs a user in in another browser. */
export async function logInBrowser(world: World, body: object): Promise<TestBrowser> {
  const answer = await world.call('POST', '/api/v1/auth', { body, headers: { ...APP_HEADERS, 'x-session': 'cookie' } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return browserOf(world, answer)
}

export function browserOf(world: World, answer: Answer): TestBrowser {
  const [cookie = ''] = cookiesOf(answer)
  return {
    id: answer.body.id,
    call: (method, url, { headers, ...options } = {}) =>
      world.call(method, url, { ...options, headers: { ...APP_HEADERS, cookie, ...headers } }),
    cookie: () => cookie,
  }
}

/** The cookies that a response sets, without their attributes. */
export const cookiesOf = ({ headers }: Answer): string[] =>
  [headers['set-cookie'] ?? []].flat().map((text) => (text as string).split(';')[0] ?? '')
