import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type AdapterFactory, type AdapterPayload, type Configuration, type JWK, Provider } from 'oidc-provider'
import { browse, openTestServer } from './open-test-server.ts'

export interface TestAccount {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: unknown
  readonly name?: string
}

type Claims = Readonly<Record<string, unknown>>

export interface TestOpenId {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The variables with which the service uses it as Keycloak or Google. */
  env(prefix: 'KEYCLOAK' | 'GOOGLE'): Record<string, string>
  /** The user at the browser. */
  account: TestAccount
  /** Replaces the ID token: other claims with a valid signature, or any other text. */
  tamper: ((claims: Claims, idToken: string) => Claims | string) | undefined
  /** A browser is sent there, logs in, and comes back to this address. */
  visit(url: string): Promise<URL>
  /** A token that this server would sign. */
  sign(claims: Claims, header?: object): string
  close(): Promise<void>
}

/** For tests: a real OpenID provider, certified and not ours, on loopback. */
export async function openTestOpenId(redirectUris: string[]): Promise<TestOpenId> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'test-key', alg: 'RS256', use: 'sig' } as JWK
  const client = { clientId: 'satchel-test', clientSecret: 'a client secret + with & odd % signs' }
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const sign: TestOpenId['sign'] = (claims, header = {}) => {
    const text = `${encode({ alg: 'RS256', kid: 'test-key', ...header })}.${encode(claims)}`
    return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`
  }
  const server = await openTestServer((issuer) => {
    const find = (): TestAccount => openId.account
    const provider = new Provider(issuer, configure(key, client, redirectUris, find))
    const handle = provider.callback()
    return (request, response) => {
      if (request.url?.startsWith('/interaction/')) {
        void provider.interactionFinished(request, response, { login: { accountId: openId.account.sub } })
        return
      }
      if (request.url === '/token') tamperWith(response, openId)
      void handle(request, response)
    }
  })
  const openId: TestOpenId = {
    issuer: server.url,
    ...client,
    account: { sub: 'unset' },
    tamper: undefined,
    sign,
    env: (prefix) => ({
      [`${prefix}_CLIENT_ID`]: client.clientId,
      [`${prefix}_CLIENT_SECRET`]: client.clientSecret,
      [`${prefix}_DISCOVERY_URL`]: `${server.url}/.well-known/openid-configuration`,
    }),
    visit: (url) => browse(url, server.url),
    close: server.close,
  }
  return openId
}

function configure(
  key: JWK,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  redirectUris: string[],
  find: () => TestAccount,
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    // Nothing here lives longer than a test; each in a place of its own, and nothing said about it.
    adapter: createMemory(),
    ttl: { AccessToken: 600, AuthorizationCode: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ ...find(), email_verified: find().email_verified as boolean, sub }),
    }),
    // All users have given consent.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

function createMemory(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>()
  return (model) => {
    const find = async (test: (payload: AdapterPayload, key: string) => boolean): Promise<AdapterPayload | undefined> =>
      [...kept].find(([key, payload]) => key.startsWith(`${model}:`) && test(payload, key))?.[1]
    return {
      upsert: async (id, payload) => void kept.set(`${model}:${id}`, payload),
      find: async (id) => kept.get(`${model}:${id}`),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (code) => find((payload) => payload.userCode === code),
      destroy: async (id) => void kept.delete(`${model}:${id}`),
      async consume(id) {
        const payload = kept.get(`${model}:${id}`)
        if (payload !== undefined) payload['consumed'] = Math.floor(Date.now() / 1000)
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key)
      },
    }
  }
}

function tamperWith(response: ServerResponse, { tamper, sign }: TestOpenId): void {
  if (tamper === undefined) return
  const end = response.end.bind(response) as (text: string) => ServerResponse
  response.end = ((text: string) => {
    const body = JSON.parse(text) as { id_token?: string }
    if (body.id_token === undefined) return end(text)
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()) as Claims
    const changed = tamper(claims, body.id_token)
    const answer = JSON.stringify({ ...body, id_token: typeof changed === 'string' ? changed : sign(changed) })
    response.setHeader('content-length', Buffer.byteLength(answer))
    return end(answer)
  }) as ServerResponse['end']
}
