import { expect, test } from 'vitest'
import { judgeAddress } from './judge-address.ts'

const HTTPS = 'https://pay.example'

test.each([
  ['https, as configured', HTTPS, HTTPS, false, undefined],
  ['a public URL with a path', `${HTTPS}/wallet`, HTTPS, false, undefined],
  ['looked at through a tunnel', HTTPS, 'http://localhost:5000', false, undefined],
  ['an onion address', 'http://abc.onion', 'http://abc.onion', false, undefined],
  ['another address', HTTPS, 'https://wallet.example', false, 'other-address'],
  ['http instead of https', HTTPS, 'http://pay.example', false, 'other-address'],
  ['the address of a first start, behind a proxy', 'http://127.0.0.1:5000', HTTPS, true, 'other-address'],
  ['the address of a first start', 'http://127.0.0.1:5000', 'http://127.0.0.1:5000', false, 'only-here'],
  ['no https', 'http://10.0.0.2:5000', 'http://10.0.0.2:5000', false, 'no-https'],
  ['a proxy that is not trusted', HTTPS, HTTPS, true, 'proxy-not-trusted'],
])('%s: %s opened at %s', (_what, publicUrl, origin, isProxyIgnored, problem) => {
  expect(judgeAddress({ publicUrl, origin, isProxyIgnored })).toBe(problem)
})
