import { expect, test } from 'vitest'
import { type Config, readConfig } from './config.ts'

const LONG = 'a secret that has more than 32 bytes, really'

function configOf(env: Record<string, string>): Config {
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.config
}

function problemsOf(env: Record<string, string>): readonly string[] {
  const read = readConfig(env)
  return 'problems' in read ? read.problems : []
}

test('with nothing set it is a simulated node on loopback with an embedded database (S101)', () => {
  expect(configOf({})).toMatchObject({
    host: '127.0.0.1',
    port: 5000,
    dataFolder: './data',
    databaseUrl: 'sqlite://./data/satchel.db',
    publicUrl: 'http://127.0.0.1:5000',
    authSecretKey: undefined,
    keyEncryptionKey: undefined,
    tokenMinutes: 1440,
    superUser: undefined,
    funding: { source: { kind: 'simulated', journalFile: './data/simulated-node.journal', control: undefined } },
    payments: {
      fees: { leastMsat: 2000n, partsPerMillion: 10_000 },
      caps: { perWallet: 1000, overall: 10_000 },
      maxPaymentMsat: 10_000_000_000n,
      payWaitMs: 10_000,
      holdSeconds: 86_400,
    },
    reconcileMs: 2000,
    outbound: { allowPrivate: true, allow: [], resolver: undefined },
    accessLog: 'sampled',
    rateLimit: { requests: 200, windowMs: 60_000 },
    trustedProxies: [],
    warnings: [],
  })
})

test('the unit of the request limit applies also without a limit: an administrator may set one later', () => {
  const { rateLimit, settings } = configOf({ SERVICE_RATE_LIMIT_NO: '0', SERVICE_RATE_LIMIT_UNIT: 'hour' })
  expect(rateLimit).toBeUndefined()
  expect(settings).toMatchObject({ rate_limit_requests: 0, rate_limit_unit: 'hour' })
})

test('every set variable is read', () => {
  const config = configOf({
    HOST: '0.0.0.0',
    PORT: '0',
    SERVICE_DATA_FOLDER: '/var/satchel',
    SERVICE_DATABASE_URL: 'postgres://u:p@db/satchel',
    SERVICE_PUBLIC_URL: 'https://pay.example/base/',
    AUTH_SECRET_KEY: LONG,
    SERVICE_KEY_ENCRYPTION_KEY: `${LONG}!`,
    AUTH_TOKEN_EXPIRE_MINUTES: '5',
    SUPER_USER_USERNAME: 'root',
    SUPER_USER_PASSWORD: 'pässword',
    SERVICE_SIM_CONTROL: '127.0.0.1:7000',
    SERVICE_SIM_JOURNAL: '/tmp/journal',
    SERVICE_FEE_RESERVE_MIN_MSAT: '0',
    SERVICE_FEE_RESERVE_PPM: '1000000',
    SERVICE_MAX_PENDING_PER_WALLET: '1',
    SERVICE_MAX_PENDING: '2',
    SERVICE_MAX_PAYMENT_SATS: '9007199254740',
    SERVICE_PAY_WAIT_MS: '1',
    SERVICE_HOLD_SECONDS: '60',
    SERVICE_RECONCILE_MS: '20',
    SERVICE_ALLOW_PRIVATE_CALLBACKS: '1',
    SERVICE_OUTBOUND_ALLOW: 'hooks.example:8443, [::1]:9000',
    SERVICE_OUTBOUND_DNS: '127.0.0.1:5353',
    ACCESS_LOG: 'all',
    SERVICE_RATE_LIMIT_NO: '7',
    SERVICE_RATE_LIMIT_UNIT: 'Hour',
    SERVICE_TRUSTED_PROXIES: '10.0.0.0/8, 192.168.0.1,fd00::/8',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 0,
    databaseUrl: 'postgres://u:p@db/satchel',
    publicUrl: 'https://pay.example/base',
    superUser: { username: 'root', password: 'pässword' },
    funding: { source: { journalFile: '/tmp/journal', control: { host: '127.0.0.1', port: 7000 } } },
    payments: { maxPaymentMsat: 9_007_199_254_740_000n, payWaitMs: 1, holdSeconds: 60 },
    outbound: { allowPrivate: true, allow: ['hooks.example:8443', '[::1]:9000'], resolver: '127.0.0.1:5353' },
    rateLimit: { requests: 7, windowMs: 3_600_000 },
    trustedProxies: ['10.0.0.0/8', '192.168.0.1', 'fd00::/8'],
    warnings: [expect.stringContaining('SERVICE_PUBLIC_URL has a path')],
  })
})

