import { createReader } from '@satchel/http/environment'
import { expect, test } from 'vitest'
import { readAddresses } from './addresses.ts'

function read(env: Readonly<Record<string, string>>) {
  const [problems, warnings]: [string[], string[]] = [[], []]
  const reader = createReader({ SERVICE_PUBLIC_URL: 'https://pay.example', ...env }, problems)
  return { ...readAddresses(reader, { port: 5000, loopback: true, problems, warnings }), problems }
}

test('the public host is the first domain; configured ones follow in lower case, each once', () => {
  expect(read({}).domains).toEqual(['pay.example'])
  expect(read({ SERVICE_PUBLIC_URL: '' }).domains).toEqual(['127.0.0.1:5000'])
  const SERVICE_DOMAINS = 'Shop.Example, pay.example,shop.example'
  expect(read({ SERVICE_DOMAINS }).domains).toEqual(['pay.example', 'shop.example'])
})

test.each(['https://a.example', 'a b', 'a_b.example', '-a.example', 'a.example/'])(
  '%s is rejected as a domain',
  (domain) => {
    expect(read({ SERVICE_DOMAINS: domain }).problems).toEqual([`SERVICE_DOMAINS: no host names: ${domain}`])
  },
)

test('former URLs have the rules of a public URL, and lose their slash', () => {
  expect(read({}).formerUrls).toEqual([])
  const SERVICE_FORMER_URLS = 'https://old.example/base/, http://127.0.0.1:5000,http://abc.onion'
  const { formerUrls, problems } = read({ SERVICE_FORMER_URLS })
  expect(formerUrls).toEqual(['https://old.example/base', 'http://127.0.0.1:5000', 'http://abc.onion'])
  expect(problems).toEqual([])
})

test.each(['old.example', 'http://old.example', 'ws://127.0.0.1', 'https://'])(
  '%s is rejected as a former URL',
  (url) => {
    const { problems } = read({ SERVICE_FORMER_URLS: url })
    expect(problems).toEqual([`SERVICE_FORMER_URLS: must be https, or http on loopback or .onion: ${url}`])
  },
)
