import { expect, test } from 'vitest'
import { listHosts } from './postgres-hosts.ts'

test.each([
  ['postgres://u:p@h/db', ['postgres://u:p@h/db']],
  ['postgres://u:p@h1:5433,h2/db', ['postgres://u:p@h1:5433/db', 'postgres://u:p@h2/db']],
  [
    'postgresql://h1,h2,h3/db?sslmode=require',
    ['postgresql://h1/db?sslmode=require', 'postgresql://h2/db?sslmode=require', 'postgresql://h3/db?sslmode=require'],
  ],
  ['postgres://u@h1,h2/db?target_session_attrs=read-write', ['postgres://u@h1/db', 'postgres://u@h2/db']],
  [
    'postgres://u@h1,h2/db?a=1&target_session_attrs=read-write&b=2',
    ['postgres://u@h1/db?a=1&b=2', 'postgres://u@h2/db?a=1&b=2'],
  ],
  ['postgres://u:a%2Cb@[::1]:5432,h2/db', ['postgres://u:a%2Cb@[::1]:5432/db', 'postgres://u:a%2Cb@h2/db']],
])('%s names one URL for each host', (url, hosts) => {
  expect(listHosts(url)).toEqual(hosts)
})