test('all problems are reported together, by variable, and no secret is repeated (D15)', () => {
  const problems = problemsOf({
    HOST: '0.0.0.0',
    PORT: '65536',
    SERVICE_DATABASE_URL: 'mysql://root:dbpass@db',
    AUTH_SECRET_KEY: 'shortsecret',
    AUTH_TOKEN_EXPIRE_MINUTES: '0',
    SUPER_USER_USERNAME: 'a b',
    SUPER_USER_PASSWORD: 'short',
    SERVICE_FUNDING_SOURCE: 'bank',
    SERVICE_SIM_CONTROL: '10.0.0.1:80',
    SERVICE_PAY_WAIT_MS: 'soon',
    SERVICE_OUTBOUND_ALLOW: 'x',
    SERVICE_OUTBOUND_DNS: 'dns.example',
    ACCESS_LOG: 'loud',
    SERVICE_RATE_LIMIT_NO: '-1',
    SERVICE_TRUSTED_PROXIES: '0.0.0.0/0',
    SERVICE_PUBLIC_URL: 'http://pay.example',
  })
  const named = new Set(problems.map((problem) => problem.split(':')[0]))
  expect([...named].map(String).toSorted()).toEqual([
    'ACCESS_LOG',
    'AUTH_SECRET_KEY',
    'AUTH_TOKEN_EXPIRE_MINUTES',
    'PORT',
    'SERVICE_DATABASE_URL',
    'SERVICE_FUNDING_SOURCE',
    'SERVICE_OUTBOUND_ALLOW',
    'SERVICE_OUTBOUND_DNS',
    'SERVICE_PAY_WAIT_MS',
    'SERVICE_PUBLIC_URL',
    'SERVICE_RATE_LIMIT_NO',
    'SERVICE_SIM_CONTROL',
    'SERVICE_TRUSTED_PROXIES',
    'SUPER_USER_PASSWORD',
    'SUPER_USER_USERNAME',
  ])
  for (const secret of ['shortsecret', 'dbpass']) expect(problems.join()).not.toContain(secret)
})

