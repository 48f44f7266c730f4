import { createReader } from '@satchel/http/environment'
import { expect, test } from 'vitest'
import { readDomains } from './domains.ts'

function read(SERVICE_DOMAINS: string, publicUrl = 'https://pay.example') {
  const problems: string[] = []
  return { domains: readDomains(createReader({ SERVICE_DOMAINS }, problems), publicUrl, problems), problems }
}

test('the public host is the first domain, and named ones follow in lower case, each once', () => {
  expect(read('').domains).toEqual(['pay.example'])
  expect(read('', 'http://127.0.0.1:5000').domains).toEqual(['127.0.0.1:5000'])
  expect(read('Shop.Example, pay.example,shop.example').domains).toEqual(['pay.example', 'shop.example'])
})

test.each(['https://a.example', 'a b', 'a_b.example', '-a.example', 'a.example/'])('%s is no domain', (domain) => {
  expect(read(domain).problems).toEqual([`SERVICE_DOMAINS: no host names: ${domain}`])
})
