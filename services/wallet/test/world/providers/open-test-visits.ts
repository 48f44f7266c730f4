import type { Answer, World } from '../open-world.ts'

/** The steps of a program or a browser that logs in by a provider. */
export interface TestVisits {
  /** `GET /api/v1/auth/{provider}`: where it leads, and the cookie. */
  begin(query?: string): Promise<{ readonly url: URL; readonly state: string; readonly cookie: string }>
  /** `begin`, then a visit to the provider; returns its redirect. */
  visit(query?: string): Promise<Visited>
  exchange(visited: object, headers?: Record<string, string>): Promise<Answer>
  /** The browser's own way: the callback, with this cookie. */
  comeBack(back: URL, cookie?: string): Promise<Answer>
  /** The whole log-in of a program, up to its token. */
  logIn(): Promise<Answer>
  /** The whole log-in, up to the identity of the user. */
  logInAs(): Promise<Answer['body']>
}

export interface Visited {
  readonly back: URL
  readonly code: string
  readonly state: string
  readonly cookie: string
}

export function testVisits(world: World, provider: string, visit: (url: string) => Promise<URL>): TestVisits {
  const path = `/api/v1/auth/${provider}`
  const visits: TestVisits = {
    async begin(query = '') {
      const answer = await world.call('GET', `${path}${query}`)
      if (answer.status !== 302) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      const url = new URL(String(answer.headers['location']))
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
      return { url, state: url.searchParams.get('state') ?? '', cookie }
    },
    async visit(query) {
      const { url, state, cookie } = await visits.begin(query)
      const back = await visit(url.href)
      return { back, code: back.searchParams.get('code') ?? '', state, cookie }
    },
    exchange: ({ code, state, ...more }: Record<string, unknown>, headers = {}) => {
      const { back: _back, cookie: _cookie, ...others } = more
      return world.call('POST', `${path}/token`, { body: { code, state, ...others }, headers })
    },
    comeBack: (back, cookie) =>
      world.call('GET', `${path}/token${back.search}`, { headers: cookie === undefined ? {} : { cookie } }),
    logIn: async () => visits.exchange(await visits.visit()),
    async logInAs() {
      const { status, body } = await visits.logIn()
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return (await world.call('GET', '/api/v1/auth', { token: body.access_token })).body
    },
  }
  return visits
}
