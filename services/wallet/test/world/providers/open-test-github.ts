import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { browse, openTestServer } from './open-test-server.ts'

export interface TestGithub {
  readonly env: Record<string, string>
  readonly url: string
  /** `GET /user` of the account in the browser; a text is sent as it is. */
  user: unknown
  /** `GET /user/emails`; undefined = the app may not ask. */
  emails: readonly unknown[] | undefined
  /** Ignores the PKCE challenge, as GitHub did for years. */
  checksPkce: boolean
  /** Answers in a form, like GitHub to a client that does not ask for JSON. */
  answersForms: boolean
  readonly asked: { readonly path: string; readonly agent: string | undefined; readonly accept: string | undefined }[]
  visit(url: string): Promise<URL>
  close(): Promise<void>
}

interface Records {
  readonly client: { readonly id: string; readonly secret: string }
  readonly codes: Map<string, { readonly redirectUri: string; readonly challenge: string }>
  readonly tokens: Set<string>
}

/** For tests: GitHub, as it is documented and as it answers, quirks included: errors have status 200. */
export async function openTestGithub(): Promise<TestGithub> {
  const client = { id: 'satchel-test', secret: randomBytes(20).toString('hex') }
  const records: Records = { client, codes: new Map(), tokens: new Set() }
  const server = await openTestServer((origin) => (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    const { 'user-agent': agent, accept } = request.headers
    github.asked.push({ path: `${request.method} ${url.pathname}`, agent, accept })
    if (url.pathname === '/login/oauth/authorize') return authorize(records, url, response)
    if (url.pathname === '/login/oauth/access_token') return void exchange(records, github, request, response)
    if (url.pathname === '/api/user') return tell(records, request, response, github.user)
    if (url.pathname === '/api/user/emails') return tell(records, request, response, github.emails)
    response.writeHead(404).end()
  })
  const github: TestGithub = {
    env: {
      GITHUB_CLIENT_ID: client.id,
      GITHUB_CLIENT_SECRET: client.secret,
      GITHUB_BASE_URL: server.url,
      GITHUB_API_URL: `${server.url}/api/`,
    },
    url: server.url,
    user: undefined,
    emails: [],
    checksPkce: true,
    answersForms: false,
    asked: [],
    visit: (url) => browse(url, server.url),
    close: server.close,
  }
  return github
}

function authorize({ codes }: Records, { searchParams: asked }: URL, response: ServerResponse): void {
  const back = new URL(asked.get('redirect_uri') ?? '')
  const code = randomBytes(10).toString('hex')
  codes.set(code, { redirectUri: back.href, challenge: asked.get('code_challenge') ?? '' })
  back.searchParams.set('code', code)
  back.searchParams.set('state', asked.get('state') ?? '')
  response.writeHead(302, { location: back.href }).end()
}

async function exchange(
  { client, codes, tokens }: Records,
  { checksPkce, answersForms }: TestGithub,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await readText(request))
  const known = codes.get(form.get('code') ?? '')
  codes.delete(form.get('code') ?? '')
  const verifier = form.get('code_verifier') ?? ''
  const answer = (body: Record<string, string>): void => {
    const asJson = request.headers.accept?.includes('application/json') === true && !answersForms
    const type = asJson ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded; charset=utf-8'
    response.writeHead(200, { 'content-type': type })
    response.end(asJson ? JSON.stringify(body) : new URLSearchParams(body).toString())
  }
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
    return answer({ error: 'incorrect_client_credentials', error_description: 'The client_id is incorrect.' })
  }
  const pkceHolds = !checksPkce || known?.challenge === createHash('sha256').update(verifier).digest('base64url')
  if (known === undefined || known.redirectUri !== form.get('redirect_uri') || !pkceHolds) {
    return answer({ error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' })
  }
  const token = `gho_${randomBytes(18).toString('hex')}`
  tokens.add(token)
  answer({ access_token: token, scope: 'read:user,user:email', token_type: 'bearer' })
}

function tell({ tokens }: Records, request: IncomingMessage, response: ServerResponse, body: unknown): void {
  const send = (status: number, answer: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }
  const { authorization = '', 'user-agent': agent } = request.headers
  if (agent === undefined) return send(403, 'Request forbidden by administrative rules.')
  if (!tokens.has(authorization.replace(/^bearer /i, ''))) return send(401, { message: 'Bad credentials' })
  if (body === undefined) return send(404, { message: 'Not Found' })
  send(200, body)
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
