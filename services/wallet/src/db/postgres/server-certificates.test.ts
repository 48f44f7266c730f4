import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresCluster, type PostgresCluster } from '../../../test/world/postgres/postgres-cluster.ts'
import { makeForServer, writeForServer } from '../../../test/world/postgres/postgres-user.ts'
import { serverCertificates } from './server-certificates.ts'

const UNTIL = new Date('2033-02-03T04:05:06Z')

let folder: string
let cluster: PostgresCluster

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-tls-'))
  makeForServer(folder)
  const { key, cert } = selfSignedCertificate('localhost', { until: UNTIL })
  const [ssl_cert_file, ssl_key_file] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  writeForServer(ssl_cert_file, cert)
  writeForServer(ssl_key_file, key)
  cluster = await createPostgresCluster({ ssl: 'on', ssl_cert_file, ssl_key_file })
  await cluster.start()
})
afterAll(async () => {
  await cluster?.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('a server with TLS shows its certificate, one without shows none', async () => {
  const shown = await serverCertificates(`${cluster.url}?sslmode=no-verify`)
  expect(shown.map(({ validToDate }) => validToDate)).toEqual([UNTIL])
  expect(await serverCertificates(cluster.url)).toEqual([])
})

test('of several servers each shows its own, and one that is down is left out', async () => {
  const [, , hosts = ''] = /^(\w+:\/\/[^@]*@)([^/]*)/.exec(cluster.url) ?? []
  const twice = cluster.url.replace(hosts, `${hosts},127.0.0.1:1,${hosts}`)
  expect(await serverCertificates(`${twice}?sslmode=no-verify`)).toHaveLength(2)
})

test('without any reachable server it rejects: nothing is known', async () => {
  await expect(serverCertificates('postgres://u@127.0.0.1:1/db')).rejects.toThrow('no PostgreSQL server answers')
})
