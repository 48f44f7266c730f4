import type { Page } from 'playwright-core'
import type { World } from '../../world/open-world.ts'
import { writeDirectly } from '../../world/write-directly.ts'

export interface SeenPayment {
  readonly checking_id: string
  readonly payment_hash: string
  readonly bolt11: string
  readonly wallet_id: string
  readonly memo: string
}

/** Calls the service as the app does, with the session of the page. */
export async function ask<Body = unknown>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Body> {
  const headers = { 'X-Satchel': 'app', ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  const init = JSON.stringify({ method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return (await page.evaluate(`fetch(${JSON.stringify(`/api/v1${path}`)}, ${init}).then(async (answer) => {
    if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()))
    return answer.json()
  })`)) as Body
}

/** Lets another user pay an invoice of this user. */
export async function bePaid(
  world: World,
  page: Page,
  memo: string,
  amount: number,
  walletId?: string,
): Promise<string> {
  const query = walletId === undefined ? '' : `?wallet_id=${walletId}`
  const made = await ask<SeenPayment>(page, 'POST', `/payments${query}`, { out: false, amount, memo })
  const payer = await world.openWallet(amount)
  const { status } = await world.send(payer, made.bolt11)
  if (status !== 201) throw new Error(`the invoice was not paid: ${status}`)
  return made.checking_id
}

/** Received payments, the newest a minute ago: rows for lists, without the bookings behind them. */
export async function seedPayments(world: World, walletId: string, count: number): Promise<void> {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
  const at = `CAST(${world.nowSeconds() - 60} AS BIGINT) - (${count} - i) * ${APART_SECONDS}`
  const statements = [
    `${numbers} INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat, received_msat, memo, created_at, expires_at, finished_at)
     SELECT '${walletId}-' || i, '${walletId}', 'in', 'success', 'success', '${walletId}-hash-' || i, 'lnbcrt' || i, 1000, 1000, 'seeded ' || i, ${at}, ${at} + 3600, ${at} FROM n`,
    `INSERT INTO payment_counts (wallet_id, direction, created, success) VALUES ('${walletId}', 'in', ${count}, ${count})`,
    `INSERT INTO payment_hours (wallet_id, hour, tag, income_sat, spending_sat, payments)
     SELECT '${walletId}', created_at - created_at % 3600, '', SUM(amount_msat / 1000), 0, COUNT(*) FROM payments
     WHERE wallet_id = '${walletId}' GROUP BY created_at - created_at % 3600`,
  ]
  await writeDirectly(world, `BEGIN; ${statements.join(';')}; COMMIT`)
  if (world.db.dialect === 'postgres') await writeDirectly(world, 'ANALYZE payments; ANALYZE payment_hours')
}

const APART_SECONDS = 600

/** Texts that would have an effect if they were not escaped, each short enough for a memo. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '"onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</ul></section><h1>Gone</h1>',
  '<!--',
  '-->',
  '<![CDATA[x]]>',
  ']]>',
  '&lt;b&gt;bold&lt;/b&gt;',
  '&amp;&quot;&#39;&#x41;',
  '&nbsp;',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '#{7*7}',
  '<%= 7 * 7 %>',
  '{name}',
  '{count, plural, other {#}}',
  "'{'",
  '%s%n%x',
  '%3Cscript%3E',
  '\\u003cscript\\u003e',
  "'; DROP TABLE payments; --",
  '1 OR 1=1',
  '__proto__',
  'constructor',
  'toString',
  'undefined',
  'null',
  'NaN',
  '-1',
  '=HYPERLINK("http://evil.example","x")',
  '@SUM(1+1)',
  '../../../etc/passwd',
  '//evil.example/x',
  '<base href="//evil.example">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<form action=//evil.example><button>Pay</button></form>',
  '<style>*{display:none}</style>',
  '<math><mtext></mtext><mglyph><svg><style><img src onerror=alert(1)>',
  'evil \u202egnp.exe\u202c',
  'z\u0351\u0354a\u0361l\u0337g\u0327o',
  'x'.repeat(600),
]
