import { expect, test } from 'vitest'
import { createOwnAddresses, type Place } from './own-addresses.ts'

const open = (more: Partial<Place> = {}) =>
  createOwnAddresses({
    publicUrl: 'https://pay.example',
    domains: ['pay.example', 'shop.example'],
    formerUrls: ['https://old.example/base'],
    recorded: ['http://127.0.0.1:5000', 'http://abc.onion', 'https://pay.exmaple', 'https://lost.example'],
    allow: [],
    ...more,
  })

test.each([
  ['https://pay.example/lnurlp/x?a=1', '/lnurlp/x'],
  ['https://shop.example/x', '/x'],
  ['https://old.example/base/x', '/x'],
  ['http://127.0.0.1:5000/x', '/x'],
  ['http://abc.onion/x', '/x'],
])('%s is one of our URLs', (url, path) => {
  expect(open().pathOf(url)).toBe(path)
})

test.each([
  // Former public URLs that the operator does not name: a typing error, and a host that was given up.
  'https://pay.exmaple/x',
  'https://lost.example/x',
  'https://old.example/x',
  'https://old.example/baser/x',
  'https://pay.example.evil/x',
  'https://pay.example:8443/x',
  'https://user@elsewhere.example/x',
  'http://127.0.0.1:5001/x',
  'http://localhost:5000/x',
  'http://192.168.0.2:5000/x',
  'http://abd.onion/x',
  'wss://own.invalid',
  'nonsense',
])('%s is not one of our URLs', (url) => {
  expect(open().pathOf(url)).toBeUndefined()
})

test('a URL of this machine at which the operator declares another program is not ours', () => {
  expect(open({ allow: ['127.0.0.1:5000'] }).pathOf('http://127.0.0.1:5000/x')).toBeUndefined()
  const usual = { recorded: ['http://127.0.0.1'], allow: ['127.0.0.1:80'] }
  expect(open(usual).pathOf('http://127.0.0.1/x')).toBeUndefined()
})

test('former hosts are those of every former public URL, except the current host', () => {
  const former = ['old.example', '127.0.0.1:5000', 'abc.onion', 'pay.exmaple', 'lost.example']
  expect(open().formerHosts).toEqual(former)
  expect(open({ recorded: ['https://pay.example'], formerUrls: [] }).formerHosts).toEqual([])
})
