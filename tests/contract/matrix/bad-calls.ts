/** An invalid call, and the allowed answers (rule F2). */
export interface BadCall {
  readonly title: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** JSON text, so that numbers can be spelled in every way. */
  readonly body?: string
  readonly permitted: readonly number[]
  /** Unset: `admin key`. */
  readonly by?: 'invoice key' | 'super user' | 'anonymous'
}

const INVALID = [422]
const REFUSED = [400, 422]
const X = (count: number): string => 'x'.repeat(count)

const receive = (fields: string, permitted: readonly number[] = INVALID): BadCall => ({
  title: fields.slice(0, 60),
  method: 'POST',
  url: '/api/v1/payments',
  body: `{${fields}}`,
  permitted,
  by: 'invoice key',
})
const receiving = (fields: string, permitted: readonly number[] = INVALID): BadCall =>
  receive(`"out":false,"amount":1,${fields}`, permitted)

export const BAD_INVOICES: readonly BadCall[] = [
  ...['', '"amount":1', '"out":"false","amount":1', '"out":0,"amount":1', '"out":null,"amount":1'].map((fields) =>
    receive(fields),
  ),
  receive('"out":false'),
  ...['"1"', '1.5', 'null', 'true', '[1]', '{}', '""', '9007199254740993', '1e400', '-1e400', 'NaN', 'Infinity'].map(
    (amount) => receive(`"out":false,"amount":${amount}`),
  ),
  ...['0', '-1', '-0', '10000001', '9007199254740', '9007199254740991', '1e15', '1e300'].map((amount) =>
    receive(`"out":false,"amount":${amount}`, REFUSED),
  ),
  receiving(`"memo":"${X(640)}"`),
  receiving(`"memo":"${'€'.repeat(214)}"`),
  ...['-1', '1.5', '31536001', '"60"', '9007199254740993'].map((expiry) => receiving(`"expiry":${expiry}`)),
  ...[
    'ftp://shop.example',
    'javascript:alert(1)',
    '//shop.example',
    'shop.example',
    'http://',
    'http://user:pass@shop.example',
    `https://shop.example/${X(2048)}`,
    'http://10.0.0.1',
    'http://169.254.169.254/latest',
    'http://127.0.0.1:5000',
    'http://[::1]:5000',
    'http://[::ffff:127.0.0.1]/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://shop.example:22',
    'file:///etc/passwd',
  ].map((url) => receiving(`"webhook":"${url}"`, REFUSED)),
  ...[
    '[]',
    '"x"',
    '1',
    'true',
    `{"a":"${X(5000)}"}`,
    `{"a":"${X(1025)}"}`,
    '{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}',
    `{${Array.from({ length: 65 }, (_one, index) => `"${index}":0`).join(',')}}`,
  ].map((extra) => receiving(`"extra":${extra}`, REFUSED)),
  ...[`"payment_hash":"${X(64)}"`, '"payment_hash":"00"', '"description_hash":"zz"', '"hold":"yes"'].map((fields) =>
    receiving(fields),
  ),
  receiving('"unit":"XXX"', REFUSED),
  receiving('"unit":"__proto__"', REFUSED),
]

const send = (fields: string, permitted: readonly number[]): BadCall => ({
  title: fields.slice(0, 60),
  method: 'POST',
  url: '/api/v1/payments',
  body: `{"out":true${fields}}`,
  permitted,
})

export const BAD_SENDS: readonly BadCall[] = [
  ...['', ',"bolt11":""', ',"bolt11":1', ',"bolt11":null', ',"bolt11":["x"]'].map((fields) => send(fields, INVALID)),
  ...[
    'x',
    'lnbc',
    `lnbc1${X(500)}`,
    'lno1pgx5x',
    'lnurl1dp68gurn8ghj7',
    'user@shop.example',
    'bitcoin:bc1qx?lightning=x',
    ' ',
    '💥',
    X(16_384),
  ].map((bolt11) => send(`,"bolt11":"${bolt11}"`, [400])),
]

