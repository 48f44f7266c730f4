import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DestinationRules, parseAllowList } from './destination-rules.ts'
import { judgeUrl, type UrlProblem } from './judge-url.ts'

function reasonOf(url: string, rules: Partial<DestinationRules> = {}): UrlProblem['reason'] | undefined {
  const all = { allowPrivate: false, allow: [], ...rules }
  const judged = judgeUrl(url, all, parseAllowList(all.allow))
  return 'reason' in judged ? judged.reason : undefined
}

test.each([
  'https://hook.test/path?query=1#fragment',
  'http://hook.test',
  'http://hook.test:8080/',
  'https://hook.test:1024',
  'https://hook.test:80',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]:8443/',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
  'HTTPS://HOOK.TEST./',
  'https://localhost.example/',
  'https://notlocalhost/',
  `https://hook.test/${'x'.repeat(2048 - 'https://hook.test/'.length)}`,
])('%s is accepted', (url) => {
  expect(reasonOf(url)).toBeUndefined()
})

test.each<[string, UrlProblem['reason']]>([
  ['', 'malformed'],
  ['hook.test', 'malformed'],
  ['//hook.test/', 'malformed'],
  ['http://', 'malformed'],
  ['http://.', 'malformed'],
  ['http://hook.test../', 'malformed'],
  ['http://.hook.test/', 'malformed'],
  ['http://[::1%25lo]/', 'malformed'],
  ['http://[fe80::1%eth0]/', 'malformed'],
  ['http://1.2.3.4.5/', 'malformed'],
  ['http://hook.test:99999/', 'malformed'],
  ['http://hook\n.test/', 'malformed'],
  ['http://hook.test/\r\nx-evil: 1', 'malformed'],
  ['http://hook.test/\u0000', 'malformed'],
  [`https://hook.test/${'x'.repeat(2031)}`, 'too_long'],
  ['ftp://hook.test/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://127.0.0.1:6379/_x', 'scheme'],
  ['data:text/plain,x', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['unix:/var/run/docker.sock', 'scheme'],
  ['ws://hook.test/', 'scheme'],
  ['https://user@hook.test/', 'credentials'],
  ['https://:password@hook.test/', 'credentials'],
  ['https://hook.test@127.0.0.1/', 'credentials'],
  ['http://hook.test:0/', 'port'],
  ['http://hook.test:22/', 'port'],
  ['http://hook.test:1023/', 'port'],
  ['https://hook.test:25/', 'port'],
])('%s is rejected: %s', (url, reason) => {
  expect(reasonOf(url)).toBe(reason)
})

/** Every one of these is loopback to some parser. */
const LOOPBACK = [
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://127.0.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0X7F.0.0.1/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0177.0x0.1/',
  'http://１２７.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http:/127.0.0.1/',
  'http:127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http://127.0.0.1\\@hook.test/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[0000::0001]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://localhost/',
  'http://localhost./',
  'http://LocalHost/',
  'http://%6c%6fcalhost/',
  'http://local\u00adhost/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://anything.localhost/',
  'http://anything.localhost./',
]
const PRIVATE = [
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://[fd12::1]/',
  'http://0xa000001/',
  'http://[::ffff:c0a8:101]/',
]
const NEVER = [
  'http://0.0.0.0/',
  'http://0/',
  'http://[::]/',
  'http://[::127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9.0xfe.0xa9fe/',
  'http://[::ffff:169.254.169.254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://100.100.100.200/',
  'http://224.0.0.1/',
  'http://[ff02::1]/',
  'http://255.255.255.255/',
  'http://240.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://[2001:db8::1]/',
  'http://[2001:0:7f00:1::]/',
]

test.each([...LOOPBACK, ...PRIVATE, ...NEVER])('%s is rejected as not public', (url) => {
  expect(reasonOf(url)).toBe('address')
})

test.each([...LOOPBACK, ...PRIVATE])('%s is accepted when private addresses are allowed', (url) => {
  expect(reasonOf(url, { allowPrivate: true })).toBeUndefined()
})

test.each(NEVER)('%s is rejected even when private addresses are allowed', (url) => {
  expect(reasonOf(url, { allowPrivate: true })).toBe('address')
})

test('with private addresses allowed, the other rules still apply', () => {
  expect(reasonOf('http://127.0.0.1:22/', { allowPrivate: true })).toBe('port')
  expect(reasonOf('ftp://127.0.0.1/', { allowPrivate: true })).toBe('scheme')
  expect(reasonOf('http://user@127.0.0.1/', { allowPrivate: true })).toBe('credentials')
})

test.each<[entry: string, url: string]>([
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['127.0.0.1:3000', 'https://2130706433:3000/'],
  ['127.0.0.1:80', 'http://127.0.0.1/'],
  ['127.0.0.1:443', 'https://127.0.0.1/'],
  ['printer.lan:22', 'http://PRINTER.lan.:22/'],
  ['[::1]:3000', 'http://[0::1]:3000/'],
  ['localhost:3000', 'http://localhost:3000/'],
  ['169.254.169.254:80', 'http://169.254.169.254/'],
])('the allow list entry %s opens %s', (entry, url) => {
  expect(reasonOf(url, { allow: [entry] })).toBeUndefined()
})

test.each<[entry: string, url: string]>([
  ['127.0.0.1:3000', 'http://127.0.0.1:3001/'],
  ['127.0.0.1:80', 'https://127.0.0.1/'],
  ['127.0.0.1:3000', 'http://127.0.0.2:3000/'],
  ['127.0.0.1:3000', 'http://localhost:3000/'],
  ['127.0.0.1:3000', 'http://[::ffff:127.0.0.1]:3000/'],
  ['localhost:3000', 'http://other.localhost:3000/'],
])('the allow list entry %s does not open %s', (entry, url) => {
  expect(reasonOf(url, { allow: [entry] })).toBe('address')
})

test.each([
  '',
  '127.0.0.1',
  'hook.test:',
  ':80',
  'hook.test:0',
  'hook.test:65536',
  'http://hook.test:80',
  'a@hook.test:80',
  'hook.test/x:80',
  'hook.test:80/x',
  'bad host:80',
  '::1:80',
])('an allow list with "%s" is rejected', (entry) => {
  expect(() => parseAllowList([entry])).toThrow(`"${entry}" is not host:port.`)
})

const ownAddresses = () => [{ address: '8.8.8.8', port: 5000 }]

test.each([
  'http://8.8.8.8:5000/',
  'https://134744072:5000/',
  'http://[::ffff:8.8.8.8]:5000/',
  'http://[64:ff9b::808:808]:5000/',
  'http://[2002:808:808::1]:5000/',
])('%s is rejected when the service itself listens there', (url) => {
  expect(reasonOf(url, { ownAddresses })).toBe('own_address')
  expect(reasonOf(url, { ownAddresses, allowPrivate: true })).toBeUndefined()
})

test('a listener given in a mapped form counts as our own', () => {
  const mapped = () => [{ address: '::ffff:8.8.8.8', port: 5000 }]
  expect(reasonOf('http://8.8.8.8:5000/', { ownAddresses: mapped })).toBe('own_address')
})

test('another port, another address and allow-listed hosts do not count as our own listener', () => {
  expect(reasonOf('http://8.8.8.8:5001/', { ownAddresses })).toBeUndefined()
  expect(reasonOf('http://8.8.4.4:5000/', { ownAddresses })).toBeUndefined()
  expect(reasonOf('http://8.8.8.8:5000/', { ownAddresses, allow: ['8.8.8.8:5000'] })).toBeUndefined()
})

test('a wildcard listener covers every address of the machine, and no other', () => {
  const everywhere = (address: string) => ({ ownAddresses: () => [{ address, port: 5000 }] })
  const machine = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  expect(machine.length).toBeGreaterThan(0)
  for (const { address, family } of machine) {
    const url = `http://${family === 'IPv6' ? `[${address}]` : address}:5000/`
    for (const wildcard of ['0.0.0.0', '::'])
      expect(['address', 'own_address']).toContain(reasonOf(url, everywhere(wildcard)))
  }
  expect(reasonOf('http://8.8.8.8:5000/', everywhere('::'))).toBeUndefined()
})

test('the judge never throws, and accepts no loopback, private or link-local literal', () => {
  const octets = fc.constantFrom('127', '10', '0x7f', '0177', '169', '254', '0', '1', '192', '168', '8')
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.array(octets, { minLength: 1, maxLength: 5 }).map((parts) => `http://${parts.join('.')}/`),
    fc.ipV6().map((address) => `http://[${address}]/`),
  )
  fc.assert(
    fc.property(text, (url) => {
      if (reasonOf(url) !== undefined) return
      const { hostname } = new URL(url)
      expect(hostname).not.toMatch(/^(127|10|0)\.\d+\.\d+\.\d+$|^169\.254\.|^192\.168\.|^\[(::|f)/)
    }),
    { numRuns: 1000 },
  )
})