test.each([
  ['PORT', ['0', '1', '65535', ' 80 ', ''], ['65536', '-1', '1.5', 'http', '1e3', '0x50', '٣']],
  ['AUTH_TOKEN_EXPIRE_MINUTES', ['1', '5256000'], ['0', '5256001', '-5', 'day']],
  [
    'SERVICE_DATABASE_URL',
    ['sqlite://x', 'sqlite:///a/b.db'],
    ['x', 'sqlite://', 'mysql://x', 'postgres://', 'http://x'],
  ],
  ['SERVICE_FUNDING_SOURCE', ['simulated', 'SIMULATED'], ['void', 'true']],
  [
    'SERVICE_SIM_CONTROL',
    ['127.0.0.1:1', 'localhost:80', '[::1]:80', '127.0.0.2:65535'],
    ['80', '0.0.0.0:80', '[::]:80', 'x:80', '127.0.0.1', '127.0.0.1:70000', '127.evil.example:80'],
  ],
  ['SERVICE_FEE_RESERVE_MIN_MSAT', ['0', '1000000000'], ['-1', '1000000001', '1.5']],
  ['SERVICE_FEE_RESERVE_PPM', ['0', '1000000'], ['1000001', '1%']],
  ['SERVICE_MAX_PENDING_PER_WALLET', ['1'], ['0']],
  ['SERVICE_MAX_PENDING', ['1'], ['0']],
  ['SERVICE_MAX_HELD', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_MAX_HELD_PER_ACCOUNT', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_MAX_HOLD_INVOICES_PER_ACCOUNT', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_VISITOR_REQUESTS', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_VISITOR_INVOICES', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_VISITOR_INVOICES_PER_ITEM', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_VISITOR_INVOICES_PER_ADDRESS', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_VISITOR_UNPAID', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_VISITOR_UNPAID_PER_ITEM', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_VISITOR_SLOTS', ['1', '1000000'], ['0', '1000001']],
  ['SERVICE_VISITOR_TICKET_PERCENT', ['1', '100'], ['0', '101']],
  ['SERVICE_OUTSIDE_REQUESTS_PER_ACCOUNT', ['1', '32'], ['0', '33']],
  ['SERVICE_MAX_PAYMENT_SATS', ['1', '9007199254740'], ['0', '9007199254741', '99999999999999999999']],
  ['SERVICE_PAY_WAIT_MS', ['1', '600000'], ['0', '600001']],
  ['SERVICE_HOLD_SECONDS', ['1', '1209600'], ['0', '1209601']],
  ['SERVICE_RECONCILE_MS', ['20', '3600000'], ['19', '3600001']],
  ['SERVICE_ALLOW_PRIVATE_CALLBACKS', ['true', 'FALSE', '1', '0'], ['yes', 'on', '2']],
  [
    'SERVICE_OUTBOUND_ALLOW',
    ['a:1', 'a:1,b:2', '[fd00::1]:443', '10.0.0.1:80'],
    ['a', 'a:', ':1', 'http://a:1', 'a:1,b', 'a:70000'],
  ],
  ['SERVICE_OUTBOUND_DNS', ['127.0.0.1:53', '[::1]:53'], ['dns:53', '1.1.1', '127.0.0.1:x']],
  [
    'SERVICE_PUBLIC_URL',
    ['https://x.example', 'http://127.0.0.1:5000', 'http://localhost', 'http://[::1]:1', 'http://abc.onion'],
    ['x', 'http://x.example', 'ftp://x.example', 'https://', 'http://127.evil.example', 'javascript:1'],
  ],
  ['ACCESS_LOG', ['off', 'all', 'sampled'], ['some']],
  ['SERVICE_RATE_LIMIT_NO', ['0', '1'], ['-1', 'none']],
  ['SERVICE_RATE_LIMIT_UNIT', ['second', 'minute', 'hour', 'DAY'], ['week', 's']],
  [
    'SERVICE_TRUSTED_PROXIES',
    ['10.0.0.1', '10.0.0.0/8,fd00::/8'],
    ['0.0.0.0/0', '::/0', '10.0.0.1,::/0', 'proxy', '10.0.0.0/99', '10.0.0', 'true'],
  ],
] as const)('%s: good and bad values', (name, good, bad) => {
  for (const value of good) expect([value, problemsOf({ [name]: value })]).toEqual([value, []])
  for (const value of bad) {
    const problems = problemsOf({ [name]: value }).filter((problem) => problem.startsWith(`${name}: `))
    expect([value, problems.length]).toEqual([value, 1])
  }
})

test('the super user needs both words, a plain name and a password of 8 to 128 characters', () => {
  const both = (SUPER_USER_USERNAME: string, SUPER_USER_PASSWORD: string) =>
    problemsOf({ SUPER_USER_USERNAME, SUPER_USER_PASSWORD }).length
  expect([both('ab', '12345678'), both('a.b_c-D9', '😀'.repeat(8)), both('x'.repeat(64), 'x'.repeat(128))]).toEqual([
    0, 0, 0,
  ])
  expect([
    both('a', '12345678'),
    both('ä'.repeat(5), '12345678'),
    both('ab', '1234567'),
    both('ab', 'x'.repeat(129)),
  ]).toEqual([1, 1, 1, 1])
  expect(problemsOf({ SUPER_USER_USERNAME: 'ab' })[0]).toContain('SUPER_USER_PASSWORD')
  expect(problemsOf({ SUPER_USER_PASSWORD: '12345678' })[0]).toContain('SUPER_USER_USERNAME')
})

test('a take-over has to repeat the name of the super user, in any case', () => {
  const problems = (username: string | undefined, takeOver: string) =>
    problemsOf({
      ...(username !== undefined && { SUPER_USER_USERNAME: username, SUPER_USER_PASSWORD: '12345678' }),
      SUPER_USER_TAKE_OVER: takeOver,
    })
  expect(problems('Admin', 'admin')).toEqual([])
  const wrong = [expect.stringMatching(/^SUPER_USER_TAKE_OVER: must repeat SUPER_USER_USERNAME/)]
  expect([problems('admin', 'other'), problems(undefined, 'admin')]).toEqual([wrong, wrong])
  const named = { SUPER_USER_USERNAME: 'admin', SUPER_USER_PASSWORD: '12345678' }
  expect(configOf(named).superUser?.takeOver).toBe(false)
  expect(configOf({ ...named, SUPER_USER_TAKE_OVER: 'admin' }).superUser?.takeOver).toBe(true)
})

test('a secret below 32 bytes is a warning on loopback and a problem elsewhere; PostgreSQL requires one', () => {
  for (const name of ['AUTH_SECRET_KEY', 'SERVICE_KEY_ENCRYPTION_KEY']) {
    expect(configOf({ [name]: 'x'.repeat(31) }).warnings).toEqual([expect.stringContaining(name)])
    expect(configOf({ [name]: 'ü'.repeat(16) }).warnings).toEqual([])
    expect(problemsOf({ [name]: 'x'.repeat(31), HOST: '0.0.0.0' })).toEqual([expect.stringContaining(name)])
    expect(problemsOf({ [name]: LONG, HOST: '0.0.0.0' })).toEqual([])
  }
  const SERVICE_DATABASE_URL = 'postgres://db/x'
  expect(problemsOf({ SERVICE_DATABASE_URL })).toEqual([expect.stringMatching(/^AUTH_SECRET_KEY: /)])
  expect(problemsOf({ SERVICE_DATABASE_URL, AUTH_SECRET_KEY: LONG })).toEqual([])
})

test('with a real node weak secrets, private callbacks and log-ins by user id are off, on loopback too (S109, S410, S602)', () => {
  const real = {
    SERVICE_FUNDING_SOURCE: 'phoenixd',
    PHOENIXD_API_ENDPOINT: 'http://127.0.0.1:9740',
    PHOENIXD_API_PASSWORD: 'x',
  }
  expect(problemsOf(real)).toEqual([])
  expect(configOf(real).outbound.allowPrivate).toBe(false)
  expect(configOf({ ...real, SERVICE_ALLOW_PRIVATE_CALLBACKS: 'true' }).outbound.allowPrivate).toBe(true)
  expect([...configOf(real).accounts.methods]).not.toContain('user-id-only')
  expect([...configOf({}).accounts.methods]).toEqual([
    'username-password',
    'user-id-only',
    'nostr-auth-nip98',
    'passkey',
  ])
  expect([...configOf({ ...real, AUTH_ALLOWED_METHODS: 'user-id-only' }).accounts.methods]).toEqual(['user-id-only'])
  for (const name of ['AUTH_SECRET_KEY', 'SERVICE_KEY_ENCRYPTION_KEY']) {
    expect(problemsOf({ ...real, [name]: 'x'.repeat(31) })).toEqual([expect.stringContaining(name)])
  }
})

test('the former node has its variables with the prefix FORMER_, and its problems have those names', () => {
  const former = {
    SERVICE_FORMER_FUNDING_SOURCE: 'phoenixd',
    FORMER_PHOENIXD_API_ENDPOINT: 'http://127.0.0.1:9740',
    FORMER_PHOENIXD_API_PASSWORD: 'x',
  }
  expect(configOf(former).funding).toMatchObject({ source: { kind: 'simulated' }, former: { kind: 'phoenixd' } })
  expect(configOf({ SERVICE_FORMER_FUNDING_SOURCE: 'none' }).funding.former).toBe('none')
  const lnd = { SERVICE_FORMER_FUNDING_SOURCE: 'lnd', FORMER_LND_REST_ENDPOINT: 'https://127.0.0.1:8080' }
  expect(problemsOf({ ...lnd, LND_REST_MACAROON: '02'.repeat(40) })).toEqual([
    expect.stringMatching(/^FORMER_LND_REST_MACAROON: /),
  ])
  const control = { SERVICE_FORMER_FUNDING_SOURCE: 'simulated', FORMER_SERVICE_SIM_CONTROL: '127.0.0.1:1' }
  expect(problemsOf({ ...control, NODE_ENV: 'production' })).toHaveLength(1)
})

test('the control interface is rejected in production; off loopback private callbacks are off (E1)', () => {
  expect(problemsOf({ SERVICE_SIM_CONTROL: '127.0.0.1:1', NODE_ENV: 'production' })).toHaveLength(1)
  expect(configOf({ HOST: '0.0.0.0' }).outbound.allowPrivate).toBe(false)
  expect(configOf({ HOST: '0.0.0.0' }).warnings).toEqual([expect.stringContaining('SERVICE_PUBLIC_URL')])
  expect(configOf({ HOST: '127.evil.example' }).outbound.allowPrivate).toBe(false)
})