const get = (url: string, permitted: readonly number[] = INVALID): BadCall => ({
  title: url.slice(0, 80),
  method: 'GET',
  url,
  permitted,
})

const LISTS = ['/api/v1/payments', '/api/v1/payments/paginated', '/api/v1/wallet/paginated', '/api/v1/tinyurl']

export const BAD_LISTINGS: readonly BadCall[] = [
  ...LISTS.flatMap((list) =>
    [
      ...['x', '1.5', '', '-1', '0', '1e3', '0x10', '%00', '9007199254740993', '٣', 'null', '1001'].map(
        (limit) => `limit=${limit}`,
      ),
      ...['x', '1.5', '', '-1', '9007199254740993', 'NaN'].map((offset) => `offset=${offset}`),
      'limit=1&limit=2',
      'offset=0&offset=0',
    ].map((query) => get(`${list}?${query}`)),
  ),
  get('/api/v1/payments/paginated?limit=101'),
  ...['x', '', 'SUCCESS', 'success,failed', 'success&status=failed'].map((status) =>
    get(`/api/v1/payments?status=${status}`),
  ),
  ...['direction=up', 'from=x', 'to=-1', 'from=1.5', 'tag=%00', 'search=%00'].map((query) =>
    get(`/api/v1/payments?${query}`),
  ),
  get('/api/v1/payments?cursor=x', REFUSED),
  ...['year', '', 'DAY', 'day&group=hour', 'constructor'].map((group) =>
    get(`/api/v1/payments/history?group=${group}`),
  ),
  get('/api/v1/payments/export?format=xls'),
  ...['x', X(300), '%00', 'a%2Fb', '..%2Fpaginated', '%E0%A4%A', "'%20OR%201=1", '__proto__', 'stats'].flatMap((id) =>
    (['GET', 'PUT', 'DELETE'] as const).map((method) => ({
      title: `${method} ${id.slice(0, 20)}`,
      method,
      url: `/api/v1/payments/${id}`,
      permitted: [400, 404, 422],
    })),
  ),
]

const json = (method: 'POST' | 'PUT', url: string, body: object, permitted: readonly number[]): BadCall => ({
  title: `${url} ${JSON.stringify(body)}`.slice(0, 90),
  method,
  url,
  body: JSON.stringify(body),
  permitted,
  by: 'super user',
})

const USERS = '/users/api/v1/user'
const UNKNOWN_USER = `${USERS}/00000000-0000-4000-8000-000000000000`
const good = { username: 'new-user', password: 'a password' }

