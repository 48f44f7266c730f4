import { expect, test } from 'vitest'
import { oneSegment } from './one-segment.ts'
import { tolerantUrl } from './tolerant-url.ts'

const PREFIXES = ['/scan/', '/picture/']

test.each([
  ['/scan/alice@pay.example', '/scan/alice@pay.example'],
  ['/scan/https%3A%2F%2Fpay.example%2Fx%3Fa%3D1', '/scan/https%3A%2F%2Fpay.example%2Fx%3Fa%3D1'],
  ['/scan/https://pay.example/x?wallet_id=1', '/scan/https:%2F%2Fpay.example%2Fx?wallet_id=1'],
  ['/picture/a/?size=1/2', '/picture/a%2F?size=1/2'],
  ['/scan', '/scan'],
  ['/other/a%2Fb', '/other/a/b'],
])('%s is routed as %s', (url, routed) => {
  expect(oneSegment(tolerantUrl(url), PREFIXES)).toBe(routed)
})