export const BAD_ACCOUNTS: readonly BadCall[] = [
  ...(['/api/v1/auth/register', USERS] as const).flatMap((url) =>
    [
      {},
      { username: 'new-user' },
      { password: 'a password' },
      ...['', 'x', X(65), 'a b', 'a@b', 'ü', '<b>', "a'b", 'a\nb'].map((username) => ({ ...good, username })),
      ...['', 'short', X(129)].map((password) => ({ ...good, password })),
      ...['x', 'a b@c', '@', X(250) + '@x.example'].map((email) => ({ ...good, email })),
    ].map((body) => json('POST', url, body, REFUSED)),
  ),
  json('POST', '/api/v1/auth/register', { ...good, password_repeat: 'another one' }, REFUSED),
  json('POST', '/api/v1/auth', { username: 'unknown-user', password: 'a password' }, [401]),
  json('POST', '/api/v1/auth/usr', { usr: 'x' }, [401, 422]),
  // With the key of an administrator.
  json('POST', '/api/v1/auth/usr', { usr: '{own}' }, [401, 403]),
  ...['x', '{}', '[]', 'e30=', '{"kind":27235}', 'null'].map((event) =>
    json('POST', '/api/v1/auth/nostr', { nostr_event: event }, [401, 422]),
  ),
  ...[{ name: '' }, { name: X(65) }, { name: 'a\nb' }].map((fields) =>
    json('POST', '/api/v1/auth/acls', { allowed_endpoints: [], ...fields }, INVALID),
  ),
  ...[
    'GET /api/v1/wallet',
    [1],
    ['GET'],
    ['GET /api/v1/nothing'],
    ['get /api/v1/wallet'],
    ['GET /api/v1/*'],
    ['GET /api/v1/admin/settings'],
    ['PUT /users/api/v1/user/{user_id}/balance'],
    ['POST /api/v1/auth/acls'],
    Array.from({ length: 1001 }, () => 'GET /api/v1/wallet'),
  ].map((endpoints) => json('POST', '/api/v1/auth/acls', { name: 'x', allowed_endpoints: endpoints }, INVALID)),
  ...['x', '1', '%00', "'", '__proto__'].map((id) => ({
    ...get(`${USERS}/${id}`, [404, 422]),
    by: 'super user' as const,
  })),
  { ...get(UNKNOWN_USER, [404]), by: 'super user' },
  json('PUT', UNKNOWN_USER, { email: 'a@b.example' }, [404]),
  { title: 'delete an unknown user', method: 'DELETE', url: UNKNOWN_USER, permitted: [404], by: 'super user' },
  json('PUT', `${UNKNOWN_USER}/balance`, { amount: 1 }, [404]),
  json('PUT', '/api/v1/admin/topup', { id: 'x', amount: 1 }, [404]),
  ...[0, 1.5, '1', null, -9_007_199_254_740, 9_007_199_254_741].map((amount) =>
    json('PUT', `${USERS}/{own}/balance`, { amount }, REFUSED),
  ),
  json('PUT', `${USERS}/{own}`, { is_admin: false }, [400, 403]),
  { title: 'the last super user', method: 'DELETE', url: `${USERS}/{own}`, permitted: [400, 403], by: 'super user' },
  {
    title: 'the last super user, itself',
    method: 'DELETE',
    url: '/api/v1/auth/me',
    permitted: [400],
    by: 'super user',
  },
  json('POST', '/api/v1/tinyurl', { url: 'javascript:alert(1)' }, REFUSED),
  json('POST', '/api/v1/tinyurl', { url: 'ftp://shop.example' }, REFUSED),
]

export const BAD_RATES: readonly BadCall[] = [
  ...['XXX', '__proto__', 'constructor', 'toString', 'U%00D', X(300), 'US', 'USDD', '%F0%9F%92%A5'].map((currency) => ({
    ...get(`/api/v1/rate/${currency}`, [404, 422]),
    by: 'anonymous' as const,
  })),
  ...[
    '"from":"XXX","to":"sat","amount":1',
    '"from":"sat","to":"__proto__","amount":1',
    '"from":"constructor","to":"sat","amount":1',
    '"from":"","to":"sat","amount":1',
    '"from":"USD","to":"sat","amount":-1',
    '"from":"USD","to":"sat","amount":1e308',
    '"from":"BTC","to":"sat","amount":1e308',
    '"from":"USD","to":"sat","amount":1e999',
    '"from":"USD","to":"sat","amount":NaN',
    '"from":"USD","to":"sat","amount":"1"',
    '"from":"USD","to":"sat"',
  ].map((fields) => ({
    title: fields,
    method: 'POST' as const,
    url: '/api/v1/conversion',
    body: `{${fields}}`,
    permitted: REFUSED,
    by: 'anonymous' as const,
  })),
]

export const NOWHERE: readonly BadCall[] = [
  ...[
    '/nothing',
    '/api/v1/nothing',
    '/api/v2/wallet',
    '/api/v1/wallet/x/y',
    '/.env',
    '/%00',
    '/api/v1/extension/x/y',
  ].map((url) => get(url, [404])),
  ...['/api/v1/wallets', '/api/v1/health', '/api/v1/payments/history'].map((url) => ({
    title: `DELETE ${url}`,
    method: 'DELETE' as const,
    url,
    permitted: [404, 405, 501],
  })),
]
